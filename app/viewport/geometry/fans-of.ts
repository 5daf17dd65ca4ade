import { type Surface, type VertexFans, vertexFans } from "../../../workers/geometry/vertex-fans";

const known = new WeakMap<Surface, VertexFans>();

/** The triangles around each vertex of a surface, cached by the surface. */
export function fansOf(surface: Surface): VertexFans {
  const found = known.get(surface);
  if (found) return found;
  const made = vertexFans(surface);
  known.set(surface, made);
  return made;
}
