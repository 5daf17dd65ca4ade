// The options of an animation in the flags.
import { exportFormatOf } from "../../model/files/export-formats";
import type { ExportOptions } from "../../model/files/export-options";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Output } from "../output/output-set";
import { refuseCommand } from "../status";
import type { Flags } from "./arguments";

type CurveOptions = Pick<ExportOptions, "keyTolerance" | "rootMotion" | "closeLoops" | "shear">;

/** "0.5", a length, or "0.01%" of the diagonal. */
function toleranceOf(text: string | undefined, sequence: MeshSequence): number {
  if (text === undefined) return 0;
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

/** @throws CommandError for an invalid value. */
export function curveOptions(flags: Flags, sequence: MeshSequence): CurveOptions {
  const rootMotion = flags["root-motion"] ?? "keep";
  if (rootMotion !== "keep" && rootMotion !== "extract") {
    return refuseCommand(`--root-motion ${rootMotion} cannot be used`, "It takes keep or extract.");
  }
  const shear = flags.shear ?? "pairs";
  if (shear !== "pairs" && shear !== "nearest") {
    return refuseCommand(`--shear ${shear} cannot be used`, "It takes pairs or nearest.");
  }
  return {
    keyTolerance: toleranceOf(flags["key-tolerance"], sequence),
    rootMotion,
    closeLoops: flags["close-loops"] ?? false,
    shear,
  };
}

/** @throws CommandError for flags of an animation if no file with one is asked for. */
export function refuseCurvesWithoutClips(flags: Flags, outputs: readonly Output[]): void {
  const names = ["key-tolerance", "root-motion", "close-loops", "shear"] as const;
  const given = names.find((name) => flags[name] !== undefined);
  if (!given || outputs.some(({ format }) => exportFormatOf(format))) return;
  refuseCommand(
    `--${given} has no use without a .glb`,
    "It is for the animation in such a file: write one, or leave it out.",
  );
}
