import { TriangleTree } from "./triangle-tree";

/**
 * A tree over the triangles of a mesh in UV space, with z = 0.
 * @param uvs 2D.
 * @param triangles display vertices, 3T.
 */
export function uvTree(uvs: ArrayLike<number>, triangles: ArrayLike<number>): TriangleTree {
  const flat = new Float64Array((3 * uvs.length) / 2);
  for (let d = 0; 2 * d < uvs.length; d++) {
    flat[3 * d] = uvs[2 * d];
    flat[3 * d + 1] = uvs[2 * d + 1];
  }
  return new TriangleTree(flat, triangles);
}
