import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { distancesOf, FAR } from "../strict/pulls";
import { StrictBench } from "../strict/strict-bench";
import { limbs } from "../testing/limbs";
import { treeOfRig } from "../tree/skeleton-tree";
import { drawIn } from "./draw-in";
import { improveSkeleton, type Reached } from "./improve";

/** A weak pull, so that iterations leave the joint where it is. */
const PULL = 1e-4;

/**
 * A chain with noise that hardly bends, so its motion hardly determines the joints. One joint is far from its place.
 */
async function farOff() {
  const { sequence, rig, parents } = limbs([-1, 0, 1, 2], 21, { turn: 0.03 });
  const random = createRandom(22);
  const noise = 2e-3 * restDiagonal(sequence);
  const frames = sequence.frames.map((x) => x + noise * random.normal());
  const bones = rig.bones.map((bone, j) => {
    const [x, y, z] = bone.head;
    const head: [number, number, number] = j === 2 ? [x, y, z + 0.35 * restDiagonal(sequence)] : [x, y, z];
    return { ...bone, parent: parents[j], head };
  });
  const given = { ...rig, bones };
  const make = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), { threads: 1 });
  const bench = await StrictBench.open(make, { ...sequence, frames }, given, 4, UNWATCHED);
  const state = bench.stateOf(treeOfRig(given), true);
  const error = await bench.fit(state, { steps: 2, pull: 0, movable: new Uint8Array(4) }, UNWATCHED);
  return { bench, reached: { state, error, objective: Infinity } };
}

const distance = async (bench: StrictBench, { state, error }: Reached) => {
  const pulls = bench.pullsOn(state, error, { pull: PULL }, await bench.statistics(UNWATCHED));
  return Math.max(...distancesOf(pulls, state.tree.joints));
};

describe("drawIn", () => {
  it("brings a far joint near the bend at the cost of little error, while iterations leave it far away", async () => {
    const { bench, reached } = await farOff();
    const start = bench.save(reached.state);
    const options = { iterations: 20, pull: PULL, tolerance: 0 };
    const left = await improveSkeleton(bench, reached, options, UNWATCHED);
    expect(await distance(bench, left)).toBeGreaterThan(1.35 * FAR);
    const again = { ...reached, state: await bench.restore(start, UNWATCHED) };
    const { reached: drawn } = await drawIn(bench, again, { pull: PULL, least: FAR }, UNWATCHED);
    expect(await distance(bench, drawn)).toBeLessThan(1.2 * FAR);
    expect(drawn.error).toBeLessThan(1.1 * left.error);
  });

  it("changes nothing if no joint is far away", async () => {
    const { bench, reached } = await farOff();
    const drawn = await drawIn(bench, reached, { pull: PULL, least: Infinity }, UNWATCHED);
    expect(drawn.reached).toBe(reached);
  });
});
