import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SolveSnapshot } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";

export interface DecomposeInput {
  sequence: MeshSequence;
  settings: SolveSettings;
  /** A rig to go on from, or null. */
  from: Rig | null;
  /** What may not move of `from`. */
  locks: SolveLocks | null;
  /** What the artist wants beyond the settings; nothing where not given. */
  intent?: SolveIntent;
}

/** A task that is shown the rig as it improves. */
export interface DecomposeTask extends Task {
  /** Called after every iteration: the receiver chooses which to show. `rig` builds it, and works only during the call. */
  partial(rig: () => Rig, snapshot: SolveSnapshot): void;
}

/** How many bones were asked for by number, or null where an error or the knee decides. */
export const bonesAsked = ({ bones, errorTarget, knee }: SolveSettings): number | null =>
  errorTarget === null && !knee ? bones : null;
