import type { MeshPart, MeshSequence } from "../model/mesh/mesh-sequence";

/** The parts of one name that follow each other, with their polygons as the source has them. */
export interface PolygonMesh {
  name: string;
  /** Solver vertices that its polygons use, ascending: point n of the file is points[n]. */
  points: Uint32Array;
  /** The corners of polygon p are offsets[p] .. offsets[p + 1]. */
  offsets: Uint32Array;
  /** Index into `points` of each corner. */
  corners: Uint32Array;
  /** Display vertex of each corner, with its normal, UVs and colours. */
  displayVertices: Uint32Array;
  /** The materials that it uses, as indices into those of the sequence. */
  materials: number[];
  /** Index into `materials` of each polygon. */
  polygonMaterials: Uint32Array;
}

/** A sequence's parts as meshes with polygons, for formats that keep points and corners apart. */
export function polygonMeshes(sequence: MeshSequence): PolygonMesh[] {
  const runs: MeshPart[][] = [];
  for (const part of sequence.parts) {
    if (part.polygonCount === 0) continue;
    if (runs.at(-1)?.[0].name === part.name) runs[runs.length - 1].push(part);
    else runs.push([part]);
  }
  const number = new Int32Array(sequence.vertexCount);
  return runs.map((parts) => meshOf(sequence, parts, number));
}

/** @param number scratch, V */
function meshOf(sequence: MeshSequence, parts: readonly MeshPart[], number: Int32Array): PolygonMesh {
  const { polygonOffsets, polygonCorners, solverIndex } = sequence;
  const offsets: number[] = [0];
  const displayVertices: number[] = [];
  const materials: number[] = [];
  const polygonMaterials: number[] = [];
  for (const { material, firstPolygon, polygonCount } of parts) {
    if (!materials.includes(material)) materials.push(material);
    for (let p = firstPolygon; p < firstPolygon + polygonCount; p++) {
      for (let c = polygonOffsets[p]; c < polygonOffsets[p + 1]; c++) displayVertices.push(polygonCorners[c]);
      offsets.push(displayVertices.length);
      polygonMaterials.push(materials.indexOf(material));
    }
  }
  const solver = Uint32Array.from(displayVertices, (d) => solverIndex[d]);
  const points = Uint32Array.from(new Set(solver)).sort();
  for (const [n, i] of points.entries()) number[i] = n;
  return {
    name: parts[0].name,
    points,
    offsets: Uint32Array.from(offsets),
    corners: solver.map((i) => number[i]),
    displayVertices: Uint32Array.from(displayVertices),
    materials,
    polygonMaterials: Uint32Array.from(polygonMaterials),
  };
}
