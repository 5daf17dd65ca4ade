import type { SourceInfo } from "../../model/files/source-info";
import type { CarriedScene, ImageFile, Material, SetNames } from "../../model/mesh/appearance";
import type { Clip, MeshPart, UpAxis } from "../../model/mesh/mesh-sequence";
import type { VertexAttribute } from "../../model/mesh/shapes";
import type { Bone } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/** A file that can be read at any offset: a dropped file, a path on disk, an entry of a zip, bytes. */
export interface SourceFile {
  /** Path within the dropped files, with forward slashes: "shot_010/hound.0001.obj". */
  name: string;
  size: number;
  /** Absolute path on disk; absent for dropped files and entries of archives. */
  path?: string;
  /** Bytes [begin, end), clipped to the file. */
  read(begin: number, end: number): Promise<Uint8Array>;
}

/** The artist's choices for a source. */
export interface ReadOptions {
  /** Indices into `SourceInfo.clips`, in order. Several clips become one sequence with named ranges. Empty is all. */
  clips: number[];
  /**
   * The rate of sampling, in frames a second. Ignored if the source has fixed frames. Null is the source's own rate.
   */
  fps: number | null;
  /** Null keeps the source's axis. */
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Frame (of the read sequence) that is the rest pose, or null for the source's own rest pose. */
  restFrame: number | null;
  /** Also read the skeleton, weights and motion of the source; false by default. */
  keepRig?: boolean;
}

/** Rows of three numbers. */
export interface RawRows {
  /** Ascending. */
  rows: Uint32Array;
  values: Float64Array;
}

/** A shape that the artist made, in the rest pose of its file. See MeshShape. */
export interface RawShape {
  name: string;
  /** Offsets of points. */
  moved: RawRows;
  /** Offsets of normals of display vertices. */
  turned?: RawRows;
  rest: number;
  /** F. */
  weights: Float32Array;
}

/** The surface of a mesh in its file: P points, D display vertices, polygons with any number of corners. */
export interface RawSurface {
  /** The point of each display vertex, D. */
  displayPoint: Uint32Array;
  /** 2D. */
  uvs: Float32Array | null;
  /** As in MeshSequence. */
  moreUvs?: Float32Array[];
  colours?: Float32Array[];
  setNames?: SetNames;
  tangents?: Float32Array;
  /** width · D each. */
  attributes?: VertexAttribute[];
  images?: ImageFile[];
  carried?: CarriedScene;
  /** Sentences about what the file has and no export keeps, as in CarriedScene. Only without `carried`. */
  lost?: string[];
  /** 3D; zero if the file has none for a vertex. */
  normals: Float32Array | null;
  polygonOffsets: Uint32Array;
  /** The display vertex of each corner. */
  polygonCorners: Uint32Array;
  /** `assembleSequence` adds the ranges of triangles. */
  parts: Omit<MeshPart, "firstTriangle" | "triangleCount">[];
  materials: Material[];
  /** For a solid: points of its tetrahedra, 4 each. Its polygons are its surface. */
  tets?: Uint32Array;
  /** Points of wire edges, 2 each: all lines of the file, even those that are edges of faces. */
  wires?: Uint32Array;
}

/** The skeleton that moves the points of a file, in the file's coordinates. Linear blend skinning gives the frames. */
export interface RawRig {
  bones: Bone[];
  /** The pose that the bones deform, 3P: the bind pose, which may differ from the sequence's rest pose. */
  rest: Float64Array;
  /** Rows of the P points. */
  weights: SparseWeights;
  /** Row-major 3x4 of every bone in frame k, from `rest` to posed, 12B. It may be the same array in every call. */
  motion(k: number): Float64Array;
}

/**
 * A mesh animation as in its file: P moving points, and D display vertices that refer to them. `assembleSequence`
 * welds, recentres and validates it into a MeshSequence.
 */
export interface RawSequence extends RawSurface {
  name: string;
  /** The file that it was read from, if there is one. */
  file?: string;
  fps: number;
  frameCount: number;
  pointCount: number;
  /** Rest positions, 3P; f64 if the source is text. */
  rest: Float32Array | Float64Array;
  /** Positions of frame k, 3P. It may be the same array in every call. Each pass calls it once per frame, in order. */
  frame(k: number): Promise<Float32Array | Float64Array>;
  clips: Clip[];
  shapes?: RawShape[];
  upAxis: UpAxis;
  metresPerUnit: number;
  /** Null or absent if the source has no skeleton, or if it was not requested. */
  rig?: RawRig | null;
}

/** An opened file (or set of files) that holds one mesh animation. */
export interface SequenceSource {
  info: SourceInfo;
  /** @throws SinewError with file, frame and numbers if the file is broken. */
  read(options: ReadOptions, task: Task): Promise<RawSequence>;
}
