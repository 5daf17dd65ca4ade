import { atOnce, type Steps } from "../math/steps";
import type { SegmentTree } from "./segment-tree";
import type { Supports } from "./simple/dense-weights";

/** Vertices between two steps, which take some milliseconds. */
const AT_ONCE = 1024;

/**
 * Adds the bones between those of a vertex: in each tree of the skeleton, the smallest connected set of segments that
 * contains them all, with virtual segments collapsed to points (Thiery & Eisemann 2018, section 5). Bones that meet in
 * a joint are already connected; separate trees stay separate.
 */
export const closeSupports = (supports: Supports, tree: SegmentTree): Supports =>
  atOnce(closeSupportsSteps(supports, tree));

/** `closeSupports` in steps. */
export function* closeSupportsSteps({ offsets, bones }: Supports, tree: SegmentTree): Steps<Supports> {
  const { count, above, component, componentCount, owner } = tree;
  const out: number[] = [];
  const closed = new Uint32Array(offsets.length);
  const own = new Uint8Array(count);
  /** The number of the vertex's bones at or below each segment, and in each tree. */
  const below = new Uint32Array(count);
  const all = new Uint32Array(componentCount);
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (i % AT_ONCE === 0) yield;
    own.fill(0);
    below.fill(0);
    all.fill(0);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      own[bones[e]] = 1;
      all[component[bones[e]]]++;
    }
    for (let j = count - 1; j >= 0; j--) {
      if (owner[j] !== j) continue;
      below[j] += own[j];
      if (above[j] >= 0) below[above[j]] += below[j];
    }
    for (let j = 0; j < count; j++) {
      // A segment that is not one of the vertex's bones joins bones beyond its tail with bones beyond its head.
      if (owner[j] === j && (own[j] || (below[j] > 0 && below[j] < all[component[j]]))) out.push(j);
    }
    closed[i + 1] = out.length;
  }
  return { offsets: closed, bones: Uint16Array.from(out) };
}
