import { adjacencyOf } from "../../../workers/geometry/adjacency";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Rings } from "./weight-recipients";

const known = new WeakMap<Uint32Array, Rings>();

/** The neighbours of each solver vertex, kept per mesh. */
export function ringsOf({ vertexCount, triangles, solverIndex }: MeshSequence): Rings {
  const before = known.get(triangles);
  if (before) return before;
  const made = adjacencyOf(
    triangles.map((d) => solverIndex[d]),
    vertexCount,
  );
  known.set(triangles, made);
  return made;
}
