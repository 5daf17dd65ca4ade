import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";

/** Area-weighted unit normals of solver vertices, 3V; zero where no face has an area. */
export function vertexNormals(
  positions: Float32Array,
  mesh: Pick<MeshSequence, "vertexCount" | "triangles" | "solverIndex">,
): Float32Array {
  const { triangles, solverIndex } = mesh;
  const normals = new Float32Array(3 * mesh.vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * solverIndex[triangles[t]];
    const b = 3 * solverIndex[triangles[t + 1]];
    const c = 3 * solverIndex[triangles[t + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const corner of [a, b, c]) {
      normals[corner] += nx;
      normals[corner + 1] += ny;
      normals[corner + 2] += nz;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length === 0) continue;
    normals[i] /= length;
    normals[i + 1] /= length;
    normals[i + 2] /= length;
  }
  return normals;
}

/** Rest normals of the display vertices, 3D: the sequence's own, or smooth ones. */
export function displayNormals(sequence: MeshSequence): Float32Array {
  if (sequence.normals) return sequence.normals;
  const smooth = vertexNormals(sequence.rest, sequence);
  const { solverIndex } = sequence;
  const normals = new Float32Array(3 * solverIndex.length);
  for (let d = 0; d < solverIndex.length; d++) {
    for (let axis = 0; axis < 3; axis++) normals[3 * d + axis] = smooth[3 * solverIndex[d] + axis];
  }
  return normals;
}
