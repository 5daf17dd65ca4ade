import { useState } from "react";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../../workers/model/files/export/export-formats";
import type { ExportTargetId } from "../../../../workers/model/files/export/export-targets";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Pose } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useStudio } from "../../../actions/studio";
import { formatBytes, formatError, plural } from "../../../common/format";
import { toast } from "../../../document/session/toasts";
import { useDocument, useStores } from "../../../document/use-stores";
import type { ExportParts } from "../export-parts";
import { useLevels } from "../levels/use-levels";
import { SizeTarget } from "../size/SizeTarget";
import { RigCosts } from "./RigCosts";
import { type Extras, RigFields } from "./RigFields";
import { saveRig } from "./save-rig";
import { useRigFile } from "./use-rig-file";
import { useRigOptions } from "./use-rig-options";
import { useShearErrors } from "./use-shear-errors";

const NO_POSES: readonly Pose[] = [];

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
  const { options, preset, change } = useRigOptions(sequence, rig, chosen ?? "glb", target);
  const [extras, setExtras] = useState<Extras>({ poses: true, json: false });
  const [most, setMost] = useState<number | null>(null);
  const poses = extras.poses ? kept : NO_POSES;
  const asks = chosen !== null && options.clips.length > 0;
  const { file, made, written, whole } = useRigFile(sequence, rig, { options, poses, most, asks });
  const { result } = file;
  const ofRig = result && { bytes: result.bytes.length, eRms: result.eRmsInFile };
  const levels = useLevels(sequence, rig, written, ofRig, asks);
  const eRms = made && most === null ? made.eRmsInFile : null;
  const shearErrors = useShearErrors(sequence, rig, options, eRms);

  const save = async (name: string) => {
    if (!result) return;
    const json = extras.json ? { report } : null;
    const content = { sequence, rig, file: result, options: written, poses, json };
    const saved = await saveRig(client, name, { ...content, levels: levels.levels });
    const size = formatBytes(result.bytes.length);
    const clips = plural(options.clips.length, "clip");
    const figures = `${size}, error ${formatError(result.eRmsInFile)}, ${clips}`;
    const count = levels.levels.length;
    const beside = count > 0 ? `, and ${plural(count, "level")} of detail` : "";
    toast(stores, `Exported ${saved}`, `${figures}${beside}`);
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
    <RigCosts
      {...{ sequence, rig, target, asks, file, made, most }}
      options={{ ...written, poses }}
      changeMost={setMost}
      levels={levels.table}
      refine={() => change({ precision: "fine" })}
    />
  );
  const isTooLarge = most !== null && result?.fits === false;
  return {
    extension: EXPORT_FORMATS[chosen ?? "glb"].extension,
    options: fields,
    costs,
    busy: (file.busy && asks) || levels.busy,
    ready: made !== null && asks && levels.ready && !isTooLarge,
    save,
  };
}
