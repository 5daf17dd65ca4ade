/**
 * The first step of EP-LBS (Hopkins 2017, algorithm 4.1): k-means by the angle between feature vectors groups vertices
 * by the motion of their one-rings, and each group gives a rigid bone. Disjoint parts that move alike share a bone.
 */
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import { sampleStep } from "../problem/sample";
import { Clusters, rigidClusterBytes } from "./clusters";
import { cosineKmeans, kmeansBytes, normaliseDirections } from "./cosine-kmeans";
import { featureWidth, type RingFeatures, ringFeatures, ringMotionBytes } from "./ring-motions";
import type { Start, StartContext } from "./start-context";

const GROUPING = { restarts: 3, rounds: 15 };
/** The most numbers of a feature. Longer features are folded, which keeps distances to about a tenth. */
const MOST_NUMBERS = 512;

export const startOneRing: Start = async (context, bones, random, task) => {
  const { parallel } = context;
  const mark = parallel.arena.mark();
  const features = await oneRingFeatures(context, task);
  const { labels } = await cosineKmeans(parallel, features, bones, GROUPING, random, task);
  parallel.arena.release(mark);
  return bonesOfGroups(context, labels, bones, random, task);
};

/** Features of the sample's vertices over all frames, of length 1, at the top of the arena. */
export async function oneRingFeatures(context: StartContext, task: Task): Promise<RingFeatures> {
  const frames = Array.from({ length: context.problem.frameCount }, (_, k) => k);
  if (9 * frames.length > MOST_NUMBERS) {
    context.notes.add(
      `The one-ring start folds the ${9 * frames.length} numbers of a vertex's motion to ${MOST_NUMBERS}.`,
    );
  }
  const options = { vertices: context.sample.members, least: 1, frames, most: MOST_NUMBERS };
  const features = await ringFeatures(context, options, task);
  normaliseDirections(features);
  return features;
}

/**
 * Fits one rigid bone to each group of the sample's vertices, F·bones·12. If groups do not determine a motion, the
 * missing bones start where the others fit worst.
 */
export async function bonesOfGroups(
  context: StartContext,
  labels: ArrayLike<number>,
  bones: number,
  random: Random,
  task: Task,
): Promise<Float64Array> {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const clusters = new Clusters(context, bones);
  await clusters.adopt(labels, bones, task);
  while (clusters.count < bones) {
    const largest = clusters.errors.some((error) => error > 0);
    await clusters.addPatch(largest ? clusters.worstVertex() : clusters.drawByError(random), task);
  }
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
}

/** The number of vertices with features, and the length of a feature. */
export const oneRingCount = (vertices: number) => Math.ceil(vertices / sampleStep(vertices));
export const oneRingWidth = (frames: number) => featureWidth(frames, MOST_NUMBERS);

/** The most arena bytes for the start. */
export function oneRingBytes(
  size: { vertices: number; corners: number; frames: number; rank: number; bones: number },
  threads: number,
): number {
  const { vertices, frames, rank, bones } = size;
  const count = oneRingCount(vertices);
  const rings = ringMotionBytes(size, { count, least: 1, most: MOST_NUMBERS }, threads);
  const width = oneRingWidth(frames);
  const problem = { vertexCount: vertices, frameCount: frames, rank };
  return rings + kmeansBytes(count, width, bones) + rigidClusterBytes(problem, bones, threads);
}
