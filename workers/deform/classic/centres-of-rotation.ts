/**
 * Skinning with optimised centres of rotation: Le & Hodgins 2016, "Real-time skeletal skinning with optimized centers
 * of rotation".
 *
 * Each vertex turns by the blend of its bones' quaternions about a centre p_i, which moves as linear blending moves it:
 * x_i = R_i (u_i − p_i) + Σ_j w_ij M_j [p_i; 1] (section 3). The centres are found once:
 *
 * Two places on the skin are similar if the same pairs of bones share them in the same proportion (eq. 5):
 *   s(w, v) = Σ_{j ≠ k} w_j w_k v_j v_k exp(−(w_j v_k − w_k v_j)² / σ²), σ = 0.1. A vertex turns about the mean of the
 *   surface by similarity to itself (eq. 4), over triangles t of area a_t with their mean weights and centroids: p_i =
 *   Σ_t s(w_i, w̄_t) a_t v̄_t / Σ_t s(w_i, w̄_t) a_t.
 *
 * The sum over pairs and the sum over triangles are swapped: only triangles that share a pair of bones with the vertex
 * contribute, and they are listed by pair. None of them is left out; the published search by clusters of weights leaves
 * out most. The sum is quadratic, but each step is a few instructions of `assembly/deform/alike-sums.ts`, in f32 about
 * the mesh's middle. exp(−x²/σ²) has a relative error of about 1e-6 at most, and the sums over similar triangles have
 * much less.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { MakeParallel, Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import type { BlendRows, Deformer } from "../deformer";
import { type InfluencePairs, sharesByPair } from "./influence-pairs";
import { turnAboutCentres } from "./turn-about-centres";

/** σ as published: weights that differ by more are not similar. */
const BANDWIDTH = 0.1;
/** In units of σ. Beyond it exp(−x²/σ²) is below 1e-17 and adds nothing. */
const UNLIKE = 6.3;
/** Smaller similarities are ignored; they are for triangles whose areas sum to 1. */
const LEAST_LIKENESS = 1e-30;
/** Shares of vertices in one block of the kernel. */
const BLOCK = 16;
/** Products of vertices and triangles between two reports of progress. */
const REPORT_AFTER = 2e7;
/** Numbers of a group of four triangles: two weights, mass, centroid. */
const GROUP = 24;

/** @param centres 3V, of `rotationCentres`. */
export function centresOfRotationDeformer(
  rest: ArrayLike<number>,
  weights: BlendRows,
  centres: ArrayLike<number>,
): Deformer {
  const { offsets, bones, values } = weights;
  return turnAboutCentres({ rest, centres, offsets, bones, turning: values, moving: values });
}

/**
 * @param rest 3V.
 * @param triangles vertices, 3T.
 * @throws CancelledError if the task is cancelled; SinewError if memory is short.
 * @returns 3V, equal bits on any number of threads; a vertex that is similar to no triangle (because a single bone
 * moves it) is its own centre, which changes nothing.
 */
export async function rotationCentres(
  rest: ArrayLike<number>,
  triangles: ArrayLike<number>,
  weights: BlendRows,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Float64Array> {
  const centres = Float64Array.from(rest);
  const vertexCount = rest.length / 3;
  const pairs = await sharesByPair(vertexCount, triangles, weights, task);
  const shares = pairs.ofVertices;
  if (shares.rows.length === 0) return centres;
  const starts = groupStarts(pairs);
  const bytes = 4 * GROUP * starts[pairs.count] + 44 * shares.rows.length + 4 * starts.length + 1024;
  const parallel = await makeParallel(bytes);
  try {
    const middle = middleOf(rest);
    const groups = parallel.arena.f32(GROUP * starts[pairs.count]);
    await fillGroups(groups, starts, pairs, surfaceOf(rest, triangles, middle), task);
    const sums = await sumLikeness(parallel, pairs, starts, groups, task);
    const whole = new Float64Array(4 * vertexCount);
    for (let n = 0; n < shares.rows.length; n++) {
      const both = shares.weights[2 * n] * shares.weights[2 * n + 1];
      for (let c = 0; c < 4; c++) whole[4 * shares.rows[n] + c] += both * sums[4 * n + c];
    }
    for (let i = 0; i < vertexCount; i++) {
      if (!(whole[4 * i + 3] > LEAST_LIKENESS)) continue;
      for (let c = 0; c < 3; c++) centres[3 * i + c] = middle[c] + whole[4 * i + c] / whole[4 * i + 3];
    }
    return centres;
  } finally {
    parallel.dispose();
  }
}

/** P + 1: the first group of each pair's triangles. A group has four. */
function groupStarts({ count, ofTriangles }: InfluencePairs): Int32Array {
  const starts = new Int32Array(count + 1);
  for (let p = 0; p < count; p++) {
    starts[p + 1] = starts[p] + Math.ceil((ofTriangles.starts[p + 1] - ofTriangles.starts[p]) / 4);
  }
  return starts;
}

function middleOf(rest: ArrayLike<number>): number[] {
  const middle = [0, 0, 0];
  for (let n = 0; n < rest.length; n++) middle[n % 3] += (3 * rest[n]) / rest.length;
  return middle;
}

/** Centroids about a point, and shares of the whole area: four numbers per triangle. */
function surfaceOf(rest: ArrayLike<number>, triangles: ArrayLike<number>, middle: number[]): Float64Array {
  const surface = new Float64Array((4 * triangles.length) / 3);
  const [u, v] = [new Float64Array(3), new Float64Array(3)];
  let whole = 0;
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [rest[3 * a + k], rest[3 * b + k], rest[3 * c + k]];
      u[k] = q - p;
      v[k] = r - p;
      surface[4 * t + k] = (p + q + r) / 3 - middle[k];
    }
    const [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    surface[4 * t + 3] = Math.sqrt(x * x + y * y + z * z) / 2;
    whole += surface[4 * t + 3];
  }
  for (let n = 3; n < surface.length; n += 4) surface[n] /= whole || 1;
  return surface;
}

/** Fills the kernel's input. Unused places have no mass. */
async function fillGroups(
  groups: Float32Array,
  starts: Int32Array,
  { count, ofTriangles }: InfluencePairs,
  surface: Float64Array,
  task: Task,
): Promise<void> {
  const scale = Math.sqrt(Math.LOG2E) / BANDWIDTH;
  groups.fill(0);
  for (let p = 0; p < count; p++) {
    await task.checkpoint();
    const first = ofTriangles.starts[p];
    for (let n = first; n < ofTriangles.starts[p + 1]; n++) {
      const at = GROUP * starts[p] + GROUP * ((n - first) >> 2) + ((n - first) & 3);
      const [vj, vk] = [ofTriangles.weights[2 * n], ofTriangles.weights[2 * n + 1]];
      const t = 4 * ofTriangles.rows[n];
      groups[at] = scale * vj;
      groups[at + 4] = scale * vk;
      groups[at + 8] = surface[t + 3] * vj * vk;
      for (let c = 0; c < 3; c++) groups[at + 12 + 4 * c] = surface[t + c];
    }
  }
}

/** Four numbers for each share of a vertex. */
async function sumLikeness(
  parallel: Parallel,
  { count, ofVertices }: InfluencePairs,
  starts: Int32Array,
  groups: Float32Array,
  task: Task,
): Promise<Float64Array> {
  const { arena } = parallel;
  const length = ofVertices.rows.length;
  const [pairs, own] = [arena.i32(length), arena.i32(starts.length)];
  const [weights, sums] = [arena.f32(2 * length), arena.f64(4 * length)];
  for (let p = 0; p < count; p++) pairs.fill(p, ofVertices.starts[p], ofVertices.starts[p + 1]);
  own.set(starts);
  weights.set(ofVertices.weights);
  const unlike = UNLIKE ** 2 * Math.LOG2E;
  for (let from = 0; from < length; ) {
    let to = from;
    for (let work = 0; to < length && work < REPORT_AFTER; to++) {
      work += 4 * (starts[pairs[to] + 1] - starts[pairs[to]]) + 16;
    }
    task.progress({ phase: "Finding centres of rotation", done: from / length, detail: "" });
    await parallel.run(task, kernels.alikeSums, to - from, BLOCK, {
      pairs: pairs.subarray(from).byteOffset,
      weights: weights.subarray(2 * from).byteOffset,
      starts: own,
      groups,
      sums: sums.subarray(4 * from).byteOffset,
      unlike,
    });
    from = to;
  }
  return sums;
}
