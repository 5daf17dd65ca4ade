import type { Bone } from "../../../../workers/model/rig/rig";

/** A row of a tree of bones. */
export interface Branch {
  bone: number;
  depth: number;
  hasChildren: boolean;
}

/** Indent per level, px: wide steps down to a depth that covers most rigs, narrow steps below. */
const STEP = 12;
const WIDE_STEPS = 6;
const NARROW_STEP = 4;

/** Indent of a tree row, px; it grows with every level. */
export const indentOf = (depth: number): number =>
  STEP * Math.min(depth, WIDE_STEPS) + NARROW_STEP * Math.max(0, depth - WIDE_STEPS);

/**
 * Bones in the order of the list: parents before children, without the descendants of folded bones. With a filter, a
 * flat list of the bones whose names contain it, in the same order.
 */
export function influenceTree(bones: readonly Bone[], folded: ReadonlySet<number>, filter: string): Branch[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted) {
    return influenceTree(bones, new Set(), "")
      .filter(({ bone }) => bones[bone].name.toLowerCase().includes(wanted))
      .map(({ bone }) => ({ bone, depth: 0, hasChildren: false }));
  }
  const children: number[][] = bones.map(() => []);
  const roots: number[] = [];
  bones.forEach(({ parent }, j) => {
    (children[parent] ?? roots).push(j);
  });
  const listed: Branch[] = [];
  const waiting = roots.reverse().map((bone) => ({ bone, depth: 0 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { bone, depth } = next;
    listed.push({ bone, depth, hasChildren: children[bone].length > 0 });
    if (folded.has(bone)) continue;
    for (const child of children[bone].reverse()) waiting.push({ bone: child, depth: depth + 1 });
  }
  return listed;
}
