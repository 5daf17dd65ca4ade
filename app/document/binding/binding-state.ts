import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { HeldWeight, WeightReport } from "../../../workers/model/reports/weight-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { Progress } from "../../../workers/model/task";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { HeldKey } from "./held-now";

/** Weights that are being found, or were. */
export interface BindingRun {
  /**
   * `starting`: nothing to show yet; `converged`: it waits for edits; `finishing`: it was told to end; `ended`: nothing
   * goes on, an edit starts it again from the weights at hand.
   */
  state: "starting" | "running" | "paused" | "converged" | "finishing" | "ended";
  /** Before the first weights. */
  progress: Progress | null;
  iteration: number;
  /** Of the last iteration. */
  seconds: number;
  /** Mean squared strain, one an iteration, over restarts. */
  energy: readonly number[];
  /** What was done at which of them. */
  marks: readonly { at: number; label: string }[];
}

/** The weights that are found for the document's mesh and skeleton. Beside the document: never undone, never saved. */
export interface BindingState {
  run: BindingRun | null;
  /** Over the segments of the skeleton, as they were last. */
  weights: SparseWeights | null;
  /** Segment of each bone of the rig. */
  segmentOfBone: Uint16Array | null;
  /** Attachments and Neumann constraints, automatic ones and the artist's. */
  held: readonly HeldWeight[];
  /** By segment. */
  massOfHeat: Float64Array | null;
  /** V: mean squared strain over all exemplars. */
  strain: Float32Array | null;
  /** F·B·12 of the rig's bones. */
  exemplars: Float32Array | null;
  /** V: squared strain in one exemplar. */
  exemplarStrain: { exemplar: number; values: Float32Array } | null;
  /** V: mean squared strain of the heat weights, in one exemplar or over all (null); while they stand beside. */
  heatStrain: { exemplar: number | null; values: Float32Array } | null;
  /** Bound by heat weights alone. */
  heat: Rig | null;
  /** What is painted, while a stroke goes on. */
  liveEdits: WeightEdits | null;
  /** The constraint that is selected in the list and in the viewport. */
  selectedHeld: HeldKey | null;
  /** The last figures that were measured: on screen, as those of before, until the weights that settle have theirs. */
  lastReport: WeightReport | null;
}

/** What is known of weights beside the run that finds them. */
export type WeightFigures = Omit<BindingState, "run">;

export const NO_FIGURES: WeightFigures = {
  weights: null,
  segmentOfBone: null,
  held: [],
  massOfHeat: null,
  strain: null,
  exemplars: null,
  exemplarStrain: null,
  heatStrain: null,
  heat: null,
  liveEdits: null,
  selectedHeld: null,
  lastReport: null,
};

export const NOTHING_BOUND: BindingState = { run: null, ...NO_FIGURES };

export const createBindingStore = () =>
  createStore<BindingState>()(subscribeWithSelector((): BindingState => NOTHING_BOUND));

/** Exemplars that can be shown. */
export const exemplarCount = ({ exemplars, segmentOfBone }: BindingState): number =>
  exemplars && segmentOfBone ? exemplars.length / (12 * segmentOfBone.length) : 0;

/** Attachments that are probably wrong. */
export const suspicious = (held: readonly HeldWeight[]): HeldWeight[] =>
  held.filter((each) => each.suspicious);
