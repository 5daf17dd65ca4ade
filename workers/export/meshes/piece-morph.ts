import type { FileMorphs } from "./file-morphs";
import type { MeshPiece } from "./mesh-pieces";

/** A morph target of a mesh that has points and corners. */
export interface PieceMorph {
  /** The points that it changes, ascending: indices into those of the mesh. */
  points: Uint32Array;
  /** The offsets of these points, 3n. */
  offsets: Float32Array;
  /** The offsets of their normals, 3n; null if the source has none. The mean where seams split a point. */
  normals: Float32Array | null;
}

const changes = (values: ArrayLike<number>, n: number): boolean =>
  values[3 * n] !== 0 || values[3 * n + 1] !== 0 || values[3 * n + 2] !== 0;

/** The target's offsets of normals for all points of a mesh, 3 numbers each. */
function turnedPoints(
  { turned }: FileMorphs,
  target: number,
  { points, displays }: MeshPiece,
  solverIndex: Uint32Array,
): Float32Array | null {
  const rows = turned[target];
  if (!rows) return null;
  const pointOf = new Map(Array.from(points, (i, n) => [i, n]));
  const counts = new Float32Array(points.length);
  for (const d of displays) counts[pointOf.get(solverIndex[d])!]++;
  const own = new Set(displays);
  const out = new Float32Array(3 * points.length);
  rows.vertices.forEach((d, at) => {
    if (!own.has(d)) return;
    const n = pointOf.get(solverIndex[d])!;
    for (let c = 0; c < 3; c++) out[3 * n + c] += rows.values[3 * at + c] / counts[n];
  });
  return out;
}

/** The three numbers of each of these rows. */
function rowsOf(values: ArrayLike<number>, rows: Uint32Array): Float32Array {
  return Float32Array.from(
    { length: 3 * rows.length },
    (_, c) => values[3 * rows[Math.floor(c / 3)] + (c % 3)],
  );
}

/** @param target the number of the target in the file */
export function pieceMorph(
  morphs: FileMorphs,
  target: number,
  piece: MeshPiece,
  solverIndex: Uint32Array,
): PieceMorph {
  const size = morphs.shapes.length / morphs.rank;
  const offsets = rowsOf(morphs.shapes.subarray(target * size, (target + 1) * size), piece.points);
  const normals = turnedPoints(morphs, target, piece, solverIndex);
  const points = piece.points
    .map((_, n) => n)
    .filter((n) => changes(offsets, n) || (normals !== null && changes(normals, n)));
  return { points, offsets: rowsOf(offsets, points), normals: normals && rowsOf(normals, points) };
}
