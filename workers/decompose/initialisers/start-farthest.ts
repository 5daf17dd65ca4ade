import { Clusters } from "./clusters";
import type { Start } from "./start-context";

/** Assignment rounds after all bones are placed. */
const ROUNDS = 5;

/** Farthest-error insertion: each bone starts where the earlier ones fit worst. */
export const startFarthest: Start = async (context, bones, _random, task) => {
  const mark = context.parallel.arena.mark();
  const clusters = new Clusters(context, bones);
  await clusters.begin(task);
  while (clusters.count < bones) await clusters.addPatch(clusters.worstVertex(), task);
  await clusters.refine(ROUNDS, task);
  const motion = clusters.motion();
  context.parallel.arena.release(mark);
  return motion;
};
