import { SinewError } from "../model/errors";
import type { Skeleton } from "../model/skeleton/skeleton";

/** The segments that weights are computed for, and how they are connected. */
export interface SegmentTree {
  /** Number of segments, including virtual ones. Weights and motions use their numbers. */
  count: number;
  /** Segments that are not virtual, ascending. */
  moving: number[];
  /** Owner of each segment: itself, or for a virtual segment the nearest ancestor that moves; −1 if there is none. */
  owner: Int32Array;
  /**
   * The moving segment at whose tail each segment starts, with virtual segments collapsed to a point; −1 at a root. Its
   * number is smaller than the segment's own. For a virtual segment, the moving segment that ends at its point.
   */
  above: Int32Array;
  /** Tree of each segment. Segments of several roots at one joint are one tree. */
  component: Uint32Array;
  componentCount: number;
}

const SAME = 1e-6;

/**
 * The graph of a skeleton's joints. A segment is an edge from the joint where its parent ends (or starts, if it starts
 * there too) to its own joint.
 * @throws SinewError if no segment moves anything.
 */
export function segmentTree({ segments }: Skeleton): SegmentTree {
  const count = segments.length;
  const moving = segments.flatMap(({ kind }, j) => (kind === "virtual" ? [] : [j]));
  if (moving.length === 0) {
    throw new SinewError({
      title: "The skeleton has no bone that moves anything",
      body: "Make at least one of its segments a rigid bone, a spine or a bone that stretches and twists.",
    });
  }
  const scale = extent(segments.flatMap(({ head, tail }) => [head, tail]));
  const same = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= SAME * scale;
  const owner = new Int32Array(count).fill(-1);
  const above = new Int32Array(count).fill(-1);
  const component = new Uint32Array(count);
  const roots: number[] = [];
  let componentCount = 0;
  segments.forEach(({ parent, kind, head }, j) => {
    const virtual = kind === "virtual";
    if (parent >= 0) {
      component[j] = component[parent];
      const atHead = segments[parent].kind === "virtual" || same(head, segments[parent].head);
      above[j] = atHead ? above[parent] : parent;
      owner[j] = virtual ? owner[parent] : j;
      return;
    }
    const twin = roots.find((r) => same(segments[r].head, head));
    component[j] = twin === undefined ? componentCount++ : component[twin];
    roots.push(j);
    owner[j] = virtual ? -1 : j;
  });
  return { count, moving, owner, above, component, componentCount };
}

function extent(points: ArrayLike<number>[]): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const x = points.map((p) => p[c]);
    sum += (Math.max(...x) - Math.min(...x)) ** 2;
  }
  return Math.sqrt(sum);
}
