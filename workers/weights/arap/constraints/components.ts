import type { Segment } from "../../../model/skeleton/skeleton";
import { segmentTree } from "../../segment-tree";

/** The parts of a skeleton. */
export interface SkeletonParts {
  count: number;
  /** Part of each bone. */
  of: Uint16Array;
}

/** The parts of the segments; one part if they are not known. */
export function skeletonParts(segments: readonly Segment[] | undefined, bones: number): SkeletonParts {
  if (!segments) return { count: 1, of: new Uint16Array(bones) };
  const tree = segmentTree({ version: 1, segments: [...segments] });
  const numbers = new Map<number, number>();
  for (const j of tree.moving)
    if (!numbers.has(tree.component[j])) numbers.set(tree.component[j], numbers.size);
  const of = Uint16Array.from({ length: bones }, (_, j) => numbers.get(tree.component[j]) ?? 0);
  return { count: numbers.size, of };
}
