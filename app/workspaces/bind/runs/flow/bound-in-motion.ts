import type { MeshSequence } from "../../../../../workers/model/mesh/mesh-sequence";
import { motionByNames } from "../../../../../workers/model/rig/motion-by-names";
import type { Rig } from "../../../../../workers/model/rig/rig";

/** Motion that was made, by the rig that it was made of: weights under way come by the dozen. */
const known = new WeakMap<Rig, { names: string; motion: Float32Array }>();

const namesOf = ({ bones }: Rig): string => bones.map(({ name, parent }) => `${parent} ${name}`).join("\n");

/**
 * A rig that was bound to the rest pose of a mesh, with the motion of the rig that the mesh had: its bones go on moving as
 * those of their names did, new ones as their parents. Of a mesh that stands still, the rig as it is.
 */
export function boundInMotion(bound: Rig, sequence: MeshSequence, before: Rig | null): Rig {
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
