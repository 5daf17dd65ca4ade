import { lerp } from "../../math/vectors";
import { sideSuffix } from "../side-names";
import { freeName, nextName } from "./segment-names";
import {
  type BoneLimits,
  DEFAULT_LIMITS,
  type Point,
  type Segment,
  type SegmentKind,
  type Skeleton,
} from "./skeleton";
import type { SegmentEnd } from "./skeleton-joints";
import { orderSegments, type SkeletonEdit, sameOrder } from "./skeleton-order";

export const EMPTY_SKELETON: Readonly<Skeleton> = { version: 1, segments: [] };

const FIRST_NAME = "bone_01";
/** First limits of a bone that can stretch, relative to its rest length. Random poses within them look plausible. */
const FIRST_STRETCH: [number, number] = [0.8, 1.25];

/** The same segments with one replaced. */
function changed(skeleton: Skeleton, at: number, change: Partial<Segment>): SkeletonEdit {
  return sameOrder(skeleton.segments.map((segment, j) => (j === at ? { ...segment, ...change } : segment)));
}

/** Adds segments. Their parents are indices into the old ones followed by the new ones. */
function withSegments({ segments }: Skeleton, added: readonly Segment[]): SkeletonEdit {
  const origin = Int32Array.from([...segments, ...added], (_, j) => (j < segments.length ? j : -1));
  return { skeleton: { version: 1, segments: [...segments, ...added] }, origin };
}

const namesOf = ({ segments }: Skeleton) => segments.map(({ name }) => name);

function newSegment(name: string, parent: number, head: Point, tail: Point): Segment {
  return { name, parent, kind: "rigid", head, tail, limits: { ...DEFAULT_LIMITS } };
}

/** Begins another tree: a segment without a parent, last in the list. */
export function addRoot(skeleton: Skeleton, head: Point, tail: Point): SkeletonEdit {
  return withSegments(skeleton, [newSegment(freeName(FIRST_NAME, namesOf(skeleton)), -1, head, tail)]);
}

/**
 * Grows a segment out of a joint, last in the list. From a tail it becomes the segment's child. From a head it becomes
 * a sibling, or a child if that is the head of a root: limbs that begin at the start of the trunk belong to the trunk.
 * It gets the side of the segment's name.
 */
export function extrude(skeleton: Skeleton, { segment, end }: SegmentEnd, tail: Point): SkeletonEdit {
  const from = skeleton.segments[segment];
  const parent = end === "tail" || from.parent < 0 ? segment : from.parent;
  const name = nextName(`${FIRST_NAME}${sideSuffix(from.name)}`, namesOf(skeleton));
  return withSegments(skeleton, [newSegment(name, parent, [...from[end]], tail)]);
}

/** Position of a point along a segment, 0 at its head to 1 at its tail. */
function along({ head, tail }: Segment, point: Point): number {
  let [dot, square] = [0, 0];
  for (let c = 0; c < 3; c++) {
    dot += (point[c] - head[c]) * (tail[c] - head[c]);
    square += (tail[c] - head[c]) ** 2;
  }
  return square > 0 ? Math.min(1, Math.max(0, dot / square)) : 1;
}

/**
 * Cuts a segment into a chain of `count` pieces of equal length, 2 or more. The first keeps its name and its edits.
 * Children go to the piece nearest to their heads.
 */
export function splitSegment(skeleton: Skeleton, at: number, count: number): SkeletonEdit {
  const { segments } = skeleton;
  const whole = segments[at];
  const end = (n: number): Point =>
    n === 0 ? [...whole.head] : n === count ? [...whole.tail] : lerp(whole.head, whole.tail, n / count);
  const names = namesOf(skeleton);
  const pieces: Segment[] = [];
  for (let n = 0; n < count; n++) {
    const name = n === 0 ? whole.name : nextName(whole.name, names);
    names.push(name);
    pieces.push({
      ...whole,
      name,
      parent: n === 0 ? whole.parent : at + n - 1,
      head: end(n),
      tail: end(n + 1),
    });
  }
  const moved = (j: number) => (j > at ? j + count - 1 : j);
  const pieceOf = (point: Point) => at + Math.max(0, Math.ceil(count * along(whole, point) - 1e-6) - 1);
  const others = segments.map((segment) => ({
    ...segment,
    parent: segment.parent === at ? pieceOf(segment.head) : moved(segment.parent),
  }));
  return {
    skeleton: { version: 1, segments: [...others.slice(0, at), ...pieces, ...others.slice(at + 1)] },
    origin: Int32Array.from({ length: segments.length + count - 1 }, (_, j) =>
      j <= at ? j : j < at + count ? -1 : j - count + 1,
    ),
  };
}

/** Renames a segment; a taken name gets a number. */
export function renameSegment(skeleton: Skeleton, at: number, name: string): SkeletonEdit {
  const others = namesOf(skeleton).filter((_, j) => j !== at);
  return changed(skeleton, at, { name: freeName(name.trim() || FIRST_NAME, others) });
}

const stretches = (kind: SegmentKind) => kind === "spine" || kind === "stretch-twist";

/**
 * Changes the kind of a segment. Its stretch limits follow: they are set if it can stretch now, and removed if it no
 * longer can.
 */
export function setKind(skeleton: Skeleton, at: number, kind: SegmentKind): SkeletonEdit {
  const { limits, kind: before } = skeleton.segments[at];
  const isFixed = limits.stretch[0] === 1 && limits.stretch[1] === 1;
  const stretch = stretches(kind) && isFixed ? FIRST_STRETCH : limits.stretch;
  const held = stretches(before) && !stretches(kind) ? DEFAULT_LIMITS.stretch : stretch;
  const { hinge, ...others } = limits;
  return changed(skeleton, at, {
    kind,
    limits: { ...others, stretch: [...held], ...(hinge && kind === "rigid" && { hinge }) },
  });
}

const within = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x));

/**
 * Sets a segment's limits relative to its rest pose: swing 0 to π, twists and hinges −π to π, stretches 0.1 to 10,
 * least first.
 */
export function setLimits(skeleton: Skeleton, at: number, change: Partial<BoneLimits>): SkeletonEdit {
  const { swing, twist, stretch, hinge } = { ...skeleton.segments[at].limits, ...change };
  const pair = ([a, b]: [number, number], low: number, high: number): [number, number] => {
    const [x, y] = [within(a, low, high), within(b, low, high)];
    return x <= y ? [x, y] : [y, x];
  };
  const limits = {
    swing: within(swing, 0, Math.PI),
    twist: pair(twist, -Math.PI, Math.PI),
    stretch: pair(stretch, 0.1, 10),
    ...(hinge && { hinge: { axis: hinge.axis, range: pair(hinge.range, -Math.PI, Math.PI) } }),
  };
  return changed(skeleton, at, { limits });
}

/** Moves a segment's head to its parent's tail; a root stays unchanged. */
export function connectSegment(skeleton: Skeleton, at: number): SkeletonEdit {
  const { parent } = skeleton.segments[at];
  return parent < 0
    ? sameOrder(skeleton.segments)
    : changed(skeleton, at, { head: [...skeleton.segments[parent].tail] });
}

/** Removes the joint between a segment and its parent: the parent then ends where the segment did. */
export function dissolveSegment(skeleton: Skeleton, at: number): SkeletonEdit {
  const { segments } = skeleton;
  const { parent, tail } = segments[at];
  if (parent < 0) return sameOrder(segments);
  const longer = segments.map((segment, j) => (j === parent ? { ...segment, tail } : segment));
  return orderSegments(longer, (j) => j !== at);
}
