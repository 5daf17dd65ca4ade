import type { SparseWeights } from "../rig/sparse-weights";
import type { Skeleton } from "../skeleton/skeleton";
import type { Bindable } from "./bindable";
import type { WeightEdits } from "./weight-edits";
import type { WeightSettings } from "./weight-settings";

/** Existing weights. `painted` and `locked` of the edits say which of them stay. */
export interface KeptWeights {
  /** Names of the weights' bones. */
  bones: readonly string[];
  /** V rows over `bones`, each with the sum 1. */
  weights: SparseWeights;
}

/** A mesh and a skeleton, with settings and edits for the weights between them. */
export interface WeightsInput {
  mesh: Bindable;
  /** In the mesh's coordinates. */
  skeleton: Skeleton;
  settings: WeightSettings;
  edits: WeightEdits;
  /** Weights over the segments to continue from, or null to start anew. Supports come from settings and edits. */
  from: SparseWeights | null;
  /** The source of the weights of painted vertices and locked bones; null if none are fixed. */
  kept?: KeptWeights | null;
  /**
   * For `arap`: whether to stay after convergence and follow `adjustWeights`, until the artist keeps or cancels. The
   * other methods end when their weights are found.
   */
  stay: boolean;
}
