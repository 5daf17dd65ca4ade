import type { SequenceMesh } from "../../model/mesh/streamed-sequence";

/** One part's own vertices and triangles: a primitive of the file. */
export interface PartSurface {
  name: string;
  material: number;
  /** Display vertices of the sequence that the part uses: vertex n of the primitive is vertices[n]. */
  vertices: Uint32Array;
  /** Corners of the triangles, indices into `vertices`. */
  indices: Uint32Array;
}

/** The parts of a sequence that have triangles, each with its display vertices, ascending. */
export function splitParts(sequence: SequenceMesh): PartSurface[] {
  const number = new Int32Array(sequence.solverIndex.length);
  const surfaces: PartSurface[] = [];
  for (const { name, material, firstTriangle, triangleCount } of sequence.parts) {
    const corners = sequence.triangles.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
    if (corners.length === 0) continue;
    const vertices = Uint32Array.from(new Set(corners)).sort();
    for (let n = 0; n < vertices.length; n++) number[vertices[n]] = n;
    surfaces.push({ name, material, vertices, indices: corners.map((v) => number[v]) });
  }
  return surfaces;
}
