/** The Laplacian and the masses of a solid of tetrahedra, with linear elements. */

import { cross, dot, minus, type Vector } from "../math/vectors";
import type { Csc } from "../sparse/csc";
import { graphLaplacian } from "./laplacian";

/** The edge of corners (a, b), and the other two corners, which form the opposite edge. */
const EDGES = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
  [1, 2, 0, 3],
  [1, 3, 0, 2],
  [2, 3, 0, 1],
] as const;

/**
 * L(i, j) = −w(i, j) with w = −Σ V ∇φ_i·∇φ_j over the tetrahedra at the edge (that is ⅙ Σ length of the opposite edge ·
 * cot of the dihedral angle there). Rows sum to 0; the unit is a length. Tetrahedra without volume are ignored.
 * @param positions 3V.
 * @param tets 4 vertices each, of either orientation.
 * @param nonNegative whether negative weights, at edges opposite obtuse angles, become 0.
 */
export function tetLaplacian(
  positions: ArrayLike<number>,
  tets: ArrayLike<number>,
  nonNegative = false,
): Csc {
  const edges: number[] = [];
  const weights: number[] = [];
  const sums = new Map<number, number>();
  const vertexCount = positions.length / 3;
  const corner = (n: number): Vector => [positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]];
  for (let t = 0; t + 3 < tets.length; t += 4) {
    const p = [0, 1, 2, 3].map((c) => corner(tets[t + c]));
    const volume = Math.abs(tetVolume(p));
    for (const [a, b, c, d] of EDGES) {
      const [i, j] = [Math.min(tets[t + a], tets[t + b]), Math.max(tets[t + a], tets[t + b])];
      // ∇φ_a is normal to the face opposite a; its length is that face's area over 3V. The signs of the two agree.
      const na = cross(minus(p[c], p[b]), minus(p[d], p[b]));
      const nb = cross(minus(p[d], p[a]), minus(p[c], p[a]));
      const weight = volume > 0 ? -dot(na, nb) / (36 * volume) : 0;
      const key = i * vertexCount + j;
      sums.set(key, (sums.get(key) ?? 0) + (Number.isFinite(weight) ? weight : 0));
    }
  }
  for (const [key, weight] of sums) {
    edges.push(Math.floor(key / vertexCount), key % vertexCount);
    weights.push(nonNegative ? Math.max(0, weight) : weight);
  }
  return graphLaplacian(vertexCount, edges, weights);
}

/** A quarter of the volume of all tetrahedra at each vertex, V. */
export function tetVertexVolumes(positions: ArrayLike<number>, tets: ArrayLike<number>): Float64Array {
  const out = new Float64Array(positions.length / 3);
  for (let t = 0; t + 3 < tets.length; t += 4) {
    const p = [0, 1, 2, 3].map((c) => [0, 1, 2].map((x) => positions[3 * tets[t + c] + x]));
    const quarter = Math.abs(tetVolume(p)) / 4;
    for (let c = 0; c < 4; c++) out[tets[t + c]] += quarter;
  }
  return out;
}

function tetVolume([a, b, c, d]: number[][]): number {
  return dot(minus(b, a), cross(minus(c, a), minus(d, a))) / 6;
}
