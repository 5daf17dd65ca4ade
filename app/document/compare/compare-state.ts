import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../workers/model/errors";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { BoneKind, Rig } from "../../../workers/model/rig/rig";
import { type Initialiser, METHODS, type SolveMethod } from "../../../workers/model/solve/methods";
import type { SolveIntent, SolveSettings } from "../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../workers/model/task";

/** One solve of a comparison: asked for, going on, done or failed. */
export interface CompareRun {
  id: number;
  settings: SolveSettings;
  /** What was wanted beyond the settings when it was asked for. */
  intent: SolveIntent;
  /** Runs that were waiting at the same time are counted together. */
  batch: number;
  state: "waiting" | "running" | "done" | "failed";
  /** Figures of the last time that it was solved; nothing for each vertex. */
  report: SolveReport | null;
  /** Motion of the rig that was found, or that is asked for. */
  kind: BoneKind;
  /** Why it failed. */
  error: Complaint | null;
  /** Its rig is in memory. */
  held: boolean;
}

export type Side = "a" | "b";

export type SortKey =
  | "method"
  | "bones"
  | "eRms"
  | "largest"
  | "heldOut"
  | "seconds"
  | "influences"
  | "size"
  | "bits";

/** What "Add runs" adds: every method with every number of bones. */
export interface ComparePlan {
  methods: readonly SolveMethod[];
  /** As it was typed: "8, 12, 16". */
  counts: string;
  /** K of all methods, 0 is all, or null for what each is meant for. */
  influences: number | null;
  /** Taken where the method knows it. */
  motion: BoneKind;
  initialiser: Initialiser | null;
  restarts: number | null;
  holdOut: number;
  seed: number;
}

/** A comparison of methods over the open sequence. Never undone; figures are kept with the project, rigs in memory. */
export interface CompareState {
  plan: ComparePlan;
  /** In the order in which they were asked for. */
  runs: readonly CompareRun[];
  /** Of the run that is going on; follows it at a pace that an eye can. */
  progress: Progress | null;
  /** When that run began, milliseconds since the epoch, moved on by pauses. */
  startedAt: number;
  paused: boolean;
  /** The runs that are shown side by side. */
  sides: Record<Side, number | null>;
  /** Their rigs; null where there is none, or it is being solved again. */
  rigs: Record<Side, Rig | null>;
  selected: number | null;
  /** The run whose rig is the document's. */
  opened: number | null;
  sort: { key: SortKey; down: boolean };
  /** Bones asked for that are shown, or null for all. */
  count: number | null;
}

/** Whether and how far the queue of a comparison is. */
export interface QueueLook {
  /** Something runs or waits. */
  active: boolean;
  done: number;
  total: number;
}

export const NOTHING_COMPARED = {
  runs: [],
  progress: null,
  startedAt: 0,
  paused: false,
  sides: { a: null, b: null },
  rigs: { a: null, b: null },
  selected: null,
  opened: null,
  count: null,
} satisfies Partial<CompareState>;

export const PLAN_DEFAULTS: ComparePlan = {
  methods: Object.keys(METHODS) as SolveMethod[],
  counts: "8, 12, 16, 20, 32, 40",
  influences: null,
  motion: "rigid",
  initialiser: null,
  restarts: null,
  holdOut: 5,
  seed: 1,
};

export const createCompareStore = () =>
  createStore<CompareState>()(
    subscribeWithSelector(
      (): CompareState => ({
        plan: PLAN_DEFAULTS,
        sort: { key: "eRms", down: false },
        ...NOTHING_COMPARED,
      }),
    ),
  );

export const runOf = (runs: readonly CompareRun[], id: number | null): CompareRun | null =>
  runs.find((run) => run.id === id) ?? null;

/** Of the runs of the last batch: how many have ended, of how many. */
export function queueLook(runs: readonly CompareRun[]): QueueLook {
  const batch = runs.reduce((last, run) => Math.max(last, run.batch), 0);
  const mine = runs.filter((run) => run.batch === batch);
  const done = mine.filter(({ state }) => state === "done" || state === "failed").length;
  return { active: done < mine.length, done, total: mine.length };
}
