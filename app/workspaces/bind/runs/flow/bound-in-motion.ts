import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import { motionByNames } from "../../../../../workers/model/rig/motion-by-names";
import type { Rig } from "../../../../../workers/model/rig/rig";

/** Motions by the rig that they were made from. A run shows dozens of rigs, and their motion is the same. */
const known = new WeakMap<Rig, { names: string; motion: Float32Array }>();

const namesOf = ({ bones }: Rig): string => bones.map(({ name, parent }) => `${parent} ${name}`).join("\n");

/**
 * Gives a rig that was bound to the rest pose the motion of the mesh's previous rig. Bones with the same name keep
 * their motion; new bones move with their parents. If the mesh does not move, returns the rig unchanged.
 */
export function boundInMotion(bound: Rig, sequence: SequenceMesh, before: Rig | null): Rig {
  if (sequence.frameCount === 1 || !before) return bound;
  const { boneKind } = before;
  const names = namesOf(bound);
  if (names === namesOf(before)) return { ...bound, boneKind, motion: before.motion };
  let made = known.get(before);
  if (made?.names !== names) {
    const from = before.bones.map(({ name }) => name);
    made = { names, motion: motionByNames(bound.bones, from, before.motion) };
    known.set(before, made);
  }
  return { ...bound, boneKind, motion: made.motion };
}
