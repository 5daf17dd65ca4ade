import type { ReactNode } from "react";
import type { ExportOptions, ExportResult } from "../../../../workers/client";
import { EXPORT_FORMATS } from "../../../../workers/model/files/export/export-formats";
import { mostInFile } from "../../../../workers/model/files/export/export-targets";
import type { FileUnit } from "../../../../workers/model/files/export/skeleton-export";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { formatBytes, plural } from "../../../common/format";
import { useDocument } from "../../../document/use-stores";
import { UpAxisField } from "../../../panels/fields/SpaceFields";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Field } from "../../../ui/fields/Field";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import { ClipChecks } from "../fields/ClipChecks";
import { CompressionFields } from "../fields/CompressionFields";
import { CurveFields } from "../fields/CurveFields";
import { FileUnitField } from "../fields/FileUnitField";
import { KeptInfluences } from "../fields/KeptInfluences";
import { TextureList } from "../fields/TextureList";
import { TexturePlaceField } from "../fields/TexturePlaceField";
import { ShapesField } from "./ShapesField";
import { ShearField } from "./ShearField";
import type { ShearErrors } from "./use-shear-errors";

/** Optional contents besides the engine's options. */
export interface Extras {
  /** The kept poses, as clips. */
  poses: boolean;
  /** Rig and report as JSON, in a second file. */
  json: boolean;
}

interface RigFieldsProps {
  sequence: SequenceMesh;
  rig: Rig;
  options: ExportOptions;
  /** The options that the target sets. */
  preset: ExportOptions;
  /** The last file that was made. */
  result: ExportResult | null;
  shearErrors: ShearErrors;
  /** Fields of the levels of detail. */
  levels: ReactNode;
  extras: Extras;
  change(next: Partial<ExportOptions>): void;
  changeExtras(next: Partial<Extras>): void;
}

/** ", 0.5 MB" for a file that contains the correction. */
function morphSize(result: ExportResult | null): string {
  const bytes = result?.bytesByKind.morphs;
  return bytes ? `, ${formatBytes(bytes)}` : "";
}

/** Influences, correction, shear and levels of detail. */
function RigSection({ sequence, rig, options, preset, result, shearErrors, levels, change }: RigFieldsProps) {
  const most = mostInFile(rig, options.shear);
  const { shapes = [] } = sequence;
  const { holds } = EXPORT_FORMATS[options.format ?? "glb"];
  return (
    <DialogSection title="Rig">
      <KeptInfluences
        value={options.influences}
        most={most}
        reset={Math.min(preset.influences, most)}
        onCommit={(influences) => change({ influences })}
      />
      {rig.correction && (
        <CheckRow
          label="With correction"
          end={`${plural(rig.correction.rank, "morph target")}${morphSize(result)}`}
          checked={options.correction !== false}
          onChange={(correction) => change({ correction })}
        />
      )}
      {shapes.length > 0 && holds.morphs && (
        <ShapesField
          shapes={shapes}
          value={options.shapes ?? "auto"}
          onChange={(kept) => change({ shapes: kept })}
        />
      )}
      {rig.boneKind === "affine" && (
        <ShearField
          value={options.shear ?? "pairs"}
          preset={preset.shear ?? "pairs"}
          errors={shearErrors}
          onChange={(shear) =>
            change({ shear, influences: Math.min(options.influences, mostInFile(rig, shear)) })
          }
        />
      )}
      {levels}
    </DialogSection>
  );
}

/** Clips, kept poses and the options for curves. */
function AnimationSection(props: RigFieldsProps) {
  const { sequence, options, extras, change, changeExtras } = props;
  const kept = useDocument((state) => state.poses);
  return (
    <DialogSection title="Animation">
      <ClipChecks clips={sequence.clips} chosen={options.clips} onChange={(clips) => change({ clips })} />
      {kept.length > 0 && (
        <>
          <CheckRow
            label="Kept poses"
            end={plural(kept.length, "pose")}
            checked={extras.poses}
            onChange={(poses) => changeExtras({ poses })}
          />
          <p className={`${textCss.tertiary} ${textCss.hint}`}>
            Each pose becomes a clip of one frame. In Blender, choose Mark as Asset to add it to the pose
            library.
          </p>
        </>
      )}
      {sequence.frameCount > 1 && <CurveFields {...props} />}
    </DialogSection>
  );
}

/** How the file stores its numbers, and which files are written with it. */
function FileSection({ sequence, options, preset, extras, change, changeExtras }: RigFieldsProps) {
  const { holds } = EXPORT_FORMATS[options.format ?? "glb"];
  const units: readonly FileUnit[] = holds.units;
  return (
    <DialogSection title="File">
      {holds.compression.length > 1 && (
        <CompressionFields options={options} preset={preset} change={change} />
      )}
      <UpAxisField value={options.upAxis} axes={["y", "z"]} onChange={(upAxis) => change({ upAxis })} />
      {units.length > 1 && (
        <FileUnitField value={options.unit ?? units[0]} units={units} onChange={(unit) => change({ unit })} />
      )}
      {holds.textures.length > 1 && (sequence.images?.length ?? 0) > 0 && (
        <TexturePlaceField options={options} change={change} />
      )}
      <Field label="Also write">
        <CheckRow
          label="Rig and report as JSON"
          checked={extras.json}
          onChange={(json) => changeExtras({ json })}
        />
      </Field>
    </DialogSection>
  );
}

/** The options of a file with a rig. */
export function RigFields(props: RigFieldsProps) {
  return (
    <>
      <RigSection {...props} />
      <AnimationSection {...props} />
      <TextureList sequence={props.sequence} format={props.options.format ?? "glb"} />
      <FileSection {...props} />
    </>
  );
}
