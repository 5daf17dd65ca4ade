import { Vector3 } from "three/webgpu";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import { segmentsOfBones } from "../../../document/binding/segment-weights";

/**
 * Length of a bone without children over its parent's length, and over the mesh's diagonal if it has no parent either.
 */
const TIP = 0.6;
const LONE = 0.06;
/**
 * A bone without children ends at this multiple of the distance from its head to the centre of what it moves; the
 * smallest such length.
 */
const THROUGH = 1.8;
const LEAST_TIP = 0.01;
/** A head this far from its segment's joint, over the mesh's diagonal, no longer belongs to the segment. */
const MOVED = 1e-5;

/** A drawn part of a bone: from its head to that of a child, or through the region that it moves. */
export interface BonePart {
  bone: number;
  head: Vector3;
  tail: Vector3;
}

/**
 * The weighted centre of the region that each of some bones moves, in the rest pose; the bone's head if it moves
 * nothing.
 */
function middlesOf({ bones, weights, rest }: Rig, wanted: ReadonlySet<number>): Vector3[] {
  const sums = bones.map(() => new Vector3());
  const whole = new Float64Array(bones.length);
  const p = new Vector3();
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      if (!wanted.has(j)) continue;
      sums[j].addScaledVector(p.fromArray(rest, 3 * i), weights.values[e]);
      whole[j] += weights.values[e];
    }
  }
  return sums.map((sum, j) => (whole[j] > 0 ? sum.divideScalar(whole[j]) : sum.set(...bones[j].head)));
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
  const middles = middlesOf(rig, tips);
  bones.forEach(({ parent }, bone) => {
    if (!tips.has(bone)) return;
    // The part runs through the region. If the joint is in its centre, the part continues the direction from the
    // parent.
    const along = middles[bone].sub(heads[bone]).multiplyScalar(THROUGH);
    if (along.length() < LEAST_TIP * diagonal && parent >= 0)
      along.copy(heads[bone]).sub(heads[parent]).multiplyScalar(TIP);
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
