import type { BoneKind } from "../rig/rig";
import type { Locality } from "./locality";
import type { ParameterValue } from "./method-parameters/field";
import type { Initialiser, SolveMethod } from "./methods";

/** Where a correction's error is measured when it is fitted. */
export type CorrectionFit = "posed" | "rest";
export const CORRECTION_FITS: readonly CorrectionFit[] = ["posed", "rest"];

/** All settings of a decomposition. */
export interface SolveSettings {
  method: SolveMethod;
  /** The initialiser, or null for the method's own. */
  initialiser: Initialiser | null;
  /** Parameters of single methods, by the names of their fields; missing ones have their default. */
  parameters: Partial<Record<SolveMethod, Readonly<Record<string, ParameterValue>>>>;
  /** B, 1 to 1024. Ignored when `errorTarget` or `knee` is given. */
  bones: number;
  /** Choose the number of bones at the knee of the error curve. */
  knee: boolean;
  /** "As few bones as reach this error": RMS distance as a fraction of the diagonal (0.002 is 0.2 %), or null. */
  errorTarget: number | null;
  /** K, the most influences a vertex may have; 0 is all. */
  influences: number;
  boneKind: BoneKind;
  /** Weight of the Laplacian smoothness term, 0 to 10; 0 is off. */
  smoothness: number;
  /** The most outer iterations, or null for the method's own. */
  iterations: number | null;
  /** Seeded starts tried before the best is refined, or null for the method's own. */
  restarts: number | null;
  /** Time budget in seconds, or null for the method's own. */
  seconds: number | null;
  /** Stop when an iteration gains less than this fraction of the error … */
  tolerance: number;
  /** … this many times in a row. */
  patience: number;
  /** Keep each bone's influence in connected patches (auto only). */
  connected: boolean;
  /**
   * The most that connected patches may add to the error, as a fraction of it (0.02 is 2 %); null is any amount. If
   * they would add more, islands stay.
   */
  patchCost: number | null;
  /** Keep weights near their bones, and on few patches (auto only). */
  local: boolean;
  /** For this and the next two, see `Locality`. */
  reach: number;
  leastPatch: number;
  localCost: number | null;
  /** Mirror bones and weights where the rest pose is symmetric, and name them left and right. */
  mirrored: boolean;
  /**
   * Every n-th frame (n at least 2; 0 is none) is left out of the fit. Its bones are fitted to the resulting weights.
   */
  holdOut: number;
  /** Rank of a correction of the remaining error (EigenSkin); 0 is none. */
  correction: number;
  /** What a correction minimises: the error in the posed mesh, or in the rest pose, as published. */
  correctionFit: CorrectionFit;
  /** Solve for the rest pose at the end (Le & Deng 2014, algorithm 3, last step). */
  correctRestPose: boolean;
  seed: number;
}

export const SOLVE_DEFAULTS: SolveSettings = {
  method: "auto",
  initialiser: null,
  parameters: {},
  bones: 20,
  knee: false,
  errorTarget: null,
  influences: 4,
  boneKind: "rigid",
  smoothness: 0,
  iterations: null,
  restarts: null,
  seconds: null,
  tolerance: 1e-4,
  patience: 3,
  connected: true,
  patchCost: 0.02,
  local: false,
  reach: 1.4,
  leastPatch: 0.05,
  localCost: null,
  mirrored: false,
  holdOut: 0,
  correction: 0,
  correctionFit: "posed",
  correctRestPose: true,
  seed: 1,
};

/** The locality that settings ask for, or null. */
export const localityOf = ({ local, reach, leastPatch, localCost }: SolveSettings): Locality | null =>
  local ? { reach, leastPatch, cost: localCost } : null;

/** Locks for a solve that continues from a rig, as flags: 1 is locked. */
export interface SolveLocks {
  /** B flags: the motion of these bones stays. */
  bones: Uint8Array;
  /** V flags: the weights of these vertices stay. */
  vertices: Uint8Array;
}

/**
 * The artist's controls of a solve beyond its settings. A region is a number from 1 for each of its vertices; 0 is no
 * region.
 */
export interface SolveIntent {
  /** F: weight of each frame, 0 or more, 1 by default; null for all alike. */
  frames: Float32Array | null;
  /** V: weight of each vertex, 0 or more, 1 by default. */
  importance: Float32Array | null;
  /** V, 0 to 1: "more bones here". */
  density: Float32Array | null;
  /** V: "keep rigid": a single bone moves a whole region. */
  rigid: Uint16Array | null;
  /** V: "same bone": one bone moves all vertices of a region by at least half. */
  together: Uint16Array | null;
}

/** Whether any control is set. */
export const isWanted = (intent: SolveIntent): boolean => Object.values(intent).some((part) => part !== null);

export const NO_INTENT: SolveIntent = {
  frames: null,
  importance: null,
  density: null,
  rigid: null,
  together: null,
};
