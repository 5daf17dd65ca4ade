import type { BoneKind } from "./rig";

export type SolveMethod = "auto" | "ssdr";

/** Everything that the artist can ask of a decomposition. */
export interface SolveSettings {
  method: SolveMethod;
  /** B, 1 to 1024. Ignored when `errorTarget` is given. */
  bones: number;
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
  /** Solve for the rest pose at the end (Le & Deng 2014, algorithm 3, last step). */
  correctRestPose: boolean;
  seed: number;
}

export const SOLVE_DEFAULTS: SolveSettings = {
  method: "auto",
  bones: 20,
  errorTarget: null,
  influences: 4,
  boneKind: "rigid",
  smoothness: 0,
  iterations: null,
  restarts: null,
  seconds: null,
  tolerance: 1e-4,
  patience: 3,
  correctRestPose: true,
  seed: 1,
};

/** What may not move while a solve continues from a rig. Bones and vertices as flags: 1 is locked. */
export interface SolveLocks {
  /** B flags: the motion of these bones stays. */
  bones: Uint8Array;
  /** V flags: the weights of these vertices stay. */
  vertices: Uint8Array;
}
