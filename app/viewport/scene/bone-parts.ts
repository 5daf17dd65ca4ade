import { Vector3 } from "three/webgpu";
import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import { segmentsOfBones } from "../../document/binding/segment-weights";

/** Length of a bone without children over its parent's, and over the mesh's diagonal where it has no parent either. */
const TIP = 0.6;
const LONE = 0.06;
/** End of a bone without children, over the way from its head to the middle of what it moves; the least such way. */
const THROUGH = 1.8;
const LEAST_TIP = 0.01;
/** A head that is farther than this from where its segment has it, over the mesh's diagonal, is no longer that segment's. */
const MOVED = 1e-5;

export const isTree = (bones: readonly Bone[]): boolean => bones.some(({ parent }) => parent >= 0);

/** A stretch of a bone: from its head to that of a child, or through what it moves. */
export interface BonePart {
  bone: number;
  head: Vector3;
  tail: Vector3;
}

/** Weighted middle of what each of some bones moves in the rest pose; the bone's head where it moves nothing. */
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

/** The stretches of bones in the rest pose, told from their heads and from what they move; `diagonal` is the mesh's. */
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
    // Through what it moves; one whose joint lies in the middle of that goes on as its parent came to it.
    const along = middles[bone].sub(heads[bone]).multiplyScalar(THROUGH);
    if (along.length() < LEAST_TIP * diagonal && parent >= 0)
      along.copy(heads[bone]).sub(heads[parent]).multiplyScalar(TIP);
    if (along.length() < 1e-6 * diagonal) along.set(0, LONE * diagonal, 0);
    parts.push({ bone, head: heads[bone], tail: heads[bone].clone().add(along) });
  });
  return parts;
}

/**
 * The stretches of bones that were bound to a skeleton: its segments, or their equal parts where they became several
 * bones. Null where the rig is of other bones, or where joints were moved since.
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
