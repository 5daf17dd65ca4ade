import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { IterationRecord } from "../../../workers/model/reports/solve-report";
import type { Progress } from "../../../workers/model/task";

/** A solve that is running. */
export interface SolveRun {
  /** "Solving 20 bones". */
  title: string;
  /** Phases in the order in which they came. */
  phases: string[];
  progress: Progress | null;
  /** Milliseconds since the epoch, moved on by pauses. */
  startedAt: number;
  paused: boolean;
  keeping: boolean;
  history: IterationRecord[];
  errorPerFrame: number[] | null;
}

/** Files that are being read, or another engine task that the artist waits for. */
export interface WaitingTask {
  title: string;
  progress: Progress | null;
  cancel(): void;
}

/** What came of keeping the project. */
export interface SavedState {
  state: "saving" | "saved" | "failed";
  /** Milliseconds since the epoch. */
  time: number;
  /** Why it failed. */
  message: string;
}

/** Work that goes on and would be thrown away with what it has found. */
export type Throwaway = "solve" | "binding" | "run" | "comparison";

/** What goes on beside the document. Never undone. */
export interface WorkState {
  waiting: WaitingTask | null;
  solve: SolveRun | null;
  /** What the artist is asked about before it is thrown away; it goes on meanwhile. */
  asking: Throwaway | null;
  saved: SavedState | null;
}

export const createWorkStore = () =>
  createStore<WorkState>()(
    subscribeWithSelector((): WorkState => ({ waiting: null, solve: null, asking: null, saved: null })),
  );
