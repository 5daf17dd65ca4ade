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
