/** The input and the result of a compression into two layers. */
import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Rig } from "../rig/rig";

/**
 * `two-layer` is ours: it fits the dictionary and new virtual bones to the examples. `published` fits them to the
 * weights and keeps their largest entries.
 */
export const COMPRESS_METHODS = ["two-layer", "published"] as const;
export type CompressMethod = (typeof COMPRESS_METHODS)[number];

/**
 * What the compressed rig is fitted to: the frames of the animation, generated poses of the rig itself, or only its
 * weights.
 */
export const COMPRESS_EXAMPLES = ["frames", "poses", "none"] as const;
export type CompressExamples = (typeof COMPRESS_EXAMPLES)[number];

/** The error or the size that a compression must reach. */
export type CompressTarget =
  | { kind: "virtual-bones"; count: number }
  /** E_RMS over the examples. Without examples: 1000 times the root mean square change of a weight. */
  | { kind: "error"; error: number }
  /** Bytes of both layers, as `layerBytes` counts them. */
  | { kind: "bytes"; bytes: number };

export interface CompressSettings {
  method: CompressMethod;
  /** Null: frames if the rig has a motion of several frames, otherwise poses. */
  examples: CompressExamples | null;
  target: CompressTarget;
  /** Virtual bones that a vertex blends, 2 to 4. Cages need 3: two points would put each vertex on a line. */
  blends: number;
  /**
   * c, the most bones that a virtual bone blends, 1 or more. Null: 12, or for the published method one more than the
   * rig's most influences.
   */
  bonesPerVirtual: number | null;
  /** Tries the ten nearest virtual bones of each vertex at the end: 4 to 8 % less error. Ours only. */
  polish: boolean;
  /** Seed of generated poses. */
  seed: number;
}

export const COMPRESS_DEFAULTS: CompressSettings = {
  method: "two-layer",
  examples: null,
  target: { kind: "virtual-bones", count: 200 },
  blends: 2,
  bonesPerVirtual: null,
  polish: true,
  seed: 1,
};

export interface CompressInput {
  sequence: MeshSequence;
  rig: Rig;
  settings: CompressSettings;
}

export interface CompressReport {
  version: 1;
  method: CompressMethod;
  examples: CompressExamples;
  /** What the errors are measured over: the animation's frames, or poses of the rig. */
  measuredOver: "frames" | "poses";
  /** q. */
  virtualBones: number;
  /** c. */
  bonesPerVirtual: number;
  /** Number of bones of all virtual bones, added up: nnz(D). */
  entries: number;
  /** Mean number of matrix blends for a vertex, (nnz(D) + nnz(A)) / V. */
  blendsPerVertex: number;
  /** Bytes of both layers, and of four influences for each vertex. */
  bytes: number;
  bytesOfFour: number;
  /** E_RMS of the given rig, and of the compressed one. */
  eRmsDense: number;
  eRms: number;
  /** Mean angle between normals, degrees. */
  normalErrorDense: number;
  normalErrorDegrees: number;
  /** Number of vertices whose error more than doubled and is over 0.25 % of the diagonal. */
  exceptional: number;
  /** Whether the target was reached. Some errors cannot be reached. */
  reached: boolean;
  /** Sentences for the artist. */
  notes: string[];
  seconds: number;
}

export interface CompressResult {
  /** The rig with its two layers; its weights are their product. */
  rig: Rig;
  report: CompressReport;
  /** V: root mean square error of each vertex, in the mesh's unit. */
  errorPerVertex: Float32Array;
}
