import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { UNWATCHED } from "../../../model/task";
import { StrictBench } from "../../strict/strict-bench";
import { character } from "../../testing/characters";
import { treeOfRig } from "../../tree/skeleton-tree";
import { improveSkeleton, type Reached } from "../improve";
import { swapEdges } from "./swap-edges";
import { isLink, linksOfTree } from "./tree-links";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const PULL = 1e-2;

/** A tail whose fifth bone has a wrong parent, with weights and motion that have settled to the wrong tree. */
async function wrongTail(iterations: number): Promise<{ bench: StrictBench; reached: Reached }> {
  const { sequence, truth } = character("tail", 3, { frames: 8, sides: 5, rings: 5 });
  const bench = await StrictBench.open(makeSerial, sequence, truth, 4, UNWATCHED);
  const bones = truth.bones.map((bone, j) => (j === 5 ? { ...bone, parent: 3 } : bone));
  const state = bench.stateOf(treeOfRig({ bones }), true);
  const error = await bench.fit(state, { steps: 10, pull: PULL }, UNWATCHED);
  const options = { iterations, pull: PULL, tolerance: 0 };
  const reached = await improveSkeleton(bench, { state, error, objective: Infinity }, options, UNWATCHED);
  return { bench, reached };
}

async function hasRightParent({ iterations, patient }: { iterations: number; patient: boolean }) {
  const { bench, reached } = await wrongTail(iterations);
  const options = { pull: PULL, mirror: null, patient, mayGoOn: () => true };
  const found = await swapEdges(bench, reached, options, UNWATCHED);
  bench.parallel.dispose();
  expect(found.reached.error).toBeLessThan(reached.error);
  return linksOfTree(found.reached.state.tree).some((link) => isLink(link, 4, 5));
}

describe("swapEdges", () => {
  it("finds the right parent before weights have settled to a wrong tree", async () => {
    expect(await hasRightParent({ iterations: 5, patient: false })).toBe(true);
  });

  it("finds it afterwards too if it may take many iterations, and not otherwise", async () => {
    expect(await hasRightParent({ iterations: 60, patient: false })).toBe(false);
    expect(await hasRightParent({ iterations: 60, patient: true })).toBe(true);
  });
});
