import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { HeldWeight, WeightReport } from "../../../workers/model/reports/weight-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { Progress } from "../../../workers/model/task";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { HeldWeightKey } from "./held-now";

/** A run of the weight optimisation, in progress or ended. */
export interface BindingRun {
  /**
   * `starting`: there is nothing to show yet. `converged`: it waits for edits. `finishing`: it was asked to end.
   * `ended`: nothing runs, and an edit starts it again from the current weights.
   */
  state: "starting" | "running" | "paused" | "converged" | "finishing" | "ended";
  /** Null until the first weights arrive. */
  progress: Progress | null;
  iteration: number;
  /** Duration of the last iteration, seconds. */
  seconds: number;
  /** Mean squared strain after each iteration, over all restarts. */
  energy: readonly number[];
  /** The acts of the artist, and their iterations. */
  marks: readonly { at: number; label: string }[];
}

/**
 * The weights of the document's mesh and skeleton while they are found. Not part of the document: never undone, never
 * saved.
 */
export interface BindingState {
  run: BindingRun | null;
  /** The last weights, by segment of the skeleton. */
  weights: SparseWeights | null;
  /** The segment of each bone of the rig. */
  segmentOfBone: Uint16Array | null;
  /** Attachments and Neumann constraints, both automatic ones and the artist's. */
  held: readonly HeldWeight[];
  /** The sum of each segment's heat weights over all vertices. */
  massOfHeat: Float64Array | null;
  /** V: mean squared strain over all exemplars. */
  strain: Float32Array | null;
  /** F·B·12: matrices of the rig's bones in each exemplar. */
  exemplars: Float32Array | null;
  /** V: squared strain in one exemplar. */
  exemplarStrain: { exemplar: number; values: Float32Array } | null;
  /**
   * V: mean squared strain of the heat weights, in one exemplar or over all (null), while they are shown beside the
   * others.
   */
  heatStrain: { exemplar: number | null; values: Float32Array } | null;
  /** The rig bound by heat weights alone. */
  heat: Rig | null;
  /** The edits so far of the stroke in progress. */
  liveEdits: WeightEdits | null;
  /** The constraint that is selected in the list and in the viewport. */
  selectedHeld: HeldWeightKey | null;
  /** The last measured figures. They stay on screen, marked as old, until the new weights have theirs. */
  lastReport: WeightReport | null;
}

/** Data about weights that outlives the run that finds them. */
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

/** The number of exemplars that can be shown. */
export const exemplarCount = ({ exemplars, segmentOfBone }: BindingState): number =>
  exemplars && segmentOfBone ? exemplars.length / (12 * segmentOfBone.length) : 0;

/** Attachments that are probably wrong. */
export const suspicious = (held: readonly HeldWeight[]): HeldWeight[] =>
  held.filter((each) => each.suspicious);
