import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import type { BlockReader } from "./archive/block-reader";
import type { ScopeSizes } from "./geometry-parameter";
import type { AlembicMesh } from "./polymesh";

/** Polygons of one mesh, wound anticlockwise seen from outside, in runs of one material. */
export interface Faces {
  /** Q + 1 offsets into the corners. */
  offsets: Uint32Array;
  /** The point of each corner. */
  points: Uint32Array;
  /** The number of each corner in the file, for values stored by corner. */
  sourceCorner: Uint32Array;
  /** The number of each polygon in the file. */
  sourcePolygon: Uint32Array;
  /** Runs of polygons; `faceSet` is -1 for polygons in no set. */
  runs: { faceSet: number; first: number; count: number }[];
  sizes: ScopeSizes;
}

/**
 * Reads the faces of a mesh. Polygons of fewer than three corners are left out.
 * @param mirrored true if the mesh's transform turns it inside out, which makes the file's winding correct.
 * @throws SinewError if counts, indices and points do not fit each other.
 */
export async function readAlembicFaces(
  mesh: AlembicMesh,
  reader: BlockReader,
  mirrored: boolean,
): Promise<Faces> {
  const counts = await mesh.faceCounts.numbers(0);
  const indices = await mesh.faceIndices.numbers(0);
  checkFaces(mesh, reader, counts, indices);
  const setOf = await faceSetOfPolygons(mesh, reader, counts.length);
  const begins = new Uint32Array(counts.length);
  for (let p = 1; p < counts.length; p++) begins[p] = begins[p - 1] + counts[p - 1];
  const kept: number[][] = Array.from({ length: mesh.faceSets.length + 1 }, () => []);
  for (let p = 0; p < counts.length; p++) if (counts[p] >= 3) kept[setOf[p] + 1].push(p);
  const sourcePolygon = Uint32Array.from(kept.flat());
  if (sourcePolygon.length === 0) {
    throw new SinewError({
      title: `${reader.name} cannot be used`,
      body: `No polygon of the mesh "${mesh.name}" has three corners or more. Sinew needs a surface.`,
    });
  }
  const offsets = new Uint32Array(sourcePolygon.length + 1);
  for (const [q, p] of sourcePolygon.entries()) offsets[q + 1] = offsets[q] + counts[p];
  const sourceCorner = new Uint32Array(offsets[sourcePolygon.length]);
  for (const [q, p] of sourcePolygon.entries()) {
    // Alembic winds clockwise: the first corner stays, the others are reversed.
    const n = counts[p];
    for (let c = 0; c < n; c++) sourceCorner[offsets[q] + c] = begins[p] + (mirrored || c === 0 ? c : n - c);
  }
  const runs: Faces["runs"] = [];
  let first = 0;
  for (const [i, polygons] of kept.entries()) {
    if (polygons.length > 0) runs.push({ faceSet: i - 1, first, count: polygons.length });
    first += polygons.length;
  }
  return {
    offsets,
    points: sourceCorner.map((corner) => indices[corner]),
    sourceCorner,
    sourcePolygon,
    runs,
    sizes: { constant: 1, uniform: counts.length, vertex: mesh.pointCount, corner: indices.length },
  };
}

function checkFaces(
  mesh: AlembicMesh,
  reader: BlockReader,
  counts: ArrayLike<number>,
  indices: ArrayLike<number>,
): void {
  let corners = 0;
  for (let p = 0; p < counts.length; p++) {
    if (counts[p] < 0)
      throw reader.damaged(
        `Polygon ${p + 1} of "${mesh.name}" says that it has ${howMany(counts[p], "corner")}.`,
      );
    corners += counts[p];
  }
  if (corners !== indices.length) {
    throw reader.damaged(
      `The polygons of "${mesh.name}" have ${corners} corners, but ${indices.length} are stored.`,
    );
  }
  for (let c = 0; c < indices.length; c++) {
    if (indices[c] < 0 || indices[c] >= mesh.pointCount) {
      throw reader.damaged(
        `A polygon of "${mesh.name}" names point ${indices[c] + 1}, but there are ${mesh.pointCount}.`,
      );
    }
  }
}

/** The first face set of each polygon, or -1. */
async function faceSetOfPolygons(
  mesh: AlembicMesh,
  reader: BlockReader,
  polygonCount: number,
): Promise<Int32Array> {
  const setOf = new Int32Array(polygonCount).fill(-1);
  for (const [set, { name, faces }] of mesh.faceSets.entries()) {
    for (const p of await faces.numbers(0)) {
      if (p < 0 || p >= polygonCount) {
        throw reader.damaged(
          `The face set "${name}" of "${mesh.name}" names polygon ${p + 1} of ${polygonCount}.`,
        );
      }
      if (setOf[p] < 0) setOf[p] = set;
    }
  }
  return setOf;
}
