import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { SolveSnapshot } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";

export interface DecomposeInput {
  sequence: MeshSequence;
  settings: SolveSettings;
  /** A rig to continue from, or null. */
  from: Rig | null;
  /** The method that found `from`, as its report says. */
  foundBy?: string;
  /** Locks on parts of `from`, or null. */
  locks: SolveLocks | null;
  /** The artist's controls beyond the settings. */
  intent?: SolveIntent;
  /** Whether to skip the solve, and only make the weights of `from` local. */
  onlyLocal?: boolean;
}

/** The input of a solve whose frames may be in files. */
export interface SolveInput extends Omit<DecomposeInput, "sequence"> {
  sequence: AnySequence;
}

/** A task that receives the rig as it improves. */
export interface DecomposeTask extends Task {
  /**
   * Called after every iteration; the receiver chooses which ones to show. `rig` builds the rig and only works during
   * the call.
   */
  partial(rig: () => Rig, snapshot: SolveSnapshot): void;
}

/** The number of bones if the artist gave one, or null if an error target or the knee decides. */
export const bonesAsked = ({ bones, errorTarget, knee }: SolveSettings): number | null =>
  errorTarget === null && !knee ? bones : null;
