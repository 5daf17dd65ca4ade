import type { DeformerKind, DeformSettings, DeformSource } from "../deform";
import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Pose } from "../rig/pose";
import type { Rig, RigCorrection } from "../rig/rig";

/** A rig that is deformed frame by frame. */
export interface DeformInput {
  source: DeformSource;
  /** F·B·12, as of a rig. */
  motion: Float32Array;
  /** Of the rig, with weights of these frames; the classics pose from the rest pose that it corrects. */
  correction?: RigCorrection;
  kind: DeformerKind;
  settings: DeformSettings;
  /** What to compare with, in the same settings; null for nothing. */
  reference: DeformerKind | null;
}

/** One deformed frame, in order. */
export interface DeformedFrame {
  frame: number;
  /** 3V. */
  positions: Float32Array;
}

/** What deforming the frames took, and how far it is from the reference. docs/algorithms/bake.md defines the figures. */
export interface DeformReport {
  version: 1;
  deformer: DeformerKind;
  vertices: number;
  frames: number;
  bones: number;
  precomputeSeconds: number;
  /** Mean, on the processor, in f64, without the reference. */
  secondsPerFrame: number;
  /** Bones that a vertex sums over in a pose, on average. */
  entriesPerVertex: number;
  reference: DeformerKind | null;
  /** Largest distance of any vertex in any frame, and the root of the mean squared one, in percent of the diagonal. */
  maxDifferencePercent: number | null;
  rmsDifferencePercent: number | null;
  /** Of each frame against the rest pose; null where the surface is not closed, which has no volume. */
  volumeChangePercent: number[] | null;
}

/** How weights that stand for a deformer are found: by smoothing alone, or fitted to its frames. */
export type BakeMethod = "v5" | "fit";

/** What the baked weights should reproduce: clips of the sequence, by index (empty is all), or poses. */
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
  /** The rig with its own bones, rest pose and motion, and the weights of the method that was chosen. */
  rig: Rig;
  chosen: BakeMethod;
  /** E_RMS of linear blend skinning against the baked frames: with the rig's weights as they were, and by each method. */
  eRms: { before: number } & Record<BakeMethod, number>;
  /** Largest distance by the chosen method, in percent of the diagonal. */
  maxErrorPercent: number;
  /** Frames that were baked. */
  frames: number;
  /** The most influences of a vertex in the result. */
  influences: number;
  /** Of each frame, with the chosen weights, as E_RMS. */
  errorPerFrame: number[];
  seconds: number;
}
