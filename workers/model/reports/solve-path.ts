import type { Rig } from "../rig/rig";
import type { SolveReport } from "./solve-report";

/** The rig of one number of bones on a solution path. */
export interface PathMember {
  rig: Rig;
  report: SolveReport;
  /** The bone that the step to this rig added or removed; null at the start of the path. */
  changed: string | null;
  /** The bone that moves most of its vertices in the rig without it; null if there is none. */
  from: string | null;
}

/** How a solution path ended. */
export interface PathEnd {
  /** Why it has fewer counts than requested, or null. */
  reason: string | null;
  /** The number of bones at the knee of its error curve; null if it has a single count. */
  knee: number | null;
  /** Of the work, without pauses. */
  seconds: number;
}
