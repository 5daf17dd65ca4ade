import type { SequenceMesh } from "../model/mesh/streamed-sequence";
import { vertexNormals } from "./vertex-normals";

const hasLength = (n: ArrayLike<number>): boolean => {
  const length = Math.hypot(n[0], n[1], n[2]);
  return length > 1e-6 && Number.isFinite(length);
};

/**
 * Unit normals of all display vertices, 3D: the sequence's own normals. Where it has none, or one of length 0, they
 * come from its rest surface, smooth across UV seams. The viewport and exported files use the same normals, even if a
 * rig has corrected the rest pose: bones turn them just as well, and the correction must not show as bumps.
 */
export function displayNormals(sequence: SequenceMesh): Float32Array {
  const { solverIndex, triangles, rest } = sequence;
  const normals = new Float32Array(3 * solverIndex.length);
  let smooth: Float32Array | null = null;
  for (let d = 0; d < solverIndex.length; d++) {
    let normal: ArrayLike<number> = sequence.normals?.subarray(3 * d, 3 * d + 3) ?? [0, 0, 0];
    if (!hasLength(normal)) {
      smooth ??= vertexNormals(
        rest,
        triangles.map((v) => solverIndex[v]),
      );
      const own = smooth.subarray(3 * solverIndex[d], 3 * solverIndex[d] + 3);
      // A vertex without a surface around it has no normal, but glTF requires one of length 1.
      normal = hasLength(own) ? own : [0, 0, 1];
    }
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    for (let c = 0; c < 3; c++) normals[3 * d + c] = normal[c] / length;
  }
  return normals;
}
