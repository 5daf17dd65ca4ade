import { Vector3 } from "three/webgpu";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import { segmentsOfBones } from "../../../document/binding/segment-weights";

/**
 * Length of a bone without children over its parent's length, and over the mesh's diagonal if it has no parent either.
 */
const TIP = 0.6;
/** Length of an end joint over its parent's length: a mark, not a bone. */
const END_TIP = 0.2;
const LONE = 0.06;
/**
 * A bone without children ends at this multiple of the distance from its head to the centre of its region; and the
 * smallest such length.
 */
const THROUGH = 1.8;
const LEAST_TIP = 0.01;
/**
 * A bone without children runs through its region only if the region extends from the joint to the centre and beyond:
 * each of these spans, in shares of the way to the centre, holds at least this share of it. Otherwise a bone whose
 * region lies apart would be drawn across the body. Bones shorter than this share of the mesh's diagonal are not
 * tested.
 */
const THERE = 0.04;
const SPANS = [
  [0.25, 0.75],
  [0.75, 1.25],
] as const;
const SHORT = 0.12;
/** Small weights elsewhere are ignored if they would move the centre by more than this share of the way to it. */
const ASTRAY = 0.4;
/**
 * A head no longer belongs to its segment if it is this far from the segment's joint, as a share of the mesh's
 * diagonal.
 */
const MOVED = 1e-5;

/** A drawn part of a bone: from its head to that of a child, or through the region that it moves. */
export interface BonePart {
  bone: number;
  head: Vector3;
  tail: Vector3;
}

/** Calls `each` with every weight that some bones have, and the place of its vertex in the rest pose. */
function eachWeight(
  { weights, rest }: Rig,
  wanted: ReadonlySet<number>,
  each: (bone: number, weight: number, place: Vector3) => void,
): void {
  const place = new Vector3();
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (wanted.has(weights.bones[e]))
        each(weights.bones[e], weights.values[e], place.fromArray(rest, 3 * i));
    }
  }
}

/**
 * The vector from the head of each of some bones to the mean of its vertices, weighted by `mass`; null if it moves
 * none.
 */
function waysTo(rig: Rig, wanted: ReadonlySet<number>, mass: (weight: number) => number): (Vector3 | null)[] {
  const sums = rig.bones.map(() => new Vector3());
  const whole = new Float64Array(sums.length);
  eachWeight(rig, wanted, (j, weight, place) => {
    sums[j].addScaledVector(place, mass(weight));
    whole[j] += mass(weight);
  });
  return sums.map((sum, j) =>
    whole[j] > 0 ? sum.divideScalar(whole[j]).sub(new Vector3(...rig.bones[j].head)) : null,
  );
}

const squared = (weight: number) => weight * weight;

/**
 * The vector from the head of each of some bones to the centre of its region in the rest pose; null if it moves
 * nothing. If the region lies apart from the joint, it has the length of a lone bone.
 */
function waysThrough(rig: Rig, wanted: ReadonlySet<number>, diagonal: number): (Vector3 | null)[] {
  // A solve may leave tiny weights all over the body. Squared weights find the main region of a bone.
  const core = waysTo(rig, wanted, squared);
  const ways = waysTo(rig, wanted, (weight) => weight).map((way, j) => {
    const home = core[j];
    return way && home && way.distanceTo(home) > ASTRAY * home.length() ? home : way;
  });
  const whole = new Float64Array(ways.length);
  const within = SPANS.map(() => new Float64Array(ways.length));
  eachWeight(rig, wanted, (j, weight, place) => {
    const way = ways[j]!;
    const along = place.sub(new Vector3(...rig.bones[j].head)).dot(way) / (way.lengthSq() || 1);
    whole[j] += squared(weight);
    SPANS.forEach(([from, to], n) => {
      if (along >= from && along < to) within[n][j] += squared(weight);
    });
  });
  ways.forEach((way, j) => {
    const isApart = within.some((span) => span[j] < THERE * whole[j]);
    if (way && isApart && way.length() > SHORT * diagonal) way.setLength((LONE * diagonal) / THROUGH);
  });
  return ways;
}

/**
 * The parts of bones in the rest pose, estimated from their heads and the regions that they move; `diagonal` is the
 * mesh's.
 */
export function guessedParts(rig: Rig, diagonal: number): BonePart[] {
  const { bones } = rig;
  const parts: BonePart[] = [];
  const heads = bones.map(({ head }) => new Vector3(...head));
  const parents = new Set<number>();
  bones.forEach(({ parent }, j) => {
    if (parent < 0 || heads[j].distanceTo(heads[parent]) < 1e-6 * diagonal) return;
    parents.add(parent);
    parts.push({ bone: parent, head: heads[parent], tail: heads[j] });
  });
  const tips = new Set([...bones.keys()].filter((j) => !parents.has(j)));
  const ways = waysThrough(rig, tips, diagonal);
  bones.forEach(({ parent }, bone) => {
    if (!tips.has(bone)) return;
    // The part runs through the region. If the joint is in its centre, the part continues the direction from the
    // parent.
    const along = (ways[bone] ?? new Vector3()).multiplyScalar(THROUGH);
    if (along.length() < LEAST_TIP * diagonal && parent >= 0)
      along
        .copy(heads[bone])
        .sub(heads[parent])
        .multiplyScalar(bones[bone].end ? END_TIP : TIP);
    if (along.length() < 1e-6 * diagonal) along.set(0, LONE * diagonal, 0);
    parts.push({ bone, head: heads[bone], tail: heads[bone].clone().add(along) });
  });
  return parts;
}

/**
 * The parts of bones that were bound to a skeleton: its segments, or equal parts of a spine segment. Null if the rig
 * has other bones, or if joints were moved since.
 */
export function segmentParts(rig: Rig, skeleton: Skeleton, diagonal: number): BonePart[] | null {
  const segments = segmentsOfBones(skeleton, rig);
  if (!segments) return null;
  const pieces = new Map<number, number>();
  for (const j of segments) pieces.set(j, (pieces.get(j) ?? 0) + 1);
  const done = new Map<number, number>();
  const parts: BonePart[] = [];
  for (const [bone, j] of segments.entries()) {
    const [from, to] = [new Vector3(...skeleton.segments[j].head), new Vector3(...skeleton.segments[j].tail)];
    const at = done.get(j) ?? 0;
    done.set(j, at + 1);
    const head = from.clone().lerp(to, at / pieces.get(j)!);
    if (head.distanceTo(new Vector3(...rig.bones[bone].head)) > MOVED * diagonal) return null;
    parts.push({ bone, head, tail: from.clone().lerp(to, (at + 1) / pieces.get(j)!) });
  }
  return parts;
}
