/**
 * Finds where the surface of a bone bends although nothing ever moves there. The character may have a joint there that
 * this motion does not use. Two segments are fitted to the bone's vertices. If they fit much better than one, the bone
 * bends between them.
 */

import { symmetricEigen } from "../../math/symmetric-eigen";
import { distance, dot, minus, plus, scaled } from "../../math/vectors";
import type { Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";

export interface BentBone {
  bone: number;
  /** The point where the bone bends, in the rest pose. */
  position: Point;
  /** The vertices on the far side of the bend from the bone's own joint. */
  beyond: number[];
  /** The squared error of two line segments divided by that of one. The smaller it is, the clearer the bend. */
  ratio: number;
}

/** A bone is bent if `ratio` is below this. */
const BETTER = 0.75;
/** The two segments must meet at an angle of at least 25 degrees. This is its cosine. */
const STRAIGHT = Math.cos((25 * Math.PI) / 180);
/** Bones with fewer vertices are skipped. Each side of the bend must have at least this share of them. */
const LEAST = 40;
const LEAST_SHARE = 0.15;
/** The least length of a segment, as a multiple of the RMS distance of its vertices from it. */
const SLENDER = 3;
/**
 * How far the two may pass each other, as a multiple of the same distance. The two long halves of a straight tube cross
 * too, one in front of the other, at about 1.5 times it.
 */
const TOUCHING = 1.2;
/**
 * Where the vertices are divided at first, as shares along their longest axes, and the number of rounds that follow.
 */
const CUTS = [0.3, 0.5, 0.7];
const ROUNDS = 12;

interface Segment {
  centre: Point;
  axis: Point;
  from: number;
  to: number;
  /** Σ of squared distances of its vertices across the axis. */
  spread: number;
  count: number;
}

const pointOf = ({ rest }: Pick<Rig, "rest">, i: number): Point => [
  rest[3 * i],
  rest[3 * i + 1],
  rest[3 * i + 2],
];

/** The bones that bend, the most bent first. */
export function bentBones(rig: Rig): BentBone[] {
  const members: number[][] = rig.bones.map(() => []);
  const { offsets, bones, values } = rig.weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    let most = offsets[i];
    for (let e = most; e < offsets[i + 1]; e++) if (values[e] > values[most]) most = e;
    if (offsets[i + 1] > offsets[i]) members[bones[most]].push(i);
  }
  return members
    .flatMap((own, bone) => bendOf(rig, bone, own) ?? [])
    .sort((a, b) => a.ratio - b.ratio || a.bone - b.bone);
}

function bendOf(rig: Rig, bone: number, members: readonly number[]): BentBone | null {
  if (members.length < LEAST) return null;
  const points = members.map((i) => pointOf(rig, i));
  const whole = segmentOf(points);
  const best = CUTS.flatMap((cut) => [0, 1].map((axis) => twoSegments(points, cut, axis))).reduce((a, b) =>
    cost(b) < cost(a) ? b : a,
  );
  const [p, q] = best.segments;
  const isBent =
    cost(best) < BETTER * whole.spread &&
    Math.abs(dot(p.axis, q.axis)) < STRAIGHT &&
    best.segments.every(
      (s) =>
        s.count >= LEAST_SHARE * points.length && s.to - s.from >= SLENDER * Math.sqrt(s.spread / s.count),
    );
  const meeting = meetingOf(p, q);
  const thickness = Math.sqrt(cost(best) / points.length);
  if (!isBent || meeting.apart > TOUCHING * thickness) return null;
  const { head } = rig.bones[bone];
  const far = distanceTo(p, head) < distanceTo(q, head) ? 1 : 0;
  return {
    bone,
    position: meeting.place,
    beyond: members.filter((_, n) => best.sides[n] === far),
    ratio: cost(best) / whole.spread,
  };
}

interface Two {
  segments: [Segment, Segment];
  /** The segment of each point. */
  sides: number[];
}

const cost = ({ segments: [p, q] }: Two): number => p.spread + q.spread;

/**
 * Fits two segments. It alternates between assigning points to the nearest segment and fitting segments to their
 * points.
 */
function twoSegments(points: readonly Point[], cut: number, axis: number): Two {
  const { centre, axes } = axesOf(points);
  const along = points.map((x) => dot(minus(x, centre), axes[axis]));
  const limit = [...along].sort((a, b) => a - b)[Math.floor(cut * points.length)];
  let sides: number[] = along.map((x) => (x < limit ? 0 : 1));
  let segments = fitted(points, sides);
  for (let round = 0; round < ROUNDS; round++) {
    const next: number[] = points.map((x) =>
      distanceTo(segments[0], x) <= distanceTo(segments[1], x) ? 0 : 1,
    );
    const ones = next.reduce((sum, side) => sum + side, 0);
    if (ones < 4 || points.length - ones < 4 || next.every((side, n) => side === sides[n])) break;
    sides = next;
    segments = fitted(points, sides);
  }
  return { segments, sides };
}

const fitted = (points: readonly Point[], sides: readonly number[]): [Segment, Segment] => [
  segmentOf(points.filter((_, n) => sides[n] === 0)),
  segmentOf(points.filter((_, n) => sides[n] === 1)),
];

/** The mean of points, and the axes along which they spread, the longest first. */
function axesOf(points: readonly Point[]): { centre: Point; axes: Point[]; spread: number } {
  const centre = scaled(points.reduce<Point>(plus, [0, 0, 0]), 1 / Math.max(1, points.length));
  const sums = new Float64Array(9);
  for (const x of points) {
    const d = minus(x, centre);
    for (let a = 0; a < 3; a++) for (let c = 0; c < 3; c++) sums[3 * a + c] += d[a] * d[c];
  }
  const { values, vectors } = symmetricEigen(sums, 3);
  const axes = [0, 3, 6].map((at): Point => [vectors[at], vectors[at + 1], vectors[at + 2]]);
  return { centre, axes, spread: Math.max(0, values[1]) + Math.max(0, values[2]) };
}

function segmentOf(points: readonly Point[]): Segment {
  const { centre, axes, spread } = axesOf(points);
  let [from, to] = [0, 0];
  for (const x of points) {
    const t = dot(minus(x, centre), axes[0]);
    [from, to] = [Math.min(from, t), Math.max(to, t)];
  }
  return { centre, axis: axes[0], from, to, spread, count: points.length };
}

function distanceTo({ centre, axis, from, to }: Segment, x: Point): number {
  const d = minus(x, centre);
  const t = Math.min(to, Math.max(from, dot(d, axis)));
  const off = minus(d, scaled(axis, t));
  return dot(off, off);
}

/** The middle between two lines at the place where they are nearest to each other, and their distance there. */
function meetingOf(p: Segment, q: Segment): { place: Point; apart: number } {
  const d = minus(q.centre, p.centre);
  const cosine = dot(p.axis, q.axis);
  const [a, b] = [dot(d, p.axis), dot(d, q.axis)];
  const square = 1 - cosine * cosine;
  const s = (a - b * cosine) / square;
  const t = (a * cosine - b) / square;
  const [one, other] = [plus(p.centre, scaled(p.axis, s)), plus(q.centre, scaled(q.axis, t))];
  return { place: scaled(plus(one, other), 0.5), apart: distance(one, other) };
}
