/** Rigs of real sequences for clients, if the measurements' data are beside the project. */
import { sharedSequence } from "../../bench/solve/sequences";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
} from "../../workers/model/skeleton/extract/extract-settings";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { ALL, type ClientCase } from "./cases";

export const engine = createEngine(nodeParallel, 2);

const STRICT = "horse-gallop, strict skeleton";
const SHEAR = "horse-gallop, bones that shear";

/**
 * Short solves are enough, because the test does not depend on the quality of a rig.
 * @param word a part of the names of the cases
 */
export async function realCases(word: string): Promise<ClientCase[]> {
  if (![STRICT, SHEAR].some((name) => name.includes(word))) return [];
  const sequence = await sharedSequence(engine, ["horse-gallop.obj", "horse-gallop.pc2"]);
  if (!sequence) return [];
  const solving: SolveSettings = {
    ...SOLVE_DEFAULTS,
    ...{ boneKind: "affine", bones: 20, influences: 4, iterations: 5 },
  };
  const affine = await engine.run(
    "decompose",
    { sequence, settings: solving, from: null, locks: null },
    UNWATCHED,
  );
  const settings: ExtractSettings = { ...EXTRACT_DEFAULTS, method: "schaefer", bones: 20 };
  const { rig } = await engine.run("extractSkeleton", { sequence, settings, from: null }, UNWATCHED);
  return [
    { name: STRICT, sequence, rig, options: ALL, bvh: true },
    { name: SHEAR, sequence, rig: affine.rig, options: ALL },
  ];
}
