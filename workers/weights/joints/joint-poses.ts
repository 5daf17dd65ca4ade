/**
 * Poses as functions of the joints (Thiery & Eisemann 2018, section 4.4.1). Every pose keeps the rotation and the bend
 * of each segment. The places of the segments then follow from root to leaf, because a parent carries its child's head,
 * and they are linear in the joints: T_child − T_parent = (R_parent − R_child) J for rigid bones. Each tree has one
 * free translation in each pose.
 */
import { SegmentSet } from "../../mesh/segment-set";
import type { Segment, Skeleton } from "../../model/skeleton/skeleton";
import { BEND, bendAt } from "../bend";
import type { Exemplars } from "../exemplars";
import type { SegmentTree } from "../segment-tree";
import { canBend } from "./bone-pieces";
import type { JointGraph } from "./joint-graph";

/** The part of a pose that stays the same when joints move. Lengths are in the unit of the joints. */
export interface JointPoses {
  segments: readonly Segment[];
  graph: JointGraph;
  tree: SegmentTree;
  /** The number of poses, F. */
  count: number;
  /** F·B·9: rotations of the segments at their heads, row-major. */
  rotations: Float64Array;
  /** F·B·5: bends. */
  bends: Float64Array;
  /**
   * F·B·3: the offset of a segment's head from the place to which the parent carries it; for a root, from its place at
   * rest.
   */
  shifts: Float64Array;
}

/** @param scale unit of the joints divided by the unit of the skeleton. */
export function jointPoses(
  { segments }: Skeleton,
  tree: SegmentTree,
  graph: JointGraph,
  { count, motions, bends }: Exemplars,
  scale: number,
): JointPoses {
  const B = segments.length;
  const rotations = new Float64Array(9 * B * count);
  const shifts = new Float64Array(3 * B * count);
  const parts = segments.map((segment) => partOnParent(segments, segment));
  const carried = new Float64Array(12);
  for (let n = 0; n < B * count; n++) {
    const j = n % B;
    const { parent, head } = segments[j];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) rotations[9 * n + 3 * r + c] = motions[12 * n + 4 * r + c];
    }
    let from = head.slice();
    if (parent >= 0) {
      const m = n - j + parent;
      const { head: start, tail: end } = segments[parent];
      bendAt(bends.subarray(BEND * m, BEND * m + BEND), start, end, parts[j], carried);
      from = carry(motions, 12 * m, carry(carried, 0, from));
    }
    const to = carry(motions, 12 * n, head);
    for (let c = 0; c < 3; c++) shifts[3 * n + c] = scale * (to[c] - from[c]);
  }
  // Translating a whole pose changes nothing, so the first root stays in its place at rest.
  for (let k = 0; k < count; k++) {
    const first = shifts.slice(3 * B * k, 3 * B * k + 3);
    segments.forEach(({ parent }, j) => {
      for (let c = 0; c < 3 && parent < 0; c++) shifts[3 * (B * k + j) + c] -= first[c];
    });
  }
  return { segments, graph, tree, count, rotations, bends: Float64Array.from(bends), shifts };
}

function partOnParent(segments: readonly Segment[], { parent, head }: Segment): number {
  if (parent < 0 || !canBend(segments[parent])) return 0;
  return new SegmentSet([[segments[parent].head, segments[parent].tail]]).along(0, ...head);
}

/** Row-major 3x4 times (p, 1). */
export function carry(m: ArrayLike<number>, at: number, p: ArrayLike<number>): number[] {
  return [0, 4, 8].map((r) => m[at + r] * p[0] + m[at + r + 1] * p[1] + m[at + r + 2] * p[2] + m[at + r + 3]);
}

/** Ends of segments for given joints. */
export interface SegmentEnds {
  heads: number[][];
  tails: number[][];
  /** Position of each head along its parent, 0..1; 0 if the parent does not bend. */
  parts: number[];
}

/**
 * @param rest the segments in the units of the joints.
 * @param moved 3n: displacements of the joints.
 */
export function endsAt(rest: readonly Segment[], graph: JointGraph, moved: Float64Array): SegmentEnds {
  const shifted = (p: readonly number[], joint: number) => p.map((x, c) => x + moved[3 * joint + c]);
  const heads = rest.map(({ head }, j) => shifted(head, graph.head[j]));
  const tails = rest.map(({ tail }, j) => shifted(tail, graph.tail[j]));
  const parts = rest.map(({ parent }, j) =>
    parent >= 0 && canBend(rest[parent])
      ? new SegmentSet([[heads[parent], tails[parent]]]).along(0, heads[j][0], heads[j][1], heads[j][2])
      : 0,
  );
  return { heads, tails, parts };
}

/** Aligns the axes of segments that stretch and twist with their ends. */
export function turnAxes({ segments, count, bends: of }: JointPoses, { heads, tails }: SegmentEnds): void {
  segments.forEach(({ kind }, j) => {
    if (kind !== "stretch-twist") return;
    const way = tails[j].map((x, c) => x - heads[j][c]);
    const length = Math.hypot(...way);
    for (let k = 0; k < count && length > 0; k++) {
      way.forEach((x, c) => {
        of[BEND * (k * segments.length + j) + c] = x / length;
      });
    }
  });
}
