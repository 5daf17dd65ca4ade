import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { clothPatch } from "../../workers/testing/sequences";
import { sharedSequence } from "../solve/sequences";

/** A row of Table 3 of Le & Deng 2014 (section 1.7 to 1.9): a sequence and its number of bones. */
export interface ReductionCase {
  name: string;
  bones: number;
  sequence: (engine: Engine) => Promise<MeshSequence | null>;
}

const pair = (name: string) => (engine: Engine) => sharedSequence(engine, [`${name}.obj`, `${name}.pc2`]);

export const REDUCTION_CASES: ReductionCase[] = [
  { name: "horse-gallop", bones: 15, sequence: pair("horse-gallop") },
  { name: "horse-gallop", bones: 30, sequence: pair("horse-gallop") },
  { name: "cloth, generated", bones: 20, sequence: async () => clothPatch({ size: 64, frames: 48 }) },
  { name: "pcow", bones: 15, sequence: pair("pcow") },
  { name: "cat-poses", bones: 20, sequence: pair("cat-poses") },
  { name: "vellum-cloth", bones: 20, sequence: pair("vellum-cloth") },
];

/**
 * Solves a rig by SSDR. Weights are dense with 0 influences.
 * @param folder keeps solved rigs for the next run, or null.
 */
export async function ssdrRig(
  engine: Engine,
  { name, bones }: ReductionCase,
  sequence: MeshSequence,
  influences: number,
  folder: string | null,
): Promise<Rig> {
  const file = folder && join(folder, `${name}-${bones}-${influences}.rig`);
  if (file && existsSync(file)) return deserialize(readFileSync(file)) as Rig;
  const settings = { ...SOLVE_DEFAULTS, method: "ssdr", bones, influences } as const;
  const { rig } = await engine.run("decompose", { sequence, settings, from: null, locks: null }, UNWATCHED);
  if (file) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, serialize(rig));
  }
  return rig;
}
