// What commands write.
import type { Engine } from "../jobs/engine";
import { isExportLossy } from "../model/glb-export";
import type { MeshSequence } from "../model/mesh-sequence";
import type { Rig } from "../model/rig";
import type { SolveReport } from "../model/solve-report";
import { maxInfluences } from "../model/sparse-weights";
import type { Task } from "../model/task";
import { type Flags, refuse } from "./arguments";
import { checkWritable } from "./whole-file";

/**
 * The files that are asked for.
 * @throws SinewError for the first with another extension than these, or that cannot be written.
 */
export async function outputsOf(flags: Flags, extensions: string[]): Promise<string[]> {
  const outputs = flags.out ?? [];
  checkExtensions(outputs, extensions);
  await checkWritable([...outputs, ...(flags.report === undefined ? [] : [flags.report])]);
  return outputs;
}

function checkExtensions(outputs: string[], extensions: string[]): void {
  const known = (out: string) => extensions.some((extension) => out.toLowerCase().endsWith(extension));
  const unknown = outputs.find((out) => !known(out));
  if (unknown === undefined) return;
  const list = [extensions.slice(0, -1).join(", "), extensions.at(-1)].filter(Boolean).join(" and ");
  refuse(`${unknown || "A file without a name"} cannot be written`, `Sinew writes ${list} files here.`);
}

/** The bytes of a rig's file, by its extension: .json, .sinew or .glb. */
export async function encodeRig(
  engine: Engine,
  out: string,
  { sequence, rig, report }: { sequence: MeshSequence; rig: Rig; report: SolveReport | null },
  task: Task,
): Promise<Uint8Array> {
  if (/\.json$/i.test(out)) return engine.run("exportRigJson", { sequence, rig, report }, task);
  if (/\.sinew$/i.test(out)) return engine.run("saveProject", { sequence, rig, report }, task);
  const options = {
    influences: maxInfluences(rig.weights),
    clips: sequence.clips.map((_, i) => i),
    upAxis: "y" as const,
  };
  const { bytes, eRmsInFile, eRmsNow } = await engine.run("exportGlb", { sequence, rig, options }, task);
  if (rig.boneKind === "affine" && isExportLossy({ eRmsInFile, eRmsNow })) {
    process.stderr.write(
      `${out} cannot hold scaled or sheared bones: its E_RMS is ${eRmsInFile.toFixed(3)} instead of ${eRmsNow.toFixed(3)}.\n`,
    );
  }
  return bytes;
}

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
