/**
 * Meshes for formats that store points and face corners separately. Consecutive parts with the same name become one
 * mesh.
 */
import type { MeshPart } from "../../model/mesh/mesh-sequence";
import type { AnySequence } from "../../model/mesh/streamed-sequence";

export interface MeshPiece {
  /** The name of its parts. Other pieces may have the same name. */
  name: string;
  /** Solver vertices of the mesh's points, ascending. */
  points: Uint32Array;
  /** Display vertices that its corners show, ascending. */
  displays: Uint32Array;
  polygonOffsets: Uint32Array;
  /** Point of each corner, an index into `points`. */
  cornerPoints: Uint32Array;
  /** Display vertex of each corner, an index into `displays`. */
  cornerDisplays: Uint32Array;
  /** Polygons of each material, at least one. */
  faceSets: { material: number; polygons: Uint32Array }[];
}

function runsOf(parts: readonly MeshPart[]): MeshPart[][] {
  const runs: MeshPart[][] = [];
  for (const part of parts) {
    if (part.polygonCount === 0) continue;
    const run = runs.at(-1);
    if (run?.[0].name === part.name) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

/** The values in use, ascending, and the place of each in them. */
function compacted(values: Uint32Array): { used: Uint32Array; places: Uint32Array } {
  const used = Uint32Array.from(new Set(values)).sort();
  const placeOf = new Map(Array.from(used, (value, place) => [value, place]));
  return { used, places: values.map((value) => placeOf.get(value) ?? 0) };
}

function pieceOf({ polygonOffsets: ends, polygonCorners, solverIndex }: AnySequence, run: MeshPart[]) {
  const first = run[0].firstPolygon;
  const last = run[run.length - 1].firstPolygon + run[run.length - 1].polygonCount;
  const displays = compacted(polygonCorners.slice(ends[first], ends[last]));
  const points = compacted(displays.used.map((d) => solverIndex[d]));
  const byMaterial = new Map<number, number[]>();
  for (const { material, firstPolygon, polygonCount } of run) {
    const polygons = byMaterial.get(material) ?? [];
    byMaterial.set(material, polygons);
    for (let p = 0; p < polygonCount; p++) polygons.push(firstPolygon - first + p);
  }
  return {
    points: points.used,
    displays: displays.used,
    polygonOffsets: ends.slice(first, last + 1).map((end) => end - ends[first]),
    cornerPoints: displays.places.map((d) => points.places[d]),
    cornerDisplays: displays.places,
    faceSets: [...byMaterial].map(([material, polygons]) => ({
      material,
      polygons: Uint32Array.from(polygons),
    })),
  };
}

/** The display vertex of each corner of a mesh, with its normal, UVs and colours. */
export const cornerVertices = ({ displays, cornerDisplays }: MeshPiece): Uint32Array =>
  cornerDisplays.map((d) => displays[d]);

/** The set of faces that each polygon of a mesh belongs to. */
export function polygonSets({ faceSets, polygonOffsets }: MeshPiece): Uint32Array {
  const sets = new Uint32Array(polygonOffsets.length - 1);
  for (const [n, { polygons }] of faceSets.entries()) for (const p of polygons) sets[p] = n;
  return sets;
}

export const meshPieces = (sequence: AnySequence): MeshPiece[] =>
  runsOf(sequence.parts).map((run) => ({ name: run[0].name, ...pieceOf(sequence, run) }));
