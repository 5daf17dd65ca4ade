import { cotangentLaplacian, vertexAreas } from "../../mesh/laplacian";

/** Limits of cotangent weights. Slivers must not dominate, and obtuse angles must not give negative weights. */
const [LEAST, MOST] = [0.05, 5];

/** Rings of all vertices, each with the weights of its edges. */
export interface WeightedRings {
  /** V + 1. */
  offsets: Uint32Array;
  neighbours: Uint32Array;
  /** c_ik: cotangent weight of each edge, clamped to 0.05..5. */
  weights: Float32Array;
}

/** @param triangles vertices, 3T. */
export function ringOf(rest: ArrayLike<number>, triangles: ArrayLike<number>): WeightedRings {
  const { offsets, indices, values } = cotangentLaplacian(rest, triangles);
  const V = offsets.length - 1;
  const out = {
    offsets: new Uint32Array(V + 1),
    neighbours: new Uint32Array(indices.length),
    weights: new Float32Array(indices.length),
  };
  let used = 0;
  for (let i = 0; i < V; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (indices[e] === i) continue;
      out.neighbours[used] = indices[e];
      out.weights[used++] = Math.min(MOST, Math.max(LEAST, -values[e]));
    }
    out.offsets[i + 1] = used;
  }
  return { ...out, neighbours: out.neighbours.slice(0, used), weights: out.weights.slice(0, used) };
}

/**
 * The number of vertices in an area of one squared half diagonal. With it, gradients do not depend on the resolution.
 */
export function densityOf(rest: ArrayLike<number>, triangles: ArrayLike<number>, scale: number): number {
  const area = vertexAreas(rest, triangles).reduce((sum, x) => sum + x, 0) * scale * scale;
  return area > 0 ? rest.length / 3 / area : 0;
}

/** λ_ik = c_ik / Σ_l c_il and λ_ki of each neighbour, for L = I − Λ. */
export function lambdasOf({ offsets, neighbours, weights }: WeightedRings): {
  lambdas: Float32Array;
  backward: Float32Array;
} {
  const V = offsets.length - 1;
  const sums = new Float64Array(V);
  for (let i = 0; i < V; i++) for (let e = offsets[i]; e < offsets[i + 1]; e++) sums[i] += weights[e];
  const lambdas = new Float32Array(weights.length);
  const backward = new Float32Array(weights.length);
  for (let i = 0; i < V; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      lambdas[e] = weights[e] / sums[i];
      backward[e] = weights[e] / sums[neighbours[e]];
    }
  }
  return { lambdas, backward };
}

/** A vertex counts as if its error of gradients were at least this share of the mean. */
const LEAST_ERROR = 0.05;

/**
 * How much the gradients at each vertex count, so that a sum of squares stands for the sum of their roots: 1/√e,
 * relative to the mean. Normals are judged by their mean angle. Squares would give up many vertices for a few bad ones.
 * @param errors e: the squared errors at each vertex, with all edges at their plain weights.
 */
export function evenShares(errors: Float64Array): Float64Array {
  const mean = errors.reduce((sum, e) => sum + e, 0) / Math.max(1, errors.length);
  if (mean === 0) return new Float64Array(errors.length).fill(1);
  return errors.map((e) => 1 / Math.sqrt(LEAST_ERROR + e / mean));
}

/** ℓ² c_ik, times the mean share of both ends. @param out the weight of each neighbour in the objective. */
export function weighEdges(
  out: Float32Array,
  plain: Float32Array,
  { offsets, neighbours }: WeightedRings,
  shares: Float64Array | null,
  gradients: number,
): void {
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const share = shares ? (shares[i] + shares[neighbours[e]]) / 2 : 1;
      out[e] = gradients ** 2 * plain[e] * share;
    }
  }
}
