import { BufferAttribute, BufferGeometry } from "three/webgpu";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";

/** The polygons' edges, each once, as pairs of solver vertices. */
export function polygonEdges(sequence: SequenceMesh): Uint32Array {
  const { polygonOffsets, polygonCorners, solverIndex } = sequence;
  const keys = new Float64Array(polygonCorners.length);
  let count = 0;
  for (let p = 0; p + 1 < polygonOffsets.length; p++) {
    const [start, end] = [polygonOffsets[p], polygonOffsets[p + 1]];
    for (let c = start; c < end; c++) {
      const a = solverIndex[polygonCorners[c]];
      const b = solverIndex[polygonCorners[c + 1 < end ? c + 1 : start]];
      if (a !== b) keys[count++] = Math.min(a, b) * sequence.vertexCount + Math.max(a, b);
    }
  }
  const sorted = keys.subarray(0, count).sort();
  const edges = new Uint32Array(2 * count);
  let length = 0;
  for (let e = 0; e < count; e++) {
    if (e > 0 && sorted[e] === sorted[e - 1]) continue;
    edges[length++] = Math.floor(sorted[e] / sequence.vertexCount);
    edges[length++] = sorted[e] % sequence.vertexCount;
  }
  return edges.slice(0, length);
}

/**
 * Edges as line segments that read positions by `solverIndex`.
 * @param edges pairs of solver vertices.
 */
export function edgeGeometry(edges: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * edges.length), 3));
  geometry.setAttribute("solverIndex", new BufferAttribute(edges, 1));
  return geometry;
}
