import type { MeshSequence, UpAxis } from "../mesh/mesh-sequence";
import type { Pose } from "../rig/pose";
import type { Rig } from "../rig/rig";
import { maxInfluences } from "../rig/sparse-weights";
import type { ClipLoop } from "./clip-loop";
import type { Compression, Precision } from "./compression";
import type { ExportFormatId, TexturePlace } from "./export-formats";
import type { FileUnit } from "./skeleton-export";

export const ROOT_MOTIONS = ["keep", "extract", "still"] as const;
export type RootMotion = (typeof ROOT_MOTIONS)[number];

/** How many rigid bones may stand for one that shears: four are exact. */
export const HELPER_COUNTS = [2, 3, 4] as const;
export type HelperCount = (typeof HELPER_COUNTS)[number];

export const SHEARS = ["pairs", "nearest", "helpers"] as const;
export type ShearPolicy = (typeof SHEARS)[number];

export interface ExportOptions {
  /** A GLB by default. */
  format?: ExportFormatId;
  /** Largest number of influences a vertex keeps in the file; 0 is all. */
  influences: number;
  /** Indices into the sequence's clips; empty is all. */
  clips: number[];
  /** The up axis of the file. "y" is glTF's own, whatever the sequence's is. */
  upAxis: UpAxis;
  /** The unit of the file's numbers, one of the format's; by default its first. */
  unit?: FileUnit;
  /** Whether to export a rig's correction as morph targets; true by default. */
  correction?: boolean;
  /**
   * The farthest that any vertex may be from its place, in the sequence's unit, because keys are left out; 0, the
   * default, keeps a key on every frame.
   */
  keyTolerance?: number;
  /**
   * The most keys a second: keys stay on the first frame, on every second, third … and on the last. 0, the default,
   * keeps a key on every frame.
   */
  keyRate?: number;
  /**
   * Where the character's travel is: on its root bone, as the rig has it (default), or on one more bone above it; or
   * one more bone above all others that moves nothing (still).
   */
  rootMotion?: RootMotion;
  /** Bones, clips and poses keep their names (default), or have names that no loader changes. */
  names?: "keep" | "plain";
  /**
   * The most bones that the target skins a mesh with; any number by default. Where the rig has more, those that are
   * missed least are merged into the others.
   */
  mostBones?: number;
  /** Whether axes and unit are in the data, in metres, and no node turns or scales the rest; false by default. */
  bakeSpace?: boolean;
  /**
   * What becomes of a bone that shears, which no node of a file can: a pair of nodes that shears like it (default); for
   * engines that keep no scale above a bone, the nearest transform of one node, or a few rigid bones (helpers) that
   * stand for it.
   */
  shear?: ShearPolicy;
  /**
   * How many helpers stand for a bone. Each vertex needs as many influences for every bone that it had, so that by
   * default they are as many as the influences of the file have room for, and 2 at least.
   */
  helpers?: HelperCount;
  /**
   * Whether each mesh of a GLB tells the box of all frames, for engines that cull by the box of the rest pose; false by
   * default.
   */
  bounds?: boolean;
  /** Whether clips that loop end exactly as they begin; false by default. */
  closeLoops?: boolean;
  /**
   * Floats as they are (default), integers that every client with KHR_mesh_quantization reads, or those packed by
   * meshoptimizer, for clients with EXT_meshopt_compression. For formats that hold it.
   */
  compression?: Compression;
  /** How many bits compressed positions and weights have: 16 and 16 (fine, the default), 14 and 8, or 12 and 8. */
  precision?: Precision;
  /** Where the textures are; the format's first place by default. Formats without that place take their first. */
  textures?: TexturePlace;
  /** What the names of files beside begin with: a folder, or a part of a name; "textures/" by default. */
  besideAs?: string;
  /** Poses of the rig's bones that go out too, each as a clip of one frame; none by default. */
  poses?: readonly Pose[];
}

/** Default options: all clips, and four influences, which every engine supports. */
export const exportDefaults = (sequence: MeshSequence, rig: Rig): ExportOptions => ({
  influences: Math.min(4, Math.max(1, maxInfluences(rig.weights))),
  clips: [...sequence.clips.keys()],
  upAxis: "y",
});

/** A difference of E_RMS that is worth mentioning. */
const WORTH_SAYING = 1e-3;

/** Whether the file's error differs from the rig's. */
export const isExportLossy = ({ eRmsNow, eRmsInFile }: Pick<ExportResult, "eRmsNow" | "eRmsInFile">) =>
  Math.abs(eRmsInFile - eRmsNow) > WORTH_SAYING;

/** How many bytes of a file are for what. */
export type BytesByKind = Partial<Record<ByteKind, number>>;
export type ByteKind = "weights" | "animation" | "mesh" | "correction" | "textures" | "other";

/** A file that another one names, by its path from there. */
export interface FileBeside {
  name: string;
  bytes: Uint8Array;
}

/** A file with its error and size. */
export interface ExportResult {
  bytes: Uint8Array;
  /** Files that belong to it: its textures, where they are not inside. */
  beside: FileBeside[];
  /** E_RMS of the rig, and of the file. */
  eRmsNow: number;
  eRmsInFile: number;
  /** Largest distance between the two, in the sequence's unit. */
  largestAdded: number;
  /**
   * E_RMS at the quarters between frames, of the file and of the rig's matrices blended evenly; null where no bone
   * shears.
   */
  between: { inFile: number; blended: number } | null;
  /** Vertices that lose influences. */
  verticesReduced: number;
  /** Bones of the file, and how many of them have other names than in the rig. */
  bones: number;
  renamed: number;
  /** Clips that have other names than in the sequence. */
  renamedClips: number;
  /** Bones of the rig that shear and for which helpers stand; and bones that were merged into others. */
  helped: number;
  merged: number;
  /** How many keys the clips would have with one on every frame and how many they have; and what that moves. */
  keys: { before: number; after: number; deviation: number };
  /** For each clip of the file. */
  loops: ClipLoop[];
  bytesByKind: BytesByKind;
  /**
   * Sentences of a program that checks such files, the Khronos validator for a GLB: empty if there are no findings,
   * null if no program checks this format.
   */
  validatorMessages: string[] | null;
}

/** A file that had to be small. */
export interface SizedExport extends ExportResult {
  /** The options that it was written with. */
  options: ExportOptions;
  /** What was changed, in this order, with bytes and E_RMS after each change. */
  steps: { change: string; bytes: number; eRms: number }[];
  /** Whether it is small enough; otherwise it is the smallest that was found. */
  fits: boolean;
}
