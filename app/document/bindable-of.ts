import type { Bindable } from "../../workers/model/bindable";
import type { MeshSequence } from "../../workers/model/mesh-sequence";

const known = new WeakMap<MeshSequence, Bindable>();

/** The rest pose of a sequence as a mesh that a skeleton can be bound to. The same object for the same sequence. */
export function bindableOf(sequence: MeshSequence): Bindable {
  const found = known.get(sequence);
  if (found) return found;
  const { rest, triangles, solverIndex, tets } = sequence;
  const made: Bindable = {
    positions: rest,
    triangles: triangles.map((d) => solverIndex[d]),
    tets: tets ?? null,
    wires: null,
  };
  known.set(sequence, made);
  return made;
}
