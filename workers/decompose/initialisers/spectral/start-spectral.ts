/**
 * Bones from spectral clustering of motion, the start of LSSP (Hasler, Thormählen, Rosenhahn & Seidel 2010). The paper
 * only says that the clustering is self-tuning. The dissimilarity of two vertices is Sinew's own: the mean over the
 * poses of (change of their distance)² + ρ² |R_a − R_b|², with R the rotation of a small patch around each. It compares
 * pairs within one pose at a time, so neither the order of poses nor the motion of the whole body matters. It uses no
 * edges, so shells do not matter either.
 *
 * Landmarks represent the vertices. Their groups give rigid bones, every vertex goes to the bone with the least error,
 * and bones are fitted once more. Long sequences use 64 frames.
 */
import { kernels } from "../../../kernels/kernels.generated";
import type { Random } from "../../../math/random";
import { frameAt } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";
import { sampleStep } from "../../problem/sample";
import { Clusters, rigidClusterBytes } from "../clusters";
import { ringFeatures, ringMotionBytes } from "../ring-motions";
import type { Start, StartContext } from "../start-context";
import { spectralBytes, spectralGroups } from "./spectral-groups";

const MOST_LANDMARKS = 1500;
const MOST_FRAMES = 64;
/** Vertices of a patch. */
const PATCH = 20;
/** ρ in normalised lengths: the weight of a rotation relative to a change of distance. */
const TURN = 0.03;
/** The most groups that the landmarks can distinguish. Further bones start where these fit worst. */
const MOST_GROUPS = 150;

export const startSpectral: Start = async (context, bones, random, task) => {
  const { arena } = context.parallel;
  const { vertexCount, frameCount } = context.sample.problem;
  if (vertexCount > MOST_LANDMARKS || frameCount > MOST_FRAMES) {
    context.notes.add(
      `The spectral start compares ${Math.min(vertexCount, MOST_LANDMARKS)} vertices in ` +
        `${Math.min(frameCount, MOST_FRAMES)} of ${frameCount} frames.`,
    );
  }
  if (bones > MOST_GROUPS) {
    context.notes.add(
      `The spectral start finds ${MOST_GROUPS} groups. Further bones start where the error is largest.`,
    );
  }
  const mark = arena.mark();
  const picked = landmarks(vertexCount, random);
  const k = Math.min(bones, MOST_GROUPS, Math.max(1, Math.floor(picked.length / 4)));
  const labels = new Int32Array(vertexCount).fill(-1);
  const groups = await groupsOf(context, picked, k, random, task);
  picked.forEach((n, at) => {
    labels[n] = groups[at];
  });
  arena.release(mark);
  const clusters = new Clusters(context, bones);
  await clusters.adopt(labels, k, task);
  await clusters.refine(1, task);
  while (clusters.count < bones) {
    const some = clusters.errors.some((error) => error > 0);
    await clusters.addPatch(some ? clusters.worstVertex() : clusters.drawByError(random), task);
  }
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/** The most arena bytes for the start. */
export function spectralStartBytes(
  size: { vertices: number; corners: number; frames: number; rank: number; bones: number },
  threads: number,
): number {
  const { vertices, frames, rank, bones } = size;
  const count = Math.min(MOST_LANDMARKS, Math.ceil(vertices / sampleStep(vertices)));
  const seen = Math.min(frames, MOST_FRAMES);
  const features = { count, least: PATCH, most: 8 * MOST_FRAMES };
  const rings = ringMotionBytes(size, features, threads) + 8 * count * 8 * seen;
  const matrix = 8 * count * (count + 7 * (seen + 1) + 4);
  const clusters = rigidClusterBytes({ vertexCount: vertices, frameCount: frames, rank }, bones, threads);
  return rings + matrix + spectralBytes(count, Math.min(bones, MOST_GROUPS)) + clusters + 4096;
}

/** One vertex drawn at random from each of equally long runs of the sample. */
function landmarks(vertexCount: number, random: Random): Int32Array {
  const count = Math.min(MOST_LANDMARKS, vertexCount);
  return Int32Array.from({ length: count }, (_, n) => {
    const first = Math.floor((n * vertexCount) / count);
    const stop = Math.floor(((n + 1) * vertexCount) / count);
    return first + random.integer(stop - first);
  });
}

async function groupsOf(
  context: StartContext,
  picked: Int32Array,
  k: number,
  random: Random,
  task: Task,
): Promise<Int32Array> {
  const { parallel, problem, sample } = context;
  const { arena } = parallel;
  const { frameCount } = problem;
  const n = picked.length;
  const vertices = Int32Array.from(picked, (at) => sample.members[at]);
  const seen = Math.min(frameCount, MOST_FRAMES);
  const frames = Array.from({ length: seen }, (_, f) => Math.floor((f * frameCount) / seen));
  if (seen % 2) frames.push(frames[seen - 1]);
  const count = frames.length;
  const squares = arena.f64(n * n);
  const mark = arena.mark();
  const turns = arena.f64(n * 4 * count);
  const positions = arena.f64(n * 3 * count);
  const rest = arena.f64(4 * n);
  const features = await ringFeatures(context, { vertices, least: PATCH, frames, most: 8 * count }, task);
  for (let a = 0; a < n; a++) {
    rest.set(problem.rest.subarray(4 * vertices[a], 4 * vertices[a] + 4), 4 * a);
    for (let f = 0; f < count; f++) {
      for (let c = 0; c < 4; c++)
        turns[(4 * a + c) * count + f] = features.rows[a * features.width + 8 * f + c];
    }
  }
  for (let f = 0; f < count; f++) {
    const posed = await frameAt(problem, frames[f]);
    for (let a = 0; a < n; a++) {
      for (let c = 0; c < 3; c++) {
        const x = posed[3 * vertices[a] + c];
        positions[(3 * a + c) * count + f] = (x - problem.centre[c]) * problem.scale;
      }
    }
  }
  await parallel.run(task, kernels.motionDissimilarity, n, 8, {
    positions,
    turns,
    rest,
    frames: count,
    count: n,
    turn: TURN * TURN,
    out: squares,
  });
  arena.release(mark);
  return spectralGroups(parallel, squares, n, k, "local", random, task);
}
