import type { SourceInfo } from "../../model/files/source-info";
import type { Clip, Material, MeshPart, UpAxis } from "../../model/mesh/mesh-sequence";
import type { Bone } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/** A file that is read by offset: a dropped file, a path on disk, an entry of a zip, bytes. */
export interface SourceFile {
  /** Path within what was dropped, with forward slashes: "shot_010/hound.0001.obj". */
  name: string;
  size: number;
  /** Where it is on disk, absolute; not there for what was dropped or lies in an archive. */
  path?: string;
  /** Bytes [begin, end), clipped to the file. */
  read(begin: number, end: number): Promise<Uint8Array>;
}

/** What the artist chose of what a source offers. */
export interface ReadOptions {
  /** Indices into `SourceInfo.clips`, in order; several become one sequence with named ranges. Empty is all. */
  clips: number[];
  /** Frames a second to sample at; ignored where the source has fixed frames. Null is the source's own. */
  fps: number | null;
  /** Null keeps what the source says. */
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Frame (of the read sequence) that is the rest pose, or null for the source's own rest pose. */
  restFrame: number | null;
  /** Read the skeleton, weights and motion that the source has, too; false where not given. */
  keepRig?: boolean;
}

/** The surface of a mesh as its file has it: P points, D display vertices, polygons of any number of corners. */
export interface RawSurface {
  /** Point of each display vertex, D. */
  displayPoint: Uint32Array;
  /** 2D. */
  uvs: Float32Array | null;
  /** 3D; zero where the file gives none for a vertex. */
  normals: Float32Array | null;
  polygonOffsets: Uint32Array;
  /** Display vertex of each corner. */
  polygonCorners: Uint32Array;
  /** Triangle ranges are filled in by assembleSequence. */
  parts: Omit<MeshPart, "firstTriangle" | "triangleCount">[];
  materials: Material[];
  /** Of a solid: points of its tetrahedra, 4 each; its polygons are its surface. */
  tets?: Uint32Array;
  /** Points of wire edges, 2 each: lines, whether faces have them as edges or not. */
  wires?: Uint32Array;
}

/** The skeleton that moves the points in a file, in the file's coordinates; linear blending of it gives the frames. */
export interface RawRig {
  bones: Bone[];
  /** The pose that the bones deform, 3P: where they were bound, which need not be the sequence's rest pose. */
  rest: Float64Array;
  /** Rows of the P points. */
  weights: SparseWeights;
  /** Row-major 3x4 of every bone in frame k, from `rest` to posed, 12B; may be the same array on every call. */
  motion(k: number): Float64Array;
}

/**
 * A mesh animation as its file has it: P points that move, D display vertices that name their point.
 * `assembleSequence` welds, recentres and validates it into a MeshSequence.
 */
export interface RawSequence extends RawSurface {
  name: string;
  /** The file that it was read from, where it is one. */
  file?: string;
  fps: number;
  frameCount: number;
  pointCount: number;
  /** Rest positions, 3P; f64 where the source is text. */
  rest: Float32Array | Float64Array;
  /** Positions of frame k, 3P; may be the same array on every call. Called once per frame, in order, per pass. */
  frame(k: number): Promise<Float32Array | Float64Array>;
  clips: Clip[];
  upAxis: UpAxis;
  metresPerUnit: number;
  /** Null or not given where the source has no skeleton, or it was not asked for. */
  rig?: RawRig | null;
}

/** An opened file (or set of files) that holds one mesh animation. */
export interface SequenceSource {
  info: SourceInfo;
  /** @throws SinewError naming file, frame and numbers when the file turns out to be broken. */
  read(options: ReadOptions, task: Task): Promise<RawSequence>;
}
