import { asShare, type Material } from "../../model/mesh/appearance";
import { howMany } from "../../model/reports/figures";
import type { RawSequence, RawSurface } from "../source/source";
import { TripleIndex } from "./triple-index";

/** One still mesh of polygons, from an OBJ, PLY or MEDIT file. */
export interface PolygonMesh extends RawSurface {
  /** Name of the file. */
  file: string;
  /** 3P. */
  positions: Float64Array;
  /** Material libraries that the file refers to. */
  libraries: string[];
  /** Names of images, each the base colour of the material at its place. */
  textureFiles?: string[];
  /** Sentences about parts that were left out. */
  notes: string[];
}

/** The material for a surface without one. It is double-sided, as in the programs that write these files. */
export function plainMaterial(name: string): Material {
  return { name, baseColour: [0.8, 0.8, 0.8, 1], doubleSided: true };
}

/** A mesh of corners, before its display vertices are made. */
export interface CornerMesh {
  positions: Float64Array;
  /** Rows of two or three values, to which corners refer. */
  uvs: Float32Array | null;
  normals: Float32Array | null;
  /** The number of corners of each polygon. */
  sizes: Int32Array;
  cornerPoints: Int32Array;
  /** The rows of `uvs` and `normals` of each corner, −1 for none; null if no corner has any. */
  cornerUvs: Int32Array | null;
  cornerNormals: Int32Array | null;
}

/**
 * A number for each row. Equal rows have the number of the first one, and a row of zeros has 0.
 * @param width numbers in a row, 1 to 4.
 */
export function rowNumbers(values: Float32Array, width: number): Int32Array {
  const rows = Math.floor(values.length / width);
  const index = new TripleIndex(rows + 1);
  index.add(0, 0, 0);
  // Adding 0 turns −0 into 0.
  const bits = new Int32Array(Float32Array.from(values, (x) => x + 0).buffer);
  const at = (row: number, c: number) => (c < width ? bits[width * row + c] : 0);
  const numbers = Int32Array.from({ length: rows }, (_, row) =>
    index.add(at(row, 0), at(row, 1), at(row, 2)),
  );
  if (width < 4) return numbers;
  const pairs = new TripleIndex(rows + 1);
  pairs.add(0, 0, 0);
  return numbers.map((number, row) => pairs.add(number, at(row, 3), 0));
}

function gather(values: Float32Array, width: number, rows: Int32Array): Float32Array {
  const out = new Float32Array(rows.length * width);
  for (let d = 0; d < rows.length; d++) {
    for (let c = 0; rows[d] >= 0 && c < width; c++) out[d * width + c] = values[rows[d] * width + c];
  }
  return out;
}

/**
 * The display vertices of a mesh: the distinct (point, uv, normal) of its corners, compared by value. Without uvs and
 * normals they are the points themselves.
 */
export function displayVertices(
  mesh: CornerMesh,
): Pick<PolygonMesh, "displayPoint" | "uvs" | "normals" | "polygonCorners"> {
  const { cornerPoints, cornerUvs, cornerNormals } = mesh;
  const pointCount = mesh.positions.length / 3;
  const uvs = cornerUvs ? (mesh.uvs ?? new Float32Array(0)) : null;
  const normals = cornerNormals ? (mesh.normals ?? new Float32Array(0)) : null;
  if (!uvs && !normals) {
    const displayPoint = Uint32Array.from({ length: pointCount }, (_, p) => p);
    return { displayPoint, uvs: null, normals: null, polygonCorners: Uint32Array.from(cornerPoints) };
  }
  const uvNumbers = uvs && rowNumbers(uvs, 2);
  const normalNumbers = normals && rowNumbers(normals, 3);
  const index = new TripleIndex(pointCount);
  const rows = { uv: new Int32Array(cornerPoints.length), normal: new Int32Array(cornerPoints.length) };
  const pointOf = new Uint32Array(cornerPoints.length);
  const polygonCorners = new Uint32Array(cornerPoints.length);
  for (let c = 0; c < cornerPoints.length; c++) {
    const uv = cornerUvs ? cornerUvs[c] : -1;
    const normal = cornerNormals ? cornerNormals[c] : -1;
    const uvNumber = uvNumbers && uv >= 0 ? uvNumbers[uv] : 0;
    const normalNumber = normalNumbers && normal >= 0 ? normalNumbers[normal] : 0;
    const d = index.add(cornerPoints[c], uvNumber, normalNumber);
    polygonCorners[c] = d;
    if (d < index.count - 1) continue;
    pointOf[d] = cornerPoints[c];
    rows.uv[d] = uv;
    rows.normal[d] = normal;
  }
  const { count } = index;
  return {
    displayPoint: pointOf.slice(0, count),
    uvs: uvs && gather(uvs, 2, rows.uv.subarray(0, count)),
    normals: normals && gather(normals, 3, rows.normal.subarray(0, count)),
    polygonCorners,
  };
}

/** The start of each polygon's corners, and the end of the last. */
export function offsetsOf(sizes: ArrayLike<number>): Uint32Array {
  const offsets = new Uint32Array(sizes.length + 1);
  for (let p = 0; p < sizes.length; p++) offsets[p + 1] = offsets[p] + sizes[p];
  return offsets;
}

/** The number of points without polygons. */
export function loosePoints(pointCount: number, cornerPoints: ArrayLike<number>): number {
  const used = new Uint8Array(pointCount);
  let loose = pointCount;
  for (let c = 0; c < cornerPoints.length; c++) {
    loose -= 1 - used[cornerPoints[c]];
    used[cornerPoints[c]] = 1;
  }
  return loose;
}

export const looseNote = (count: number, file: string): string =>
  `${howMany(count, `point of ${file} belongs to no face and is`, `points of ${file} belong to no face and are`)} left out.`;

export const thinNote = (count: number, file: string): string =>
  `${howMany(count, `face of ${file} has fewer than 3 corners and is`, `faces of ${file} have fewer than 3 corners and are`)} left out.`;

/** The part of a raw sequence that comes from its mesh. */
export function rawTopology(
  mesh: PolygonMesh,
): Pick<
  RawSequence,
  | "pointCount"
  | "rest"
  | "displayPoint"
  | "uvs"
  | "colours"
  | "attributes"
  | "images"
  | "lost"
  | "normals"
  | "polygonOffsets"
  | "polygonCorners"
  | "parts"
  | "materials"
  | "tets"
  | "wires"
> {
  const { displayPoint, uvs, normals, polygonOffsets, polygonCorners, parts, materials, tets, wires } = mesh;
  const { colours, attributes, images, lost } = mesh;
  return {
    pointCount: mesh.positions.length / 3,
    rest: mesh.positions,
    displayPoint,
    uvs,
    normals,
    polygonOffsets,
    polygonCorners,
    parts,
    materials,
    ...(colours && { colours }),
    ...(attributes && { attributes }),
    ...(images && { images }),
    ...(lost && { lost }),
    tets,
    wires,
  };
}

/**
 * Converts colours of points to colours of display vertices.
 * @param colours three or four numbers for each point in 0..1: red, green and blue in sRGB (IEC 61966-2-1), as programs
 * write them, and alpha.
 * @returns linear RGBA, 4D.
 */
export function pointColours(
  colours: ArrayLike<number>,
  width: 3 | 4,
  displayPoint: Uint32Array,
): Float32Array {
  const out = new Float32Array(4 * displayPoint.length).fill(1);
  for (let d = 0; d < displayPoint.length; d++) {
    for (let c = 0; c < width; c++) {
      const x = asShare(colours[width * displayPoint[d] + c]);
      out[4 * d + c] = c === 3 ? x : linearOf(x);
    }
  }
  return out;
}

const linearOf = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
