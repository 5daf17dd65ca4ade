import { Clusters } from "./clusters";
import type { Start } from "./start-context";

const ROUNDS = 5;

/** k-means++ (Arthur & Vassilvitskii 2007): each bone starts at a vertex drawn in proportion to its error. */
export const startKmeans: Start = async (context, bones, random, task) => {
  const mark = context.parallel.arena.mark();
  const clusters = new Clusters(context, bones);
  await clusters.begin(task);
  while (clusters.count < bones) await clusters.addPatch(clusters.drawByError(random), task);
  await clusters.refine(ROUNDS, task);
  const motion = clusters.motion();
  context.parallel.arena.release(mark);
  return motion;
};
