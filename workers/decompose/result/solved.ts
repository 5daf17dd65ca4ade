import type { ConnectionCost } from "../../model/reports/solve-report";
import type { BoneKind } from "../../model/rig/rig";
import type { LocalityReport } from "../../model/solve/locality";

/** The result of a solve, outside the arena. */
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
  /** Why a method that counts bones itself found more or fewer than requested. */
  reason: string | null;
  /** Sentences about steps that there was no time for. */
  cutShort: string[];
  /** What connected patches cost, if that was compared. */
  connection?: ConnectionCost;
  /** How local the weights became, and at which cost, if the solve made them local. */
  locality?: LocalityReport;
  /** The method's own figures. */
  figures?: Record<string, number>;
}

/** The most iterations of a second solve: of its search, and of its end. */
export interface Rival {
  search: number;
  end: number;
}

/** How much work a solve may do. */
export interface Effort {
  /** The most outer iterations of this solve. */
  iterations: number;
  starts: number;
  /** Additional first bones, F·h·12 in normalised coordinates (`auto` only). */
  begun?: Float64Array | null;
  /** A second solve, if there is work for it (`auto` only). */
  rival?: Rival;
  /** The number of starts in a round, by its iterations, if the artist gave the budget (`auto` only). */
  rounds?: (iterations: number) => number;
  /** Whether its result is the final rig. It may then take all of the seconds. */
  isWhole?: boolean;
  /** E_RMS that is good enough. */
  goal?: number;
}
