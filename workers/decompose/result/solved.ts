import type { BoneKind } from "../../model/rig/rig";

/** What a solve found, out of the arena. */
export interface Solved {
  bones: number;
  /** F·h·12, normalised coordinates. */
  motion: Float64Array;
  ids: Int32Array;
  values: Float64Array;
  eRms: number;
  /** The rest positions that it deforms, 3V in the sequence's coordinates. */
  rest: Float32Array;
  kind: BoneKind;
  /** Why a method that counts bones itself found fewer or more than wanted. */
  reason: string | null;
  /** What was left undone for want of time, as sentences. */
  cutShort: string[];
  /** Figures of the method itself. */
  figures?: Record<string, number>;
}

/** How much to try. */
export interface Effort {
  /** The most outer iterations of this solve. */
  iterations: number;
  starts: number;
  /** Bones to start from beside those, F·h·12 in normalised coordinates (`auto` only). */
  begun?: Float64Array | null;
  /** Where the artist gave the budget: in rounds, with so many starts in one of so many iterations (`auto` only). */
  rounds?: (iterations: number) => number;
  /** Whether it is to end in the rig that is handed out: then it may take all of the seconds. */
  isWhole?: boolean;
  /** E_RMS at which it is good enough. */
  goal?: number;
}
