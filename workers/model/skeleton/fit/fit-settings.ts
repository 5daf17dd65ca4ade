/**
 * What a fit onto the artist's skeleton may change: weights under the motion of its clip, motion under given weights,
 * or both.
 */
export type FitSolve = "weights" | "motion" | "both";

/** What a fit may change about one bone. */
export interface FitBone {
  /** Its weights stay the same at all vertices, bit for bit. */
  lockWeights?: boolean;
  /** It moves against its parent as before. If all bones above it are locked too, it does not change at all. */
  lockMotion?: boolean;
  /** Whether it may shift against its parent. By default only where its clip shifts it. */
  translate?: boolean;
  /** Whether it may change its size, alike in all directions. By default only where its clip does so. */
  scale?: boolean;
}

/** Settings of a fit onto the artist's skeleton. */
export interface FitSettings {
  solve: FitSolve;
  /** The most helper bones to add. They need weights, so `motion` adds none. */
  helpers: number;
  /** K, the most influences of a vertex, 1 or more. */
  influences: number;
  /** Whether roots move. */
  root: "free" | "kept";
  /** Whether joints stay where the artist put them, or may move if both weights and motion are solved for. */
  joints: "kept" | "refined";
  /** Whether weights must lie near their bones, or may lie wherever they lower the error. */
  spread: "near" | "anywhere";
  /** The most that near weights may cost, as a share of the RMS error, 0 or more; null is any cost. */
  spreadCost: number | null;
  /** Whether the rest pose of the mesh stays, or is corrected with the weights. */
  rest: "kept" | "corrected";
  /** Whether joints keep the limits of their bones. */
  limits: boolean;
  /** µ, 0 or more: how strongly refined joints are pulled to where they were. */
  pull: number;
  /** The most rounds of motion and weights. */
  rounds: number;
  /** By name of the bone. Missing bones have the defaults. */
  bones: Readonly<Record<string, FitBone>>;
}

/** The most helpers of a fit. The time of a round of motion grows with the cube of the number of bones. */
export const MOST_HELPERS = 64;

export const FIT_DEFAULTS: FitSettings = {
  solve: "both",
  helpers: 0,
  influences: 4,
  root: "free",
  joints: "kept",
  spread: "near",
  spreadCost: 0.5,
  rest: "kept",
  limits: true,
  pull: 5e-2,
  rounds: 60,
  bones: {},
};
