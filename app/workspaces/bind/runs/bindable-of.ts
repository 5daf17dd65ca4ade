import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import { type Bindable, bindableOf as restAsBindable } from "../../../../workers/model/weights/bindable";

const known = new WeakMap<MeshSequence, Bindable>();

/** The rest pose of a sequence as a mesh that a skeleton can be bound to. The same object for the same sequence. */
export function bindableOf(sequence: MeshSequence): Bindable {
  const found = known.get(sequence);
  if (found) return found;
  const made = restAsBindable(sequence);
  known.set(sequence, made);
  return made;
}
