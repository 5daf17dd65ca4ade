import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { FAR } from "../strict/pulls";
import { StrictBench } from "../strict/strict-bench";
import { limbs } from "../testing/limbs";
import { treeOfRig } from "../tree/skeleton-tree";
import { settleWithFreeJoints } from "./free-joints";
import { improveSkeleton } from "./improve";
import { settleSkeleton } from "./settle";

const PULL = 0.01;

/**
 * Two bones that are separate shells, with some noise, as a search would leave them. Their weights meet nowhere, so the
 * joint is pulled to the middle between them, far from its true place.
 */
async function apart() {
  const { sequence, rig, parents } = limbs([-1, 0], 3, { rigid: true });
  const random = createRandom(4);
  const noise = 1e-3 * restDiagonal(sequence);
  const frames = sequence.frames.map((x) => x + noise * random.normal());
  const given = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) };
  const make = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), { threads: 1 });
  const bench = await StrictBench.open(make, { ...sequence, frames }, given, 4, UNWATCHED);
  const state = bench.stateOf(treeOfRig(given), true);
  const error = await bench.fit(state, { steps: 5, pull: 0 }, UNWATCHED);
  return { bench, found: { state, error, objective: Infinity } };
}

describe("the last iterations", () => {
  it("keep the skeleton that a search found where a bound would move a joint", async () => {
    const { bench, found } = await apart();
    const start = bench.save(found.state);
    const bounds = new Float64Array(2).fill(FAR);
    const options = { iterations: 50, pull: PULL, tolerance: 0, bounds };
    const held = await improveSkeleton(bench, found, options, UNWATCHED);
    const again = { ...found, state: await bench.restore(start, UNWATCHED) };
    const settled = await settleSkeleton(
      bench,
      again,
      { pull: PULL, bounds, sampled: false, mayGoOn: () => true },
      UNWATCHED,
    );
    expect(bench.percent(held.error)).toBeGreaterThan(2 * bench.percent(found.error));
    expect(bench.percent(settled.error)).toBeLessThan(1.1 * bench.percent(found.error));
  });

  it("lower the error with free joints, and leave the best of their tries in the bench", async () => {
    const { bench, found } = await apart();
    const free = { pull: 1e-4, seed: 1, mayGoOn: () => true };
    const settled = await settleWithFreeJoints(bench, found, free, UNWATCHED);
    expect(settled.error).toBeLessThan(found.error);
    expect(await bench.fitWeights("evaluate", UNWATCHED)).toBeCloseTo(settled.error, 8);
  });
});
