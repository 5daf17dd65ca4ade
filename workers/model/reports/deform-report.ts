import type { DeformerKind, DeformSettings, DeformSource } from "../deform";
import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Pose } from "../rig/pose";
import type { Rig, RigCorrection } from "../rig/rig";

/** A rig that is deformed frame by frame. */
export interface DeformInput {
  source: DeformSource;
  /** F·B·12, from a rig. */
  motion: Float32Array;
  /** The rig's correction, with its weights in these frames. The classic deformers pose the corrected rest pose. */
  correction?: RigCorrection;
  kind: DeformerKind;
  settings: DeformSettings;
  /** The deformer to compare with, with the same settings; null for none. */
  reference: DeformerKind | null;
}

/** One deformed frame, in order. */
export interface DeformedFrame {
  frame: number;
  /** 3V. */
  positions: Float32Array;
}

/**
 * The time that deforming took, and the distance from the reference. docs/algorithms/deforming/bake.md defines the
 * figures.
 */
export interface DeformReport {
  version: 1;
  deformer: DeformerKind;
  vertices: number;
  frames: number;
  bones: number;
  precomputeSeconds: number;
  /** Mean seconds on the CPU, in f64, without the time of the reference. */
  secondsPerFrame: number;
  /** Mean number of bones that a vertex sums over in a pose. */
  entriesPerVertex: number;
  reference: DeformerKind | null;
  /** Largest and RMS distance of the vertices over all frames, in percent of the diagonal. */
  maxDifferencePercent: number | null;
  rmsDifferencePercent: number | null;
  /** For each frame, relative to the rest pose; null if the surface is not closed and so has no volume. */
  volumeChangePercent: number[] | null;
}

/** How baked weights are found: only by smoothing, or fitted to the deformer's frames. */
export type BakeMethod = "v5" | "fit";

/** The frames to bake: clips of the sequence, by index (empty is all), or poses. */
export type BakeFrames = { clips: number[] } | { poses: Pose[] };

export interface BakeInput {
  sequence: MeshSequence;
  rig: Rig;
  kind: DeformerKind;
  settings: DeformSettings;
  /** K, the most influences of a vertex; 0 is as many as there are bones. */
  influences: number;
  frames: BakeFrames;
  /** Null takes the better one. */
  method: BakeMethod | null;
}

export interface BakeResult {
  /** The rig with its own bones, rest pose and motion, and the weights of the chosen method. */
  rig: Rig;
  chosen: BakeMethod;
  /** E_RMS of linear blend skinning against the baked frames: with the rig's old weights, and for each method. */
  eRms: { before: number } & Record<BakeMethod, number>;
  /** Largest distance with the chosen method, in percent of the diagonal. */
  maxErrorPercent: number;
  /** Frames that were baked. */
  frames: number;
  /** The most influences of a vertex in the result. */
  influences: number;
  /** E_RMS of each frame with the chosen weights. */
  errorPerFrame: number[];
  seconds: number;
}
