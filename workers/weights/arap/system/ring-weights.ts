/**
 * The weights of vertices and edges in the as-rigid-as-possible energy (Thiery & Eisemann 2018, section 3): barycentric
 * areas, or volumes for solids. Unlike cotangents, these are positive on any mesh.
 */

import { cross } from "../../../math/vectors";
import type { Bindable } from "../../../model/weights/bindable";
import { bindableAdjacency, vertexMasses } from "../../bindable-mesh";

/** The least share of an edge without area in its ring, before the ring is normalised. */
const LEAST_SHARE = 1e-6;

export interface RingWeights {
  /** Λ, V: all above 0, sum 1. */
  masses: Float64Array;
  /** Neighbours of i, including the artist's links: neighbours[offsets[i] .. offsets[i + 1]], ascending. */
  offsets: Uint32Array;
  neighbours: Uint32Array;
  /** λ_ik, all above 0, with the sum 1 for a vertex with neighbours. */
  shares: Float64Array;
}

export function ringWeights(mesh: Bindable): RingWeights {
  const masses = vertexMasses(mesh);
  const total = masses.reduce((sum, m) => sum + m, 0);
  for (let i = 0; i < masses.length; i++) masses[i] /= total;
  const { offsets, neighbours } = bindableAdjacency(mesh);
  const ring = { masses, offsets, neighbours, shares: new Float64Array(neighbours.length) };
  const joined = new Uint8Array(neighbours.length);
  addSimplices(mesh, ring, joined);
  for (let i = 0; i < masses.length; i++) normaliseRing(ring, joined, i);
  return ring;
}

/** Adds the area of every triangle (or the volume of every tetrahedron of a solid) to its edges, both ways. */
function addSimplices({ positions, triangles, tets }: Bindable, ring: RingWeights, joined: Uint8Array): void {
  const simplices = tets ?? triangles;
  const corners = tets ? 4 : 3;
  for (let t = 0; t + corners <= simplices.length; t += corners) {
    const size = tets ? volume(positions, tets, t) : area(positions, triangles, t);
    for (let a = 0; a < corners; a++) {
      for (let b = 0; b < corners; b++) {
        if (simplices[t + a] === simplices[t + b]) continue;
        const e = edgeOf(ring, simplices[t + a], simplices[t + b]);
        ring.shares[e] += size;
        joined[e] = 1;
      }
    }
  }
}

/** Index of k among the neighbours of i. */
function edgeOf({ offsets, neighbours }: RingWeights, i: number, k: number): number {
  let [low, high] = [offsets[i], offsets[i + 1]];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (neighbours[middle] <= k) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Shares of one ring. Edges get their part of the area. n′ links beside n edges get min(½, n′/n)/n′ each (section 6).
 * All together sum to 1.
 */
function normaliseRing({ offsets, shares }: RingWeights, joined: Uint8Array, i: number): void {
  const [begin, end] = [offsets[i], offsets[i + 1]];
  let [edges, links, sum] = [0, 0, 0];
  for (let e = begin; e < end; e++) {
    edges += joined[e];
    links += 1 - joined[e];
    sum += shares[e];
  }
  const link = edges > 0 ? Math.min(0.5, links / edges) / links : 1;
  let all = 0;
  for (let e = begin; e < end; e++) {
    if (!joined[e]) shares[e] = link;
    else shares[e] = sum > 0 ? Math.max(shares[e] / sum, LEAST_SHARE) : 1 / edges;
    all += shares[e];
  }
  for (let e = begin; e < end; e++) shares[e] /= all;
}

function edge(positions: ArrayLike<number>, from: number, to: number): [number, number, number] {
  return [
    positions[3 * to] - positions[3 * from],
    positions[3 * to + 1] - positions[3 * from + 1],
    positions[3 * to + 2] - positions[3 * from + 2],
  ];
}

function area(positions: ArrayLike<number>, of: ArrayLike<number>, t: number): number {
  const [x, y, z] = cross(edge(positions, of[t], of[t + 1]), edge(positions, of[t], of[t + 2]));
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

function volume(positions: ArrayLike<number>, of: ArrayLike<number>, t: number): number {
  const [x, y, z] = cross(edge(positions, of[t], of[t + 1]), edge(positions, of[t], of[t + 2]));
  const [a, b, c] = edge(positions, of[t], of[t + 3]);
  return Math.abs(a * x + b * y + c * z) / 6;
}
