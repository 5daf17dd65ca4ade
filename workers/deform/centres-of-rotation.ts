/**
 * Skinning with optimised centres of rotation: Le & Hodgins 2016, "Real-time skeletal skinning with optimized centers of
 * rotation".
 *
 * Each vertex turns by the blend of its bones' quaternions about a centre p_i, which moves as linear blending moves it:
 * x_i = R_i (u_i − p_i) + Σ_j w_ij M_j [p_i; 1] (section 3). The centres are found once:
 *
 * Two places on the skin are alike where the same pairs of bones share them in the same proportion (eq. 5):
 *   s(w, v) = Σ_{j ≠ k} w_j w_k v_j v_k exp(−(w_j v_k − w_k v_j)² / σ²), σ = 0.1.
 * A vertex turns about the mean of the surface by likeness to itself (eq. 4), over triangles t of area a_t with their
 * mean weights and centroids: p_i = Σ_t s(w_i, w̄_t) a_t v̄_t / Σ_t s(w_i, w̄_t) a_t.
 *
 * Only triangles that have a pair of bones in common with the vertex count, so they are listed by pair; the sum over
 * pairs and the sum over triangles change places. No triangle is left out, so this is the reference, not the published
 * search: O(V T) for each pair of bones.
 */
import type { Task } from "../model/task";
import type { Deformer, WeightRows } from "./deformer";
import { turnAboutCentres } from "./turn-about-centres";

/** σ as published: weights that differ by more are not alike. */
const BANDWIDTH = 0.1;
/** From here on exp(−x²/σ²) is below 1e-17: nothing is added. */
const UNLIKE = 6.3 * BANDWIDTH;
/** Vertices between two chances to cancel. */
const AT_ONCE = 64;

/** The triangles that two bones share: three numbers of centroid, area and the two weights, 6 each. */
type SharedTriangles = number[];

/** @param centres 3V, of `rotationCentres`. */
export function centresOfRotationDeformer(
  rest: ArrayLike<number>,
  weights: WeightRows,
  centres: ArrayLike<number>,
): Deformer {
  const { offsets, bones, values } = weights;
  return turnAboutCentres({ rest, centres, offsets, bones, turning: values, moving: values });
}

/**
 * @param rest 3V.
 * @param triangles vertices, 3T.
 * @throws CancelledError when the task was asked to stop.
 * @returns 3V; a vertex that is like no triangle (a single bone moves it) has itself as centre, which changes nothing.
 */
export async function rotationCentres(
  rest: ArrayLike<number>,
  triangles: ArrayLike<number>,
  weights: WeightRows,
  task: Task,
): Promise<Float64Array> {
  const lists = trianglesByPair(rest, triangles, weights);
  const { offsets, bones, values } = weights;
  const centres = Float64Array.from(rest);
  const sum = new Float64Array(4);
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Finding centres of rotation", done: i / offsets.length, detail: "" });
      await task.checkpoint();
    }
    sum.fill(0);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let f = e + 1; f < offsets[i + 1]; f++) {
        const list = lists.get(pairKey(bones[e], bones[f]));
        const first = bones[e] < bones[f] ? e : f;
        if (list) addAlike(list, values[first], values[e + f - first], sum);
      }
    }
    if (sum[3] > 1e-30) for (let c = 0; c < 3; c++) centres[3 * i + c] = sum[c] / sum[3];
  }
  return centres;
}

/** Adds likeness · area · (centroid, 1) of each triangle of a pair; wj is the weight of the pair's lower bone. */
function addAlike(list: SharedTriangles, wj: number, wk: number, sum: Float64Array): void {
  for (let t = 0; t < list.length; t += 6) {
    const difference = wj * list[t + 5] - wk * list[t + 4];
    if (difference > UNLIKE || difference < -UNLIKE) continue;
    const similar = Math.exp(-((difference / BANDWIDTH) ** 2));
    const likeness = list[t + 3] * wj * wk * list[t + 4] * list[t + 5] * similar;
    sum[0] += likeness * list[t];
    sum[1] += likeness * list[t + 1];
    sum[2] += likeness * list[t + 2];
    sum[3] += likeness;
  }
}

function pairKey(a: number, b: number): number {
  return Math.min(a, b) * 65536 + Math.max(a, b);
}

function trianglesByPair(rest: ArrayLike<number>, triangles: ArrayLike<number>, weights: WeightRows) {
  const lists = new Map<number, SharedTriangles>();
  const { offsets, bones, values } = weights;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const area = areaOf(rest, corners);
    if (area === 0) continue;
    const mean = new Map<number, number>();
    for (const i of corners) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        if (values[e] !== 0) mean.set(bones[e], (mean.get(bones[e]) ?? 0) + values[e] / 3);
      }
    }
    const centroid = [0, 1, 2].map((c) => corners.reduce((sum, i) => sum + rest[3 * i + c] / 3, 0));
    const shares = [...mean].sort((a, b) => a[0] - b[0]);
    for (let e = 0; e < shares.length; e++) {
      for (let f = e + 1; f < shares.length; f++) {
        const key = pairKey(shares[e][0], shares[f][0]);
        const list = lists.get(key) ?? [];
        list.push(...centroid, area, shares[e][1], shares[f][1]);
        lists.set(key, list);
      }
    }
  }
  return lists;
}

function areaOf(rest: ArrayLike<number>, [a, b, c]: number[]): number {
  const u = [0, 1, 2].map((k) => rest[3 * b + k] - rest[3 * a + k]);
  const v = [0, 1, 2].map((k) => rest[3 * c + k] - rest[3 * a + k]);
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}
