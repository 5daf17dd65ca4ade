import type { UpAxis } from "../../mesh/mesh-sequence";
import type { Pose } from "../../rig/pose";
import type { ClipLoop } from "./clip-loop";
import type { Compression, Precision } from "./compression";
import type { ExportFormatId, TexturePlace } from "./export-formats";
import type { FileUnit } from "./skeleton-export";

export const ROOT_MOTIONS = ["keep", "extract", "still"] as const;
export type RootMotion = (typeof ROOT_MOTIONS)[number];

/** How many rigid bones may replace one that shears. Four are exact. */
export const HELPER_COUNTS = [2, 3, 4] as const;
export type HelperCount = (typeof HELPER_COUNTS)[number];

export const SHEARS = ["pairs", "nearest", "helpers"] as const;
export type ShearPolicy = (typeof SHEARS)[number];

export const SHAPE_POLICIES = ["auto", "play", "still", "none"] as const;
export type ShapePolicy = (typeof SHAPE_POLICIES)[number];

/** Names as they are, without the characters that loaders drop, or no longer than Blender keeps them. */
export type NameRule = "keep" | "plain" | "short";

export interface ExportOptions {
  /** A GLB by default. */
  format?: ExportFormatId;
  /** The most influences of a vertex in the file; 0 is all. */
  influences: number;
  /** Indices into the sequence's clips; empty is all. */
  clips: number[];
  /** The up axis of the file. glTF always has "y", whatever the sequence has. */
  upAxis: UpAxis;
  /** The unit of the file's numbers, one of the format's; by default its first. */
  unit?: FileUnit;
  /** Whether to export a rig's correction as morph targets; true by default. */
  correction?: boolean;
  /**
   * How the source's own morph targets are exported. Clips play them if the bones do not have their motion (auto, the
   * default), always (play), or never, so that they rest (still). `none` leaves them out.
   */
  shapes?: ShapePolicy;
  /**
   * How far left-out keys may move a vertex from its place, in the sequence's unit. 0, the default, keeps a key on
   * every frame.
   */
  keyTolerance?: number;
  /**
   * The most keys a second. Keys stay on the first frame, on every n-th and on the last. 0, the default, keeps a key on
   * every frame.
   */
  keyRate?: number;
  /**
   * Where the character's travel is: on its root bone, as in the rig (default), or on a new bone above the root.
   * `still` adds a bone above all others that does not move.
   */
  rootMotion?: RootMotion;
  /** How bones, clips and poses are named; they keep their names by default. */
  names?: NameRule;
  /**
   * The most bones that the target allows for a mesh; any number by default. Of a rig with more, the bones that cost
   * the least error are merged into others.
   */
  mostBones?: number;
  /**
   * Whether axes and unit are applied to the data, in metres, so that no node turns or scales the scene; false by
   * default.
   */
  bakeSpace?: boolean;
  /**
   * How to write a bone that shears, because a single node cannot: as a pair of nodes that shears alike (default); or,
   * for engines that ignore scales above a bone, as one node with the nearest transform, or as a few rigid bones
   * (helpers).
   */
  shear?: ShearPolicy;
  /**
   * How many helpers replace a bone. Each of them is one influence of the bone's vertices. The default is as many as
   * the file's influences have room for, and at least 2.
   */
  helpers?: HelperCount;
  /**
   * Whether each mesh of a GLB has the bounding box of all frames, for engines that would otherwise cull by the box of
   * the rest pose; false by default.
   */
  bounds?: boolean;
  /** Whether clips that loop end exactly as they begin; false by default. */
  closeLoops?: boolean;
  /**
   * Plain floats (default), integers for clients with KHR_mesh_quantization, or the same packed by meshoptimizer, for
   * clients with EXT_meshopt_compression. Only for formats that support it.
   */
  compression?: Compression;
  /** The bits of compressed positions and weights: 16 and 16 (fine, the default), 14 and 8, or 12 and 8. */
  precision?: Precision;
  /** Where the textures are; the format's first place by default, or if it does not have the requested one. */
  textures?: TexturePlace;
  /** The beginning of the names of files beside it: a folder or part of a name; "textures/" by default. */
  besideAs?: string;
  /** Poses of the rig's bones to export too, each as a clip of one frame; none by default. */
  poses?: readonly Pose[];
}

/** The least difference of E_RMS that is worth reporting. */
const WORTH_SAYING = 1e-3;

export const isWorthSaying = (difference: number): boolean => Math.abs(difference) > WORTH_SAYING;

/** Whether the file's error differs from that of the rig that the options ask for. */
export const isExportLossy = ({ eRmsAsked, eRmsInFile }: Pick<ExportResult, "eRmsAsked" | "eRmsInFile">) =>
  isWorthSaying(eRmsInFile - eRmsAsked);

/** The bytes of a file by kind of data. */
export type BytesByKind = Partial<Record<ByteKind, number>>;
export type ByteKind = "weights" | "animation" | "mesh" | "morphs" | "textures" | "other";

/** A file that another one refers to, by its path relative to that file. */
export interface FileBeside {
  name: string;
  bytes: Uint8Array;
}

/**
 * What a validator says about a file. Warnings may come from the source, for example from its materials.
 */
export interface ValidatorMessage {
  severity: "error" | "warning";
  sentence: string;
}

/** A vertex of the sequence in one of its frames. */
export interface VertexInFrame {
  vertex: number;
  frame: number;
}

/** An exported file with its error and size. */
export interface ExportResult {
  bytes: Uint8Array;
  /** Files that belong to it: its textures, unless they are inside. */
  beside: FileBeside[];
  /** E_RMS of the rig as the studio shows it: with its correction, without the morph targets of its source. */
  eRmsNow: number;
  /**
   * E_RMS of the rig as the options ask for it, for example without its correction, or with morph targets of the source
   * that clips play. Otherwise equal to `eRmsNow`.
   */
  eRmsAsked: number;
  /** E_RMS of the file. */
  eRmsInFile: number;
  /** The frames of the file's clips, over which its error is measured. A mesh that stands still has one. */
  frames: number;
  /** The largest distance of a vertex between the rig that the options ask for and the file, in the sequence's unit. */
  largestAdded: number;
  /** Where that is; null if the file moves no vertex. */
  largestAt: VertexInFrame | null;
  /**
   * E_RMS between frames, of the file and of the rig with linearly interpolated matrices; null if no bone shears.
   */
  between: { inFile: number; blended: number } | null;
  /**
   * The source's own morph targets in the file, whether the file's clips play them, and whether the source's clips do.
   */
  shapes: { count: number; play: boolean; animated: boolean };
  /** Vertices that lose influences. */
  verticesReduced: number;
  /** Bones of the file, and how many of them have new names. */
  bones: number;
  renamed: number;
  /** The number of clips with new names. */
  renamedClips: number;
  /** The number of shearing bones that helpers replace, and of bones that were merged into others. */
  helped: number;
  merged: number;
  /**
   * The number of keys with one on every frame, the number that the clips have, and how far vertices move because of
   * the difference.
   */
  keys: { before: number; after: number; deviation: number };
  /** One for each clip of the file. */
  loops: ClipLoop[];
  bytesByKind: BytesByKind;
  /**
   * Messages of the format's validator (the Khronos validator for a GLB). Empty if there are none, null if the format
   * has no validator.
   */
  validatorMessages: ValidatorMessage[] | null;
}

/** A file that was exported to a limit of size. */
export interface SizedExport extends ExportResult {
  /** The options that it was written with. */
  options: ExportOptions;
  /** The changes in their order, with bytes and E_RMS after each. */
  steps: { change: string; bytes: number; eRms: number }[];
  /** The bytes and E_RMS of all ways that were compared, in their order. */
  tried: { bytes: number; eRms: number }[];
  /** Whether it is within the limit. Otherwise it is the smallest file that was found. */
  fits: boolean;
}
