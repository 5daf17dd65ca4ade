/** Rigs with room for helpers that have no place yet, and without it. */
import type { Bone, Rig } from "../../../model/rig/rig";

/** The rig with helpers appended. They have no place yet, follow the first root and move nothing. */
export function withIdleHelpers(rig: Rig, count: number): Rig {
  if (count === 0) return rig;
  const B = rig.bones.length;
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * frames * (B + count));
  for (let k = 0; k < frames; k++) {
    const to = 12 * k * (B + count);
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), to);
    for (let n = 0; n < count; n++) motion.copyWithin(to + 12 * (B + n), to, to + 12);
  }
  const names = helperNames(rig.bones, count);
  const helpers = names.map((name): Bone => ({ name, parent: 0, head: [...rig.bones[0].head] }));
  return { ...rig, bones: [...rig.bones, ...helpers], motion };
}

/** Names for helpers without a place: helper_1, helper_2 …, skipping names that are taken. */
function helperNames(bones: readonly Bone[], count: number): string[] {
  const taken = new Set(bones.map(({ name }) => name));
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) if (!taken.has(`helper_${n}`)) names.push(`helper_${n}`);
  return names;
}

/** The rig with only the first `kept` of its bones. The others move nothing. */
export function firstBones(rig: Rig, kept: number): Rig {
  const B = rig.bones.length;
  if (kept === B) return rig;
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * frames * kept);
  for (let k = 0; k < frames; k++) {
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k * B + kept)), 12 * k * kept);
  }
  return { ...rig, bones: rig.bones.slice(0, kept), motion };
}
