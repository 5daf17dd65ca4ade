import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { PathMember } from "../../model/reports/solve-path";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";

export interface PathInput {
  sequence: MeshSequence;
  /** The rig that the path begins with. Its bones have no parents. */
  rig: Rig;
  /** The settings of its solve. The path uses its influences, smoothness, held-out frames, patches and seed. */
  settings: SolveSettings;
  /** The method that found the rig, as its report says. */
  foundBy?: string;
  /** What holds along the path: locked bones keep their motion, locked vertices their weights; neither is removed. */
  locks: SolveLocks | null;
  intent?: SolveIntent;
  /** The largest number of bones, at least that of the rig. */
  most: number;
  /** Whether it runs on one thread and leaves the others, and their memory, to jobs that somebody waits for. */
  oneThread?: boolean;
}

/** A task that receives each rig of the path when it is ready. */
export interface PathTask extends Task {
  partial(member: PathMember): void | Promise<void>;
}
