import { useState } from "react";
import type { ExportOptions, ExportResult } from "../../../workers/client";
import { poseByName } from "../../../workers/geometry/posing/carried-pose";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../workers/model/files/export-formats";
import { exportDefaults, isExportLossy } from "../../../workers/model/files/export-options";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { maxInfluences } from "../../../workers/model/rig/sparse-weights";
import { useStudio } from "../../actions/studio";
import { download, safeFileName } from "../../common/download";
import { formatBytes, formatError, plural } from "../../common/format";
import { toast } from "../../document/session/toasts";
import { useDocument, useStores } from "../../document/use-stores";
import { UpAxisField } from "../../panels/fields/SpaceFields";
import { CheckRow } from "../../ui/choices/CheckRow";
import { Field } from "../../ui/fields/Field";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import textCss from "../../ui/text/text.module.css";
import { ClipChecks } from "../open/ClipChecks";
import { CurveFields } from "./CurveFields";
import { ErrorNote } from "./ErrorNote";
import type { ExportParts } from "./export-parts";
import { FileCosts } from "./FileCosts";
import { FileVerdicts } from "./FileVerdicts";
import { KeptInfluences } from "./KeptInfluences";
import { useLatestJob } from "./use-latest-job";
import { useLevels } from "./use-levels";

const NO_POSES: readonly Pose[] = [];

/** ", 0.5 MB" for a file that contains the correction. */
function correctionSize(result: ExportResult | null): string {
  const bytes = result?.bytesByKind.correction;
  return bytes ? `, ${formatBytes(bytes)}` : "";
}

/** @param chosen the format, or null while it is one of skeletons alone */
export function useRigParts(sequence: MeshSequence, rig: Rig, chosen: ExportFormatId | null): ExportParts {
  const stores = useStores();
  const { client } = useStudio();
  const report = useDocument((state) => state.report);
  const active = chosen !== null;
  const { extension, mediaType } = EXPORT_FORMATS[chosen ?? "glb"];
  const [given, setOptions] = useState<ExportOptions>(() => exportDefaults(sequence, rig));
  const options: ExportOptions = { ...given, format: chosen ?? "glb" };
  const [withJson, setWithJson] = useState(false);
  const noClip = options.clips.length === 0;
  const question = active && !noClip ? JSON.stringify(options) : null;
  const kept = useDocument((state) => state.poses);
  const [withPoses, setWithPoses] = useState(true);
  const poses = withPoses ? kept : NO_POSES;
  const cost = useLatestJob<ExportResult>(question, [sequence, rig, poses], () =>
    client.exportFile({ sequence, rig, options: { ...options, poses } }),
  );
  const change = (next: Partial<ExportOptions>) => setOptions({ ...options, ...next });
  const { result } = cost;
  const whole = result && { bytes: result.bytes.length, eRms: result.eRmsInFile };
  const levels = useLevels(sequence, rig, options, whole, active && !noClip);
  const most = Math.max(1, maxInfluences(rig.weights));
  const ready = result !== null && !cost.busy && !noClip && cost.error === null && levels.ready;

  const save = async (name: string) => {
    if (!result) return;
    const file = `${safeFileName(name)}${extension}`;
    download(result.bytes, file, mediaType);
    if (withJson) {
      const json = await client.exportRigJson({ sequence, rig, report }).result;
      download(json, `${safeFileName(name)}.rig.json`, "application/json");
    }
    for (const level of levels.levels) {
      const own = { ...options, poses: poses.map((pose) => poseByName(pose, rig.bones, level.rig.bones)) };
      const made = await client.exportFile({ sequence, rig: level.rig, options: own }).result;
      download(made.bytes, `${safeFileName(name)}-${level.report.bones}${extension}`, mediaType);
    }
    const size = formatBytes(result.bytes.length);
    const clips = plural(options.clips.length, "clip");
    toast(stores, `Exported ${file}`, `${size}, error ${formatError(result.eRmsInFile)}, ${clips}`);
  };

  const fields = (
    <>
      <div className={dialogCss.section}>
        <div className={`${textCss.strong} ${dialogCss.title}`}>Rig</div>
        <KeptInfluences
          value={options.influences}
          most={most}
          onCommit={(influences) => change({ influences })}
        />
        {rig.correction && (
          <CheckRow
            label="With correction"
            end={`${plural(rig.correction.rank, "morph target")}${correctionSize(result)}`}
            checked={options.correction !== false}
            onChange={(correction) => change({ correction })}
          />
        )}
        {rig.boneKind === "affine" && (
          <CheckRow
            label="Keep shear"
            end="two nodes a bone"
            checked={options.shear !== "nearest"}
            onChange={(keep) => change({ shear: keep ? "pairs" : "nearest" })}
          />
        )}
        {levels.options}
      </div>
      <div className={dialogCss.section}>
        <div className={`${textCss.strong} ${dialogCss.title}`}>Animation</div>
        <ClipChecks
          clips={sequence.clips}
          chosen={options.clips}
          end={(clip) => `${clip.first + 1}–${clip.last + 1}`}
          onChange={(clips) => change({ clips })}
        />
        {kept.length > 0 && (
          <>
            <CheckRow
              label="Kept poses"
              end={plural(kept.length, "pose")}
              checked={withPoses}
              onChange={setWithPoses}
            />
            <p className={`${textCss.tertiary} ${textCss.hint}`}>
              Each is a clip of one frame. In Blender it is an action, ready for the pose library: choose Mark
              as Asset.
            </p>
          </>
        )}
        {sequence.frameCount > 1 && (
          <CurveFields sequence={sequence} rig={rig} options={options} result={result} change={change} />
        )}
      </div>
      <div className={dialogCss.section}>
        <div className={`${textCss.strong} ${dialogCss.title}`}>File</div>
        <UpAxisField value={options.upAxis} axes={["y", "z"]} onChange={(upAxis) => change({ upAxis })} />
        <Field label="Also write">
          <CheckRow label="Rig and report as JSON" checked={withJson} onChange={setWithJson} />
        </Field>
      </div>
    </>
  );
  const costs = (
    <>
      {result && <FileCosts result={result} sequence={sequence} />}
      {levels.table}
      {!result && cost.error === null && <p className={textCss.secondary}>Writing the file to measure it…</p>}
      <span className={layoutCss.grow} />
      {cost.error !== null && <ErrorNote error={cost.error} />}
      {result && cost.error === null && (
        <FileVerdicts
          result={result}
          influences={options.influences}
          sequence={sequence}
          losesShear={options.shear === "nearest" && isExportLossy(result)}
        />
      )}
    </>
  );
  return {
    extension,
    options: fields,
    costs,
    busy: (cost.busy && !noClip) || levels.busy,
    ready,
    save,
  };
}
