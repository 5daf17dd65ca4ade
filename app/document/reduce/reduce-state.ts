import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../workers/model/errors";
import type {
  EdgeChange,
  ExceptionalVertices,
  ReductionFigures,
} from "../../../workers/model/reduce/reduce-report";
import { REDUCE_DEFAULTS, type ReduceMethod } from "../../../workers/model/reduce/reduce-settings";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Progress } from "../../../workers/model/task";
import { type Stores, storeKey } from "../stores";

/** The methods of rows, and the compression into two layers. */
export type RowMethod = ReduceMethod | "two-layer";

/** The figures that all results have. */
export type RowFigures = Pick<
  ReductionFigures,
  "eRms" | "maxErrorPercent" | "normalErrorDegrees" | "bytes" | "influences" | "meanInfluences"
>;

/** A result's figures, and those that only some methods measure. */
export interface RunReport extends RowFigures {
  /** The figures of the rig before the reduction. */
  dense: RowFigures;
  /** The number of poses that the figures are measured in. */
  judged: number;
  judgedOn: "frames" | "poses";
  notes: readonly string[];
  seconds: number;
  edges?: EdgeChange;
  exceptional?: ExceptionalVertices;
  /** ℓ of our method: how much normals counted. */
  smoothness?: number | null;
  /** The part of tangential gradients and the sweeps of our method. */
  tangential?: number | null;
  sweeps?: number | null;
  /** The number of virtual bones; only for two layers. */
  virtualBones?: number;
}

/** One reduction: a method with a number of influences, or two layers with a number of virtual bones. */
export interface ReduceRun {
  id: string;
  method: RowMethod;
  /** The requested k, or the requested number of virtual bones. */
  asked: number;
  state: "waiting" | "running" | "done" | "failed";
  /** The reduced rig. */
  rig: Rig | null;
  report: RunReport | null;
  /** Why it failed. */
  error: Complaint | null;
  /** Milliseconds of a pose on the GPU; null until it is measured, or if it cannot be. */
  gpuTime: number | null;
}

export const BUDGETS = ["influences", "bytes", "blends", "error"] as const;
export type BudgetKind = (typeof BUDGETS)[number];

/** The limit of a reduced rig: influences per vertex, bytes of weights, mean blends per vertex, or E_RMS. */
export interface Budget {
  kind: BudgetKind;
  amount: number;
}

/** The rig as it was before the reduction, or the id of a run. */
export type ReduceChoice = "dense" | string;

/** Reductions of one rig. Never undone: only a result that is used becomes part of the document. */
export interface ReduceState {
  /** The rig that the runs reduce. */
  dense: Rig | null;
  /** Its figures; null until the first run has ended. */
  denseFigures: RowFigures | null;
  /** Milliseconds of its pose on the GPU; null before it is measured. */
  denseGpuTime: number | null;
  runs: readonly ReduceRun[];
  /** The progress of the current run. */
  progress: Progress | null;
  budget: Budget;
  /** The choices that the two views show. */
  sides: { a: ReduceChoice; b: ReduceChoice | null };
  /** Whether the artist chose what B shows. Until then it is the best result within the budget. */
  isChosen: boolean;
  /** ℓ of our method: how much normals count. Null: it chooses the value. */
  smoothness: number | null;
  /** A vertex is exceptional above this share of the diagonal. */
  exceptionalShare: number;
}

export const NOTHING_REDUCED = {
  dense: null,
  denseFigures: null,
  denseGpuTime: null,
  runs: [],
  progress: null,
  sides: { a: "dense", b: null },
  isChosen: false,
} satisfies Partial<ReduceState>;

export const REDUCTION = storeKey(() =>
  createStore<ReduceState>()(() => ({
    ...NOTHING_REDUCED,
    budget: { kind: "influences", amount: 4 },
    smoothness: REDUCE_DEFAULTS.smoothness,
    exceptionalShare: REDUCE_DEFAULTS.exceptionalShare,
  })),
);

export const reduceRunOf = ({ runs }: Pick<ReduceState, "runs">, id: ReduceChoice | null): ReduceRun | null =>
  runs.find((run) => run.id === id) ?? null;

/** The rig of a choice; null if there is none. */
const rigOf = (state: ReduceState, choice: ReduceChoice | null): Rig | null =>
  choice === "dense" ? state.dense : (reduceRunOf(state, choice)?.rig ?? null);

/** The rigs of the two views. */
export function reducedRigs(stores: Stores): Record<"a" | "b", Rig | null> {
  const state = stores.of(REDUCTION).getState();
  return { a: rigOf(state, state.sides.a), b: rigOf(state, state.sides.b) };
}

/** Whether the results belong to another rig: the document's rig is neither the one that was reduced nor a result. */
export function isReductionStale({ dense, runs }: ReduceState, rig: Rig | null): boolean {
  if (dense === null || rig === dense) return false;
  return !runs.some((run) => run.rig?.weights === rig?.weights);
}
