import type { BufferAttribute, BufferGeometry } from "three/webgpu";
import type { ShownFaces } from "../../document/scene/hidden-faces";

/**
 * Makes a geometry draw only some of its triangles: they move to the front of its index buffer.
 * @param all the index buffer while nothing is hidden, 3T.
 * @param shown indices of triangles; null draws all.
 */
export function showTriangles(geometry: BufferGeometry, all: Uint32Array, shown: Uint32Array | null): void {
  const index = geometry.getIndex() as BufferAttribute;
  const array = index.array as Uint32Array;
  if (shown === null) array.set(all);
  else
    for (let n = 0; n < shown.length; n++)
      for (let c = 0; c < 3; c++) array[3 * n + c] = all[3 * shown[n] + c];
  geometry.setDrawRange(0, shown === null ? Infinity : 3 * shown.length);
  index.needsUpdate = true;
}

/**
 * Makes a geometry draw only the edges between shown vertices.
 * @param all pairs of solver vertices: the edges while nothing is hidden.
 * @param faces null draws all.
 */
export function showEdges(geometry: BufferGeometry, all: Uint32Array, faces: ShownFaces | null): void {
  const ends = geometry.getAttribute("solverIndex") as BufferAttribute;
  const array = ends.array as Uint32Array;
  let length = 0;
  for (let e = 0; e < all.length; e += 2) {
    if (faces && !(faces.vertices[all[e]] && faces.vertices[all[e + 1]])) continue;
    array[length++] = all[e];
    array[length++] = all[e + 1];
  }
  geometry.setDrawRange(0, length);
  ends.needsUpdate = true;
}
