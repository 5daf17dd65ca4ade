import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../workers/model/errors";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { BoneKind, Rig } from "../../../workers/model/rig/rig";
import { type Initialiser, METHODS, type SolveMethod } from "../../../workers/model/solve/methods";
import type { SolveIntent, SolveSettings } from "../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../workers/model/task";

/** One solve of a comparison: queued, running, done or failed. */
export interface CompareRun {
  id: number;
  settings: SolveSettings;
  /** The intent at the time when the solve was queued. */
  intent: SolveIntent;
  /** Runs that waited at the same time are counted together. */
  batch: number;
  state: "waiting" | "running" | "done" | "failed";
  /** The figures of its last solve, without values per vertex. */
  report: SolveReport | null;
  /** The motion of the found rig, or the requested one. */
  kind: BoneKind;
  /** Why it failed. */
  error: Complaint | null;
  /** Whether its rig is in memory. */
  held: boolean;
  /** What the artist wrote about it. */
  note?: string;
}

/** Filters for runs whose error or time is close to that of the reference. */
export interface NearReference {
  by: "eRms" | "seconds";
  /** The largest difference to the reference, in percent of it. */
  percent: number;
}

/** The maximum length of a note, in characters. */
export const MOST_NOTE = 500;

export type CompareSide = "a" | "b";

export type SortKey =
  | "method"
  | "bones"
  | "eRms"
  | "change"
  | "largest"
  | "heldOut"
  | "seconds"
  | "influences"
  | "size"
  | "bits";

/** The runs that "Add runs" adds: every method with every number of bones. */
export interface ComparePlan {
  methods: readonly SolveMethod[];
  /** As it was typed: "8, 12, 16". */
  counts: string;
  /** Influences per vertex for all methods; 0 is any number, and null is each method's default. */
  influences: number | null;
  /** Used if the method supports it. */
  motion: BoneKind;
  initialiser: Initialiser | null;
  restarts: number | null;
  holdOut: number;
  seed: number;
}

/** A comparison of methods on the open sequence. Never undone. The project keeps the figures; rigs stay in memory. */
export interface CompareState {
  plan: ComparePlan;
  /** In the order in which they were queued. */
  runs: readonly CompareRun[];
  /** The progress of the current run, updated slowly enough to read. */
  progress: Progress | null;
  /** When that run began, in milliseconds since the epoch. Pauses move it on. */
  startedAt: number;
  paused: boolean;
  /** The runs that are shown side by side. */
  sides: Record<CompareSide, number | null>;
  /** Their rigs; null if there is none, or while it is solved again. */
  rigs: Record<CompareSide, Rig | null>;
  selected: number | null;
  /** The run whose rig is the document's. */
  opened: number | null;
  sort: { key: SortKey; down: boolean };
  /** The requested number of bones to show, or null for all. */
  count: number | null;
  /** Shows only runs close to the reference; null shows all. */
  like: NearReference | null;
}

/** The state of a comparison's queue. */
export interface QueueLook {
  /** Whether any run is solving or waits for its turn. */
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
  like: null,
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

/** The run that others are compared with: the one in view A, or else the selected one. */
export const referenceRun = ({
  runs,
  sides,
  selected,
}: Pick<CompareState, "runs" | "sides" | "selected">): CompareRun | null =>
  runOf(runs, sides.a) ?? runOf(runs, selected);

/** How many runs of the last batch have ended, and how many there are. */
export function queueLook(runs: readonly CompareRun[]): QueueLook {
  const batch = runs.reduce((last, run) => Math.max(last, run.batch), 0);
  const mine = runs.filter((run) => run.batch === batch);
  const done = mine.filter(({ state }) => state === "done" || state === "failed").length;
  return { active: done < mine.length, done, total: mine.length };
}
