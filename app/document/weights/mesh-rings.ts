import { type Adjacency, adjacencyOf } from "../../../workers/geometry/adjacency";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";

const known = new WeakMap<Uint32Array, Adjacency>();

/** The neighbours of each solver vertex, cached for each mesh. */
export function meshRings({ vertexCount, triangles, solverIndex }: SequenceMesh): Adjacency {
  const before = known.get(triangles);
  if (before) return before;
  const made = adjacencyOf(
    triangles.map((d) => solverIndex[d]),
    vertexCount,
  );
  known.set(triangles, made);
  return made;
}
