import { useState } from "react";
import type { ExportResult } from "../../../../workers/client";
import { poseByName } from "../../../../workers/geometry/posing/carried-pose";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../../workers/model/files/export/export-formats";
import type { SizedExport } from "../../../../workers/model/files/export/export-options";
import type { ExportTargetId } from "../../../../workers/model/files/export/export-targets";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Pose } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useStudio } from "../../../actions/studio";
import { download, safeFileName } from "../../../common/download";
import { formatBytes, formatError, plural } from "../../../common/format";
import { toast } from "../../../document/session/toasts";
import { useDocument, useStores } from "../../../document/use-stores";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import textCss from "../../../ui/text/text.module.css";
import { ErrorNote } from "../ErrorNote";
import type { ExportParts } from "../export-parts";
import { useLevels } from "../levels/use-levels";
import { Compromises } from "../report/Compromises";
import { FileFigures } from "../report/FileFigures";
import { saveWhole } from "../save-whole";
import { firstLimit, wholeBytes } from "../size/first-limit";
import { SizeSteps, SizeTarget } from "../size/SizeTarget";
import { useLatestJob } from "../use-latest-job";
import { type Extras, RigFields } from "./RigFields";
import { useRigOptions } from "./use-rig-options";
import { useShearErrors } from "./use-shear-errors";

const NO_POSES: readonly Pose[] = [];

/** A file, with the steps that reduced its size if it has a size target. */
type Made = ExportResult & Partial<SizedExport>;

/** @param chosen the format; null if it has no rig */
export function useRigParts(
  sequence: OpenedSequence,
  rig: Rig,
  chosen: ExportFormatId | null,
  target: ExportTargetId,
): ExportParts {
  const stores = useStores();
  const { client } = useStudio();
  const { report, poses: kept } = useDocument();
  const { extension, mediaType } = EXPORT_FORMATS[chosen ?? "glb"];
  const { options, preset, change } = useRigOptions(sequence, rig, chosen ?? "glb", target);
  const [extras, setExtras] = useState<Extras>({ poses: true, json: false });
  const [most, setMost] = useState<number | null>(null);
  const [whole, setWhole] = useState<{ bytes: number; first: number } | null>(null);
  const poses = extras.poses ? kept : NO_POSES;
  const asks = chosen !== null && options.clips.length > 0;
  const question = asks ? JSON.stringify([options, most]) : null;
  const file = useLatestJob<Made>(question, [sequence, rig, poses], () => {
    const input = { sequence, rig, options: { ...options, poses } };
    if (most !== null) return client.exportWithin({ ...input, most });
    const job = client.exportFile(input);
    const learn = (made: ExportResult) =>
      setWhole({ bytes: wholeBytes(made), first: firstLimit(made, options) });
    job.result.then(learn).catch(() => {});
    return job;
  });
  const { result } = file;
  const isDone = result !== null && !file.busy && file.error === null;
  /** The options that the file was written with. */
  const written = result?.options ?? options;
  const ofRig = result && { bytes: result.bytes.length, eRms: result.eRmsInFile };
  const levels = useLevels(sequence, rig, written, ofRig, asks);
  const shearErrors = useShearErrors(
    sequence,
    rig,
    options,
    isDone && most === null ? result.eRmsInFile : null,
  );
  const tooLarge = most !== null && result?.fits === false;

  const save = async (name: string) => {
    if (!result) return;
    const saved = `${safeFileName(name)}${extension}`;
    await saveWhole(client, result, saved, mediaType);
    if (extras.json) {
      const json = await client.exportRigJson({ sequence, rig, report }).result;
      download(json, `${safeFileName(name)}.rig.json`, "application/json");
    }
    for (const level of levels.levels) {
      const own = { ...written, poses: poses.map((pose) => poseByName(pose, rig.bones, level.rig.bones)) };
      const made = await client.exportFile({ sequence, rig: level.rig, options: own }).result;
      const ofLevel = `${safeFileName(name)}-${level.report.bones}${extension}`;
      await saveWhole(client, made, ofLevel, mediaType);
    }
    const size = formatBytes(result.bytes.length);
    const clips = plural(options.clips.length, "clip");
    toast(stores, `Exported ${saved}`, `${size}, error ${formatError(result.eRmsInFile)}, ${clips}`);
  };

  const fields = (
    <>
      <RigFields
        {...{ sequence, rig, options, preset, result, shearErrors, extras, change }}
        levels={levels.options}
        changeExtras={(next) => setExtras({ ...extras, ...next })}
      />
      <SizeTarget most={most} whole={whole} onChange={setMost} />
    </>
  );
  const costs = (
    <>
      {result && <FileFigures {...{ result, sequence, rig }} options={written} busy={file.busy} />}
      {(most !== null || !result) && asks && file.busy && file.progress && (
        <>
          <p className={textCss.secondary} role="status">
            {[file.progress.phase, file.progress.detail].filter(Boolean).join(", ")}
          </p>
          <ProgressBar
            label={most === null ? "Measuring the file" : "Size target"}
            done={file.progress.done}
          />
        </>
      )}
      {isDone && most !== null && result.steps && (
        <SizeSteps sized={result as SizedExport} most={most} onChange={setMost} />
      )}
      {levels.table}
      {!result && !file.progress && file.error === null && (
        <p className={textCss.secondary}>Writing the file to measure it…</p>
      )}
      {file.error !== null && <ErrorNote error={file.error} />}
      {result && file.error === null && (
        <Compromises
          {...{ result, sequence, target }}
          options={{ ...written, poses }}
          busy={file.busy}
          refine={most === null ? () => change({ precision: "fine" }) : null}
        />
      )}
    </>
  );
  return {
    extension,
    options: fields,
    costs,
    busy: (file.busy && asks) || levels.busy,
    ready: isDone && asks && levels.ready && !tooLarge,
    save,
  };
}
