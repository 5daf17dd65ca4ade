import type { DisjointSets } from "../../mesh/disjoint-sets";

/** A possible link of two bones. */
export interface Edge {
  a: number;
  b: number;
  /** The lower the cost, the more likely the bones meet in a joint. */
  cost: number;
}

/**
 * A minimum spanning forest (Kruskal 1956): takes the cheapest edges that close no cycle. Joins `sets` along these
 * edges, so that each set becomes a tree. Edges with equal costs are taken in the order of their bones.
 */
export function spanningForest<T extends Edge>(edges: readonly T[], sets: DisjointSets): T[] {
  const sorted = [...edges].sort((p, q) => p.cost - q.cost || p.a - q.a || p.b - q.b);
  return sorted.filter(({ a, b }) => {
    if (sets.find(a) === sets.find(b)) return false;
    sets.union(a, b);
    return true;
  });
}
