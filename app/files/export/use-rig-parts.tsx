import { useMemo, useState } from "react";
import type { ExportOptions, ExportResult } from "../../../workers/client";
import { poseByName } from "../../../workers/geometry/posing/carried-pose";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../workers/model/files/export-formats";
import { exportDefaults } from "../../../workers/model/files/export-options";
import { type ExportTargetId, targetOptions } from "../../../workers/model/files/export-targets";
import type { FileUnit } from "../../../workers/model/files/skeleton-export";
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
import { Dropdown } from "../../ui/choices/Dropdown";
import { Field } from "../../ui/fields/Field";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import textCss from "../../ui/text/text.module.css";
import { ClipChecks } from "../open/ClipChecks";
import { ErrorNote } from "./ErrorNote";
import type { ExportParts } from "./export-parts";
import { CompressionFields } from "./fields/CompressionFields";
import { CurveFields } from "./fields/CurveFields";
import { FileUnitField } from "./fields/FileUnitField";
import { KeptInfluences } from "./fields/KeptInfluences";
import { TexturePlaceField } from "./fields/TexturePlaceField";
import { useLevels } from "./levels/use-levels";
import { Compromises } from "./report/Compromises";
import { FileFigures } from "./report/FileFigures";
import { saveWhole } from "./save-whole";
import { useLatestJob } from "./use-latest-job";

const NO_POSES: readonly Pose[] = [];
const SHEARS = [
  { value: "pairs" as const, label: "Pairs of nodes", note: "exact" },
  { value: "nearest" as const, label: "Nearest", note: "one node a bone" },
];

/** ", 0.5 MB" for a file that contains the correction. */
function correctionSize(result: ExportResult | null): string {
  const bytes = result?.bytesByKind.correction;
  return bytes ? `, ${formatBytes(bytes)}` : "";
}

/** The usual options, or those of a target. */
const presetOf = (target: ExportTargetId, sequence: MeshSequence, rig: Rig): ExportOptions =>
  target === "gltf" ? exportDefaults(sequence, rig) : targetOptions(target, sequence, rig);

/** @param chosen the format, or null while it is one of skeletons alone */
export function useRigParts(
  sequence: MeshSequence,
  rig: Rig,
  chosen: ExportFormatId | null,
  target: ExportTargetId,
): ExportParts {
  const stores = useStores();
  const { client } = useStudio();
  const report = useDocument((state) => state.report);
  const active = chosen !== null;
  const { extension, mediaType, holds } = EXPORT_FORMATS[chosen ?? "glb"];
  const units: readonly FileUnit[] = holds.units;
  const preset = useMemo(() => presetOf(target, sequence, rig), [target, sequence, rig]);
  const [given, setGiven] = useState({ preset, options: preset });
  // Another target begins with its own options, but with the clips that were chosen.
  const own = given.preset === preset ? given.options : { ...preset, clips: given.options.clips };
  const unit = own.unit && units.includes(own.unit) ? own.unit : units[0];
  const options: ExportOptions = { ...own, format: chosen ?? "glb", unit };
  const setOptions = (next: ExportOptions) => setGiven({ preset, options: next });
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
    await saveWhole(client, result, file, mediaType);
    if (withJson) {
      const json = await client.exportRigJson({ sequence, rig, report }).result;
      download(json, `${safeFileName(name)}.rig.json`, "application/json");
    }
    for (const level of levels.levels) {
      const own = { ...options, poses: poses.map((pose) => poseByName(pose, rig.bones, level.rig.bones)) };
      const made = await client.exportFile({ sequence, rig: level.rig, options: own }).result;
      const ofLevel = `${safeFileName(name)}-${level.report.bones}${extension}`;
      await saveWhole(client, made, ofLevel, mediaType);
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
          reset={Math.min(preset.influences, most)}
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
          <Field label="Shear">
            <Dropdown
              label="Shear"
              value={options.shear ?? "pairs"}
              options={SHEARS}
              changed={(options.shear ?? "pairs") !== (preset.shear ?? "pairs")}
              onChange={(shear) => change({ shear })}
            />
          </Field>
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
        {sequence.frameCount > 1 && <CurveFields {...{ sequence, rig, options, preset, result, change }} />}
      </div>
      <div className={dialogCss.section}>
        <div className={`${textCss.strong} ${dialogCss.title}`}>File</div>
        <CompressionFields options={options} preset={preset} change={change} />
        <UpAxisField value={options.upAxis} axes={["y", "z"]} onChange={(upAxis) => change({ upAxis })} />
        {units.length > 1 && (
          <FileUnitField value={unit} units={units} onChange={(next) => change({ unit: next })} />
        )}
        {holds.textures.length > 1 && (sequence.images?.length ?? 0) > 0 && (
          <TexturePlaceField options={options} change={change} />
        )}
        <Field label="Also write">
          <CheckRow label="Rig and report as JSON" checked={withJson} onChange={setWithJson} />
        </Field>
      </div>
    </>
  );
  const costs = (
    <>
      {result && <FileFigures {...{ result, options, sequence, rig }} busy={cost.busy} />}
      {levels.table}
      {!result && cost.error === null && <p className={textCss.secondary}>Writing the file to measure it…</p>}
      {cost.error !== null && <ErrorNote error={cost.error} />}
      {result && cost.error === null && (
        <Compromises result={result} options={{ ...options, poses }} sequence={sequence} />
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
