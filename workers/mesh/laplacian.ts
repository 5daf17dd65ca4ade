/**
 * Laplacians of a triangle mesh as symmetric positive semi-definite matrices: L(i, j) = −w(i, j) for an edge, L(i, i) =
 * Σ_j w(i, j), so rows sum to 0. An isolated vertex has an empty row. Add a diagonal before factorising.
 */

import { adjacencyOf } from "../geometry/adjacency";
import { type Csc, cscFromTriplets } from "../sparse/csc";

export interface CotangentOptions {
  /**
   * Negative weights, at edges opposite obtuse angles, become 0. The inverse of I + λL then has no negative entries (a
   * maximum principle), but linear precision is lost there. Default false.
   */
  nonNegative: boolean;
}

export const COTANGENT_DEFAULTS: CotangentOptions = { nonNegative: false };

/**
 * Least excess of two edges of a triangle over the third, relative to the longest edge. In triangles with less, all
 * three edges are treated as longer by the missing amount.
 */
const SLACK = 1e-4;

/**
 * L of a graph with weighted edges.
 * @param edges pairs of vertices, 2E; an edge that is given twice has the sum of its weights, and an edge from i to i
 * is ignored.
 */
export function graphLaplacian(
  vertexCount: number,
  edges: ArrayLike<number>,
  weights: ArrayLike<number>,
): Csc {
  const row = new Uint32Array(2 * weights.length + vertexCount);
  const column = new Uint32Array(row.length);
  const value = new Float64Array(row.length);
  const diagonal = new Float64Array(vertexCount);
  const touched = new Uint8Array(vertexCount);
  let used = 0;
  const add = (r: number, c: number, w: number) => {
    row[used] = r;
    column[used] = c;
    value[used++] = w;
  };
  for (let e = 0; e < weights.length; e++) {
    const i = edges[2 * e];
    const j = edges[2 * e + 1];
    if (i === j) continue;
    add(i, j, -weights[e]);
    add(j, i, -weights[e]);
    diagonal[i] += weights[e];
    diagonal[j] += weights[e];
    touched[i] = 1;
    touched[j] = 1;
  }
  for (let i = 0; i < vertexCount; i++) if (touched[i]) add(i, i, diagonal[i]);
  return cscFromTriplets(vertexCount, vertexCount, {
    row: row.subarray(0, used),
    column: column.subarray(0, used),
    value: value.subarray(0, used),
  });
}

/** Edges of the triangles, without repetition, as pairs i < j in ascending order. */
export function meshEdges(vertexCount: number, triangles: ArrayLike<number>): Uint32Array {
  const { offsets, neighbours } = adjacencyOf(triangles, vertexCount);
  const edges: number[] = [];
  for (let i = 0; i < vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (neighbours[e] > i) edges.push(i, neighbours[e]);
  }
  return Uint32Array.from(edges);
}

/** The Laplacian with weight 1 for every edge, even if several triangles share it. */
export function uniformLaplacian(vertexCount: number, triangles: ArrayLike<number>): Csc {
  const edges = meshEdges(vertexCount, triangles);
  return graphLaplacian(vertexCount, edges, new Float64Array(edges.length / 2).fill(1));
}

/**
 * w(i, j) = ½ Σ cot of the angles that face the edge (Pinkall & Polthier 1993), summed over all triangles of the edge:
 * one at a boundary, more than two at a non-manifold edge. The matrix is a sum of positive semi-definite matrices of
 * triangles. Slivers and degenerate triangles are mollified one by one, from their edge lengths (Sharp & Crane 2020, "A
 * Laplacian for nonmanifold triangle meshes", 4.5, who mollify the whole mesh). No cotangent is then above 1 / SLACK,
 * other triangles keep their exact weights, and a triangle that is one point is treated as equilateral.
 * @param positions 3V, finite.
 * @param triangles 3T. Triangles with a repeated vertex have no angles and are ignored.
 */
export function cotangentLaplacian(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  options: Partial<CotangentOptions> = {},
): Csc {
  const { nonNegative } = { ...COTANGENT_DEFAULTS, ...options };
  const vertexCount = positions.length / 3;
  const edges = new Uint32Array(2 * triangles.length);
  const weights = new Float64Array(triangles.length);
  const lengths = new Float64Array(3);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    // The weights stay 0, so the edges of vertex 0 with itself add nothing.
    if (corners[0] === corners[1] || corners[1] === corners[2] || corners[2] === corners[0]) continue;
    edgeLengths(positions, corners, lengths);
    mollify(lengths);
    const inverse = 0.125 / triangleArea(lengths);
    for (let c = 0; c < 3; c++) {
      // ½ cot of the angle at corner c: (b² + d² − a²) / 8A, with a the edge that faces it.
      const a = lengths[c];
      const b = lengths[(c + 1) % 3];
      const d = lengths[(c + 2) % 3];
      edges[2 * (t + c)] = corners[(c + 1) % 3];
      edges[2 * (t + c) + 1] = corners[(c + 2) % 3];
      weights[t + c] = (b * b + (d - a) * (d + a)) * inverse;
    }
  }
  const laplacian = graphLaplacian(vertexCount, edges, weights);
  return nonNegative ? dropNegative(laplacian) : laplacian;
}

/** The length of the edge that faces each corner. */
function edgeLengths(positions: ArrayLike<number>, corners: number[], out: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const p = 3 * corners[(c + 1) % 3];
    const q = 3 * corners[(c + 2) % 3];
    const x = positions[q] - positions[p];
    const y = positions[q + 1] - positions[p + 1];
    const z = positions[q + 2] - positions[p + 2];
    out[c] = Math.sqrt(x * x + y * y + z * z);
  }
}

/** Lengthens all three edges by the amount that the triangle lacks for the least slack. */
function mollify(lengths: Float64Array): void {
  const longest = Math.max(lengths[0], lengths[1], lengths[2]);
  if (longest === 0) {
    lengths.fill(1);
    return;
  }
  const slack = lengths[0] + lengths[1] + lengths[2] - 2 * longest;
  const missing = SLACK * longest - slack;
  if (missing > 0) for (let c = 0; c < 3; c++) lengths[c] += missing;
}

/** Heron's formula in Kahan's order, which is accurate for thin triangles too. */
function triangleArea(lengths: Float64Array): number {
  const p = lengths[0];
  const q = lengths[1];
  const r = lengths[2];
  const a = Math.max(p, q, r);
  const c = Math.min(p, q, r);
  const b = a === p ? Math.max(q, r) : a === q ? Math.max(p, r) : Math.max(p, q);
  return 0.25 * Math.sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)));
}

/** The same matrix with negative weights set to 0. The pattern stays. */
function dropNegative(laplacian: Csc): Csc {
  const { columns, offsets, indices } = laplacian;
  const values = laplacian.values.slice();
  for (let j = 0; j < columns; j++) {
    let [own, sum] = [-1, 0];
    for (let e = offsets[j]; e < offsets[j + 1]; e++) {
      if (indices[e] === j) own = e;
      else {
        values[e] = Math.min(0, values[e]);
        sum -= values[e];
      }
    }
    if (own >= 0) values[own] = sum;
  }
  return { ...laplacian, values };
}

/** A third of the area of all triangles at each vertex, V: the lumped (barycentric) mass matrix. */
export function vertexAreas(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  const lengths = new Float64Array(3);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    edgeLengths(positions, corners, lengths);
    const third = (triangleArea(lengths) || 0) / 3;
    for (const corner of corners) areas[corner] += third;
  }
  return areas;
}
