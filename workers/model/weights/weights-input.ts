import type { SparseWeights } from "../rig/sparse-weights";
import type { Skeleton } from "../skeleton/skeleton";
import type { Bindable } from "./bindable";
import type { WeightEdits } from "./weight-edits";
import type { WeightSettings } from "./weight-settings";

/** Weights that the artist has. `painted` and `locked` of the edits say which of them stay. */
export interface KeptWeights {
  /** Names of the bones that the weights are of. */
  bones: readonly string[];
  /** V rows over `bones`, each with the sum 1. */
  weights: SparseWeights;
}

/** A mesh and a skeleton, and what is wanted of the weights between them. */
export interface WeightsInput {
  mesh: Bindable;
  /** In the mesh's coordinates. */
  skeleton: Skeleton;
  settings: WeightSettings;
  edits: WeightEdits;
  /** Weights over the segments to go on from, or null for the first ones. Supports are those of settings and edits. */
  from: SparseWeights | null;
  /** Where the weights of painted vertices and locked bones come from; null where nothing is kept. */
  kept?: KeptWeights | null;
  /**
   * Of `arap`: stay when converged and follow `adjustWeights`, until it is kept or cancelled; else end there. The other
   * methods end when their weights are found.
   */
  stay: boolean;
}
