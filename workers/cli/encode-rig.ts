// Files of rigs, and reports.
import type { Engine } from "../jobs/engine";
import { isExportLossy } from "../model/files/glb-export";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { errorFigure } from "../model/reports/figures";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import type { Output } from "./output/output-set";

/** Formats of rigs; a pipe gets the first. */
export const RIG_FORMATS = [".glb", ".json", ".sinew"] as const;

/** The bytes of a rig's file. */
export async function encodeRig(
  engine: Engine,
  { name, format }: Output,
  { sequence, rig, report }: { sequence: MeshSequence; rig: Rig; report: SolveReport | null },
  task: Task,
): Promise<Uint8Array> {
  if (format === ".json") return engine.run("exportRigJson", { sequence, rig, report }, task);
  if (format === ".sinew") return engine.run("saveProject", { sequence, rig, report }, task);
  const options = {
    influences: maxInfluences(rig.weights),
    clips: sequence.clips.map((_, i) => i),
    upAxis: "y" as const,
  };
  const { bytes, eRmsInFile, eRmsNow } = await engine.run("exportGlb", { sequence, rig, options }, task);
  if (rig.boneKind === "affine" && isExportLossy({ eRmsInFile, eRmsNow })) {
    process.stderr.write(
      `${name} cannot hold scaled or sheared bones: its E_RMS is ${errorFigure(eRmsInFile)} instead of ${errorFigure(eRmsNow)}.\n`,
    );
  }
  return bytes;
}

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
