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
 * @param ends bones that may only be leaves. They have at most one edge, and are joined after the others.
 */
export function spanningForest<T extends Edge>(
  edges: readonly T[],
  sets: DisjointSets,
  ends: ReadonlySet<number> = new Set(),
): T[] {
  const sorted = [...edges].sort((p, q) => p.cost - q.cost || p.a - q.a || p.b - q.b);
  const join = ({ a, b }: T) => {
    if (sets.find(a) === sets.find(b)) return false;
    sets.union(a, b);
    return true;
  };
  const taken = sorted.filter((edge) => !ends.has(edge.a) && !ends.has(edge.b) && join(edge));
  const joined = new Set<number>();
  const last = sorted.filter((edge) => {
    const own = [edge.a, edge.b].filter((j) => ends.has(j));
    if (own.length !== 1 || joined.has(own[0]) || !join(edge)) return false;
    joined.add(own[0]);
    return true;
  });
  return [...taken, ...last];
}
