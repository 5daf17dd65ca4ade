// The options of a rig's file in the flags.
import { COMPRESSIONS, PRECISIONS } from "../../model/files/export/compression";
import { exportFormatOf, TEXTURE_PLACES } from "../../model/files/export/export-formats";
import {
  type ExportOptions,
  HELPER_COUNTS,
  ROOT_MOTIONS,
  SHAPE_POLICIES,
  SHEARS,
} from "../../model/files/export/export-options";
import { EXPORT_TARGET_IDS, targetOptions } from "../../model/files/export/export-targets";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../model/mesh/streamed-sequence";
import { MOST_BONES, type Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { refuseCommand } from "../status";
import { type Flags, number, oneOf } from "./arguments";
import { spaceOptions } from "./space-flags";

const MOST_KEYS_A_SECOND = 1000;

/** "0.5", a length, or "0.01%" of the diagonal. */
function toleranceOf(text: string, sequence: SequenceMesh): number {
  const match = /^\s*(\d*\.?\d+(?:e[-+]?\d+)?)\s*(%?)\s*$/i.exec(text);
  const value = match ? Number(match[1]) : Number.NaN;
  if (!(value >= 0 && value < Infinity)) {
    refuseCommand(
      `--key-tolerance ${text} cannot be used`,
      'It takes a length in the unit of the mesh, such as "0.5", or a part of the diagonal, such as "0.01%".',
    );
  }
  return match?.[2] ? (value / 100) * restDiagonal(sequence) : value;
}

/**
 * "400k", "1.5M" or "400000": bytes, a thousand to a kilobyte as the studio counts them; null without the flag.
 * @throws CommandError for an invalid value.
 */
export function mostBytes(flags: Flags): number | null {
  const text = flags["max-bytes"];
  if (text === undefined) return null;
  const match = /^\s*(\d*\.?\d+)\s*([kM]?)B?\s*$/i.exec(text);
  const unit = { "": 1, k: 1e3, m: 1e6 }[match?.[2].toLowerCase() ?? ""] ?? 1;
  const value = match ? Math.floor(Number(match[1]) * unit) : 0;
  if (value > 0) return value;
  return refuseCommand(`--max-bytes ${text} cannot be used`, 'It takes a size such as "400k" or "1.5M".');
}

/**
 * The options that flags ask for.
 * @throws CommandError for an invalid value.
 */
export function exportFlags(flags: Flags, sequence: SequenceMesh): Partial<ExportOptions> {
  const tolerance = flags["key-tolerance"];
  const asked: Partial<ExportOptions> = {
    keyTolerance: tolerance === undefined ? undefined : toleranceOf(tolerance, sequence),
    keyRate: number(flags, "key-rate", 0, MOST_KEYS_A_SECOND) ?? undefined,
    rootMotion: oneOf(flags, "root-motion", ROOT_MOTIONS) ?? undefined,
    closeLoops: flags["close-loops"],
    shear: oneOf(flags, "shear", SHEARS) ?? undefined,
    helpers: HELPER_COUNTS.find((count) => count === number(flags, "shear-helpers", 2, 4)),
    shapes: oneOf(flags, "shapes", SHAPE_POLICIES) ?? undefined,
    mostBones: number(flags, "most-bones", 1, MOST_BONES) ?? undefined,
    compression: oneOf(flags, "compression", COMPRESSIONS) ?? undefined,
    precision: oneOf(flags, "precision", PRECISIONS) ?? undefined,
    textures: oneOf(flags, "textures", TEXTURE_PLACES) ?? undefined,
  };
  oneOf(flags, "target", EXPORT_TARGET_IDS);
  mostBytes(flags);
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** The options of a rig's file: the target's or the default ones, changed by flags. */
export function exportOptionsOf(
  flags: Flags,
  sequence: SequenceMesh,
  rig: Rig,
  extension: string,
): ExportOptions {
  const target = oneOf(flags, "target", EXPORT_TARGET_IDS);
  const format = exportFormatOf(extension) ?? "glb";
  const usual: ExportOptions = {
    influences: maxInfluences(rig.weights),
    clips: sequence.clips.map((_, i) => i),
    upAxis: "y",
  };
  return {
    ...(target ? targetOptions(target, sequence, rig) : usual),
    ...exportFlags(flags, sequence),
    ...spaceOptions(flags, format),
    format,
  };
}
