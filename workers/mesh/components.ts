import { DisjointSets } from "./disjoint-sets";

export interface Components {
  /** Shell of each vertex, V. Shells are numbered from 0 in the order of their first vertices. */
  label: Uint32Array;
  count: number;
}

/**
 * Finds connected shells: vertices that triangles join. A vertex without a triangle is a shell of its own.
 * @param triangles vertices, 3T.
 */
export function connectedComponents(vertexCount: number, triangles: ArrayLike<number>): Components {
  const sets = new DisjointSets(vertexCount);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    sets.union(triangles[t], triangles[t + 1]);
    sets.union(triangles[t], triangles[t + 2]);
  }
  return sets.labels();
}
