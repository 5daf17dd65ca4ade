import { Clusters } from "./clusters";
import type { Start } from "./start-context";

const ROUNDS = 5;

/**
 * Linde, Buzo & Gray 1980: all clusters are split at their worst vertices. Clusters with the largest error come first.
 */
export const startLbg: Start = async (context, bones, random, task) => {
  const mark = context.parallel.arena.mark();
  const clusters = new Clusters(context, bones);
  await clusters.begin(task);
  while (clusters.count < bones) {
    const { worst, sums } = clusters.summary();
    const order = [...sums.keys()].filter((j) => sums[j] > 0).sort((a, b) => sums[b] - sums[a] || a - b);
    const seeds = order.slice(0, bones - clusters.count).map((j) => worst[j]);
    await clusters.addPatches(seeds.length > 0 ? seeds : [clusters.drawByError(random)], task);
    await clusters.refine(ROUNDS, task);
  }
  const motion = clusters.motion();
  context.parallel.arena.release(mark);
  return motion;
};
