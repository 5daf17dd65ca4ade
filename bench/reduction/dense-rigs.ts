import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { flag } from "../../tools/samples/flag";
import { hound } from "../../tools/samples/hound";
import { tentacle } from "../../tools/samples/tentacle";
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { clothPatch } from "../../workers/testing/sequences";
import { CONTEST_CASES } from "../solve/contest/known-cases";
import { UNSEEN_CASES } from "../solve/contest/unseen-cases";
import { sharedSequence } from "../solve/sequences";

/** A row of Table 3 of Le & Deng 2014 (section 1.7 to 1.9): a sequence and its number of bones. */
export interface ReductionCase {
  name: string;
  bones: number;
  /**
   * The published order of normal errors is one of horses and cloth. Elastic bodies break it, and skinned files and
   * generated sequences may. Cloth needs more bytes.
   */
  kind: "body" | "cloth" | "elastic" | "skinned" | "generated";
  sequence: (engine: Engine) => Promise<MeshSequence | null>;
}

type SequenceOf = ReductionCase["sequence"];
const pair =
  (name: string): SequenceOf =>
  (engine) =>
    sharedSequence(engine, [`${name}.obj`, `${name}.pc2`]);
const rigged =
  (file: string): SequenceOf =>
  (engine) =>
    sharedSequence(engine, [`gltf/${file}`]);

/** Needs no file. */
const generated =
  (make: () => MeshSequence): SequenceOf =>
  async () =>
    make();

export const REDUCTION_CASES: ReductionCase[] = [
  { name: "horse-gallop", bones: 15, kind: "body", sequence: pair("horse-gallop") },
  { name: "horse-gallop", bones: 30, kind: "body", sequence: pair("horse-gallop") },
  {
    name: "cloth, generated",
    bones: 20,
    kind: "cloth",
    sequence: generated(() => clothPatch({ size: 64, frames: 48 })),
  },
  { name: "vellum-cloth", bones: 20, kind: "cloth", sequence: pair("vellum-cloth") },
  { name: "flag", bones: 20, kind: "generated", sequence: generated(flag) },
  { name: "hound", bones: 15, kind: "generated", sequence: generated(hound) },
  { name: "tentacle", bones: 15, kind: "generated", sequence: generated(tentacle) },
  { name: "pcow", bones: 15, kind: "elastic", sequence: pair("pcow") },
  { name: "cat-poses", bones: 20, kind: "body", sequence: pair("cat-poses") },
  { name: "Fox", bones: 15, kind: "skinned", sequence: rigged("Fox.glb") },
  { name: "fox-animations", bones: 15, kind: "skinned", sequence: rigged("fox-animations.glb") },
  { name: "dragon-animations", bones: 20, kind: "skinned", sequence: rigged("dragon-animations.glb") },
  { name: "cesium_man", bones: 12, kind: "skinned", sequence: rigged("cesium_man.gltf") },
  { name: "RobotExpressive", bones: 15, kind: "skinned", sequence: rigged("RobotExpressive.glb") },
];

/** The sequences of the contest with this many bones or more: with fewer, few vertices have influences to lose. */
const MANY_BONES = 8;

/** Sequences that were not made to try reductions. */
export const UNSEEN_REDUCTION_CASES: ReductionCase[] = [
  { name: "horse-poses", bones: 20, kind: "body", sequence: pair("horse-poses") },
  { name: "chickenCrossing", bones: 20, kind: "body", sequence: pair("chickenCrossing") },
  ...[...CONTEST_CASES, ...UNSEEN_CASES]
    .filter(({ bones }) => bones >= MANY_BONES)
    .map(
      ({ name, bones, sequence }) =>
        ({ name, bones, kind: "generated", sequence: generated(sequence) }) as const,
    ),
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
