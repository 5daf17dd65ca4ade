import { belowItself, branchOf } from "../tree-of-parents";
import type { Segment, Skeleton } from "./skeleton";
import { meeting } from "./skeleton-size";

/** An edited skeleton, and the origin of its segments. The old one stays unchanged. */
export interface SkeletonEdit {
  skeleton: Skeleton;
  /** For each segment its old index; −1 for a new one. */
  origin: Int32Array;
}

/** An edit that keeps the order of the list. */
export const sameOrder = (segments: Segment[]): SkeletonEdit => ({
  skeleton: { version: 1, segments },
  origin: Int32Array.from(segments.keys()),
});

/** Combines two edits into one. */
export const thenEdit = (first: SkeletonEdit, second: SkeletonEdit): SkeletonEdit => ({
  skeleton: second.skeleton,
  origin: second.origin.map((j) => (j < 0 ? -1 : first.origin[j])),
});

/**
 * Puts parents before children, and removes segments that are not kept: their children go to the nearest kept ancestor.
 * Parents are indices into the given list. The order changes as little as possible.
 * @throws SinewError if a segment would become its own descendant.
 */
export function orderSegments(
  segments: readonly Segment[],
  keep: (j: number) => boolean = () => true,
): SkeletonEdit {
  const order: number[] = [];
  const place = new Map<number, number>();
  const ancestor = (j: number): number => {
    let parent = segments[j].parent;
    for (let steps = 0; parent >= 0 && !keep(parent) && steps < segments.length; steps++) {
      parent = segments[parent].parent;
    }
    return parent;
  };
  const visit = (j: number) => {
    const chain: number[] = [];
    for (let at = j; at >= 0 && !place.has(at); at = ancestor(at)) {
      if (chain.length > segments.length) throw belowItself(segments[at].name);
      chain.push(at);
    }
    for (const next of chain.reverse()) {
      place.set(next, order.length);
      order.push(next);
    }
  };
  segments.forEach((_, j) => {
    if (keep(j)) visit(j);
  });
  return {
    skeleton: {
      version: 1,
      segments: order.map((j) => ({ ...segments[j], parent: place.get(ancestor(j)) ?? -1 })),
    },
    origin: Int32Array.from(order),
  };
}

/** Removes segments. Their children go to the nearest remaining ancestors and do not move. */
export function deleteSegments({ segments }: Skeleton, gone: Iterable<number>): SkeletonEdit {
  const out = new Set(gone);
  return orderSegments(segments, (j) => !out.has(j));
}

/** Removes a segment with all its descendants. */
export const deleteBranch = (skeleton: Skeleton, root: number): SkeletonEdit =>
  deleteSegments(skeleton, branchOf(skeleton.segments, root));

/**
 * Gives a segment another parent, or none (−1): it then begins its own tree. Nothing moves.
 * @throws SinewError if the parent is a descendant of the segment.
 */
export function reparent({ segments }: Skeleton, at: number, parent: number): SkeletonEdit {
  return orderSegments(segments.map((segment, j) => (j === at ? { ...segment, parent } : segment)));
}

/**
 * The root of each segment. Segments with the same root are a tree. Roots that begin at one joint are one tree, as in
 * the engine (`segmentTree`); the first of them represents it.
 */
export function rootOfEach(skeleton: Skeleton): Int32Array {
  const { segments } = skeleton;
  const meets = meeting(skeleton);
  const roots = new Int32Array(segments.length);
  const firsts: number[] = [];
  segments.forEach(({ parent, head }, j) => {
    if (parent >= 0) {
      roots[j] = roots[parent];
      return;
    }
    roots[j] = firsts.find((first) => meets(segments[first].head, head)) ?? j;
    if (roots[j] === j) firsts.push(j);
  });
  return roots;
}
