import type { MeshSequence } from "../mesh/mesh-sequence";
import type { SparseWeights } from "../rig/sparse-weights";
import type { Placement } from "../skeleton/fit/fit-alignment";

/** How the place on the other mesh with a vertex's weights is found. */
export const TRANSFER_WAYS = ["surface", "ray", "uv", "volume"] as const;
export type TransferBy = (typeof TRANSFER_WAYS)[number];

export interface TransferSettings {
  /**
   * The closest point of the surface; where the normal meets it; the point with the same UV; or for vertices inside it,
   * a mean over the whole surface (mean value coordinates).
   */
  by: TransferBy;
  /** Matches farther away than this share of the target's diagonal are not trusted. Above 0. */
  distance: number;
  /** Matches whose normal differs by more than this are not trusted, in degrees, 0 to 180. */
  angle: number;
}

/** The thresholds of Abdrashitov et al. 2023. */
export const TRANSFER_DEFAULTS: TransferSettings = { by: "surface", distance: 0.05, angle: 30 };

/** The parts of a mesh that a transfer needs. */
export type TransferMesh = Pick<MeshSequence, "rest" | "solverIndex" | "triangles" | "uvs">;

export interface TransferInput {
  source: TransferMesh & { weights: SparseWeights };
  target: TransferMesh;
  /** From the source's coordinates to the target's. */
  placement: Placement;
  /** The target's bone for each bone of the source; −1 for bones that are left out. */
  bones: Int32Array;
  /** The target's number of bones. */
  boneCount: number;
  settings: TransferSettings;
}

export interface TransferReport {
  by: TransferBy;
  vertices: number;
  /** Vertices with a trusted match. */
  matched: number;
  /** Vertices whose weights continue those of the matched ones. */
  inpainted: number;
  /** Vertices of parts without any trusted match. They have the weights of the nearest point, however far away. */
  nearest: number;
  /** Distances of trusted matches, in the target's unit. */
  meanDistance: number;
  largestDistance: number;
}

/** How a vertex got its weights. */
export const TRANSFER_KINDS = { inpainted: 0, matched: 1, nearest: 2 } as const;

export interface TransferResult {
  weights: SparseWeights;
  /** One of `TRANSFER_KINDS` for each vertex, V. */
  kinds: Uint8Array;
  report: TransferReport;
}

export interface InpaintInput {
  /** 3V. */
  rest: Float32Array;
  /** Solver vertices, 3T. */
  triangles: Uint32Array;
  weights: SparseWeights;
  boneCount: number;
  /** The vertices that get new weights, ascending. */
  unknown: Uint32Array;
}
