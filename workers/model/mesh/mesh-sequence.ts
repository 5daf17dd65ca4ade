import { SinewError } from "../errors";
import type { CarriedScene, ImageFile, Material, SetNames } from "./appearance";
import type { MeshShape, VertexAttribute } from "./shapes";

/** A run of polygons (and of their triangles) that belongs to one named mesh and has one material. */
export interface MeshPart {
  name: string;
  /** Index into `MeshSequence.materials`. */
  material: number;
  firstPolygon: number;
  polygonCount: number;
  firstTriangle: number;
  triangleCount: number;
}

/** A named range of frames, both ends inclusive. */
export interface Clip {
  name: string;
  first: number;
  last: number;
}

export type UpAxis = "x" | "y" | "z";

/**
 * An animated mesh of constant topology.
 *
 * Two kinds of vertices: the V *solver vertices*, welded along UV and normal seams, carry every position; the D
 * *display vertices*, split along seams, carry UVs and normals and name their solver vertex. Faces index display
 * vertices. Arrays are backed by shared memory where the page allows it, and are never written after construction.
 */
export interface MeshSequence {
  version: 1;
  name: string;
  /** V, the solver vertices. */
  vertexCount: number;
  /** F. */
  frameCount: number;
  /** Frames a second. */
  fps: number;
  /** Rest positions, 3V. */
  rest: Float32Array;
  /** Positions, F·3V, frame-major: frames[(k·V + i)·3 + axis]. */
  frames: Float32Array;
  /** The offset that reading subtracted from every position, so that f32 keeps its precision far from the origin. */
  origin: [number, number, number];
  /** Solver vertex of each display vertex, D. */
  solverIndex: Uint32Array;
  /** 2D, or null. The origin is the top left, as in glTF; OBJ, PLY and Alembic count v from the bottom. */
  uvs: Float32Array | null;
  /** The UV sets after the first, 2D each. */
  moreUvs?: Float32Array[];
  /** Sets of vertex colours, linear RGBA in 0..1, 4D each. */
  colours?: Float32Array[];
  /** Absent if the file has no names for its sets. */
  setNames?: SetNames;
  /** Rest normals, unit length, 3D, or null if the source had none. */
  normals: Float32Array | null;
  /** Rest tangents as in glTF: xyz and the sign of the bitangent, 4D; zero where the source has none. */
  tangents?: Float32Array;
  /** The source's own shapes, in its order. Their animation is already in the frames. */
  shapes?: MeshShape[];
  /** Attributes that Sinew does not know. */
  attributes?: VertexAttribute[];
  /** Polygon p has the corners polygonCorners[polygonOffsets[p] .. polygonOffsets[p + 1]]; P + 1. */
  polygonOffsets: Uint32Array;
  /** Display vertex of each corner. */
  polygonCorners: Uint32Array;
  /** Display vertices of the triangles, 3T, in polygon order. */
  triangles: Uint32Array;
  /** For a solid: solver vertices of its tetrahedra, 4 each. Its faces are the surface. */
  tets?: Uint32Array;
  /** Pairs of solver vertices that wire edges of the file link and no face joins, 2 each. */
  wires?: Uint32Array;
  /** Parts cover all polygons, in order. */
  parts: MeshPart[];
  materials: Material[];
  /** Images that the materials' textures show. */
  images?: ImageFile[];
  /** The rest of its glTF file. */
  carried?: CarriedScene;
  /** Cover all frames, in order; at least one. */
  clips: Clip[];
  upAxis: UpAxis;
  /** Metres in one unit of the positions. */
  metresPerUnit: number;
}

/** The position array of frame `k`, a view of 3V numbers. */
export function frameOf(sequence: MeshSequence, k: number): Float32Array {
  const n = 3 * sequence.vertexCount;
  return sequence.frames.subarray(k * n, (k + 1) * n);
}

/** Bounding box of packed positions: [minX, minY, minZ, maxX, maxY, maxZ]. */
export function boundsOf(positions: ArrayLike<number>): [number, number, number, number, number, number] {
  const box: [number, number, number, number, number, number] = [
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
  ];
  for (let i = 0; i < positions.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      const x = positions[i + c];
      if (x < box[c]) box[c] = x;
      if (x > box[c + 3]) box[c + 3] = x;
    }
  }
  return box;
}

/** Length of the diagonal of a box: [minX, minY, minZ, maxX, maxY, maxZ]. */
export const diagonalOfBox = ([x0, y0, z0, x1, y1, z1]: ArrayLike<number> & Iterable<number>): number =>
  Math.hypot(x1 - x0, y1 - y0, z1 - z0);

/** Diagonal of the rest pose's bounding box, the reference length of errors. */
export function restDiagonal(sequence: Pick<MeshSequence, "rest">): number {
  return diagonalOfBox(boundsOf(sequence.rest));
}

/**
 * Where the first number that is not finite is; −1 if there is none. A loop, because a callback for each of millions of
 * numbers takes as long as a step of a solve.
 */
function firstNotFinite(numbers: Float32Array): number {
  for (let at = 0; at < numbers.length; at++) if (!Number.isFinite(numbers[at])) return at;
  return -1;
}

/** @throws SinewError with frame and vertex of the first position that is not a finite number. */
export function checkPositions({
  name,
  vertexCount,
  rest,
  frames,
}: Pick<MeshSequence, "name" | "vertexCount" | "rest" | "frames">): void {
  const title = `${name} cannot be used`;
  const bad = firstNotFinite(frames);
  if (bad >= 0) {
    const perFrame = 3 * vertexCount;
    const frame = Math.floor(bad / perFrame) + 1;
    const vertex = Math.floor((bad % perFrame) / 3) + 1;
    throw new SinewError({
      title,
      body: `In frame ${frame} the position of vertex ${vertex} is not a number.`,
    });
  }
  if (firstNotFinite(rest) >= 0)
    throw new SinewError({ title, body: "A position of its rest pose is not a number." });
}

/**
 * Checks lengths, index ranges and finiteness.
 * @throws SinewError with the first error.
 */
export function validateSequence(s: MeshSequence): MeshSequence {
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${s.name} cannot be used`, body });
  };
  const polygons = s.polygonOffsets.length - 1;
  if (s.vertexCount < 1) wrong("It has no vertices.");
  if (polygons < 1) wrong("It has no faces. Sinew needs a surface to bind.");
  if (s.frameCount < 1) wrong("It has no frames.");
  if (!(s.fps > 0 && Number.isFinite(s.fps))) wrong(`Its rate is ${s.fps} frames a second.`);
  if (s.rest.length !== 3 * s.vertexCount) wrong("Its rest pose does not fit its vertex count.");
  if (s.frames.length !== 3 * s.vertexCount * s.frameCount) wrong("Its frames do not fit its vertex count.");
  if (s.polygonOffsets[polygons] !== s.polygonCorners.length) wrong("Its polygons do not fit its corners.");
  const displayCount = s.solverIndex.length;
  const outOf = (indices: Uint32Array, limit: number) => indices.findIndex((v) => v >= limit);
  if (outOf(s.solverIndex, s.vertexCount) >= 0) wrong("A display vertex names a vertex that does not exist.");
  const corner = outOf(s.polygonCorners, displayCount);
  if (corner >= 0) {
    wrong(`A face names vertex ${s.polygonCorners[corner] + 1}, but there are ${displayCount}.`);
  }
  if (outOf(s.triangles, displayCount) >= 0) wrong("A triangle names a vertex that does not exist.");
  const broken = s.materials.find(({ baseColour }) => !baseColour.every(Number.isFinite));
  if (broken) wrong(`The colour of its material “${broken.name}” is not a number.`);
  checkPositions(s);
  return s;
}
