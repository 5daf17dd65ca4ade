import { createStore } from "zustand/vanilla";
import type { Progress } from "../../../../workers/model/task";
import { storeKey } from "../../stores";

/** A running job of the engine. */
export interface RunningJob {
  id: number;
  /** "Solve 20 bones, SSDR". */
  name: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  progress: Progress | null;
  cancel(): void;
}

/** A job that ended, or that waits for edits. */
export interface EndedJob {
  /** The same for each time that a job waited. */
  id: number;
  name: string;
  /** Milliseconds since the epoch. */
  endedAt: number;
  seconds: number;
  end: "done" | "cancelled" | "failed";
  /** Why it failed. */
  message: string;
  /** The error of the resulting rig, E_RMS; null for other results. */
  eRms: number | null;
}

export interface JobsState {
  /** In the order in which they started. */
  running: RunningJob[];
  /** Newest first. */
  ended: EndedJob[];
  /** Whether the browser shows a message when a job ends while the tab is in the background. */
  notifies: boolean;
}

/** The jobs of this session. */
export const ENGINE_JOBS = storeKey(() =>
  createStore<JobsState>()((): JobsState => ({ running: [], ended: [], notifies: false })),
);

/** Seconds until a job ends at its present pace; null while less than a tenth is done, or if its length is unknown. */
export function secondsLeft({ startedAt, progress }: RunningJob, now: number): number | null {
  const done = progress?.done ?? null;
  const elapsed = (now - startedAt) / 1000;
  if (done === null || done < 0.1 || elapsed < 1) return null;
  return (elapsed / done) * (1 - done);
}
