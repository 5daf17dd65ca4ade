import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { IterationRecord } from "../../../workers/model/reports/solve-report";
import type { Progress } from "../../../workers/model/task";

/** A running solve. */
export interface SolveRun {
  /** "Solving 20 bones". */
  title: string;
  /** Phases in the order in which they started. */
  phases: string[];
  progress: Progress | null;
  /** Milliseconds since the epoch. Pauses move it on. */
  startedAt: number;
  paused: boolean;
  keeping: boolean;
  history: IterationRecord[];
  errorPerFrame: number[] | null;
}

/** A running extraction of a skeleton. */
export interface ExtractionRun {
  /** "Extracting a skeleton, Auto". */
  title: string;
  progress: Progress | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  keeping: boolean;
  /** The error of the best skeleton so far. */
  rmsePercent: number | null;
}

/** Files that are being read, or another engine job that the artist waits for. */
export interface WaitingTask {
  title: string;
  progress: Progress | null;
  cancel(): void;
}

/** The state of saving the project. */
export interface SavedState {
  state: "saving" | "saved" | "failed";
  /** Milliseconds since the epoch. */
  time: number;
  /** Why saving failed. */
  message: string;
}

/** Whether the open project has a file, and the file has its latest changes; null without a file. */
export type InFile = "same" | "changed" | null;

/** Running work whose result would be lost. */
export type Throwaway = "solve" | "binding" | "run" | "comparison";

/** Work that runs beside the document. Never undone. */
export interface WorkState {
  waiting: WaitingTask | null;
  solve: SolveRun | null;
  extraction: ExtractionRun | null;
  /** The name of the skeleton edit that is being solved: "Parenting tail to hip". */
  resolving: string | null;
  /** The work that a dialog asks to end. It continues meanwhile. */
  asking: Throwaway | null;
  saved: SavedState | null;
  inFile: InFile;
}

export const createWorkStore = () =>
  createStore<WorkState>()(
    subscribeWithSelector(
      (): WorkState => ({
        waiting: null,
        solve: null,
        extraction: null,
        resolving: null,
        asking: null,
        saved: null,
        inFile: null,
      }),
    ),
  );
