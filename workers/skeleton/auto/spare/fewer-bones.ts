import { lossOfBones } from "../../../decompose/methods/ssdr/moves";
import { motionOfRows } from "../../../decompose/phases/blend-state";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import { withoutBones } from "../../../model/rig/bone-tree";
import type { Rig } from "../../../model/rig/rig";
import { WeightBuilder } from "../../../model/rig/weight-builder";
import type { MethodTools } from "../../method";
import { closeJoints } from "../../strict/cut";
import { StrictBench } from "../../strict/strict-bench";
import { overlapsOfStatistics } from "../../tree/bone-overlaps";
import { treeFromLinks, treeOfRig } from "../../tree/skeleton-tree";
import { findMerges } from "../moves/merges";

/**
 * The rig without its cheapest bone, without its two cheapest, and so on. Weights are found again after each, so that
 * of two bones that move alike only one goes. The others keep their motion.
 * @param cheap a bone may go if without it, with new weights, the error would be this if there were none before, in
 * percent of the diagonal.
 */
export async function fewerAndFewer(
  input: ExtractInput,
  rig: Rig,
  cheap: number,
  tools: Pick<MethodTools, "makeParallel" | "task">,
): Promise<Rig[]> {
  const found: Rig[] = [];
  for (let next: Rig | null = rig; next; ) {
    next = await withoutCheapest(input, next, cheap, tools);
    if (next) found.push(next);
  }
  return found;
}

/** The rig without the bone whose loss matters least, or null if each one matters. */
async function withoutCheapest(
  { sequence, settings }: ExtractInput,
  rig: Rig,
  cheap: number,
  { makeParallel, task }: Pick<MethodTools, "makeParallel" | "task">,
): Promise<Rig | null> {
  const { influences } = settings;
  const h = rig.bones.length;
  if (h < 2) return null;
  const bench = await StrictBench.open(makeParallel, sequence, rig, influences, task);
  try {
    const state = bench.stateOf(treeOfRig(rig), true);
    const { solver, blend, problem } = bench;
    await bench.fitWeights(solver.options.search, task);
    const losses = await lossOfBones(solver, blend, task);
    const overlaps = overlapsOfStatistics((await bench.statistics(task)).normal, h);
    const motion = motionOfRows(blend.bones, problem.frameCount, h);
    const merges = findMerges(state.tree, motion, overlaps, losses);
    const { bone, links, roots } = merges.reduce((p, q) => (losses[q.bone] < losses[p.bone] ? q : p));
    if (bench.percent(losses[bone]) > cheap) return null;
    const fitted = bench.rigOf(state, true);
    const tree = treeFromLinks(h, links, roots, state.tree.joints);
    return withoutBone(closeJoints(fitted, bench.treeOf({ ...state, tree })), bone);
  } finally {
    bench.parallel.dispose();
  }
}

/** The rig without a bone. The vertices that the bone moved have no bones until weights are found again. */
function withoutBone(rig: Rig, bone: number): Rig {
  const { offsets, bones } = rig.weights;
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (!bones.subarray(offsets[i], offsets[i + 1]).includes(bone)) rows.copy(rig.weights, i);
    rows.endRow();
  }
  return withoutBones({ ...rig, weights: rows.weights() }, new Set([bone])).rig;
}
