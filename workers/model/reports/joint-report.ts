import type { SparseWeights } from "../rig/sparse-weights";
import type { Skeleton } from "../skeleton/skeleton";
import type { Bindable } from "../weights/bindable";
import type { WeightEdits } from "../weights/weight-edits";
import type { WeightSettings } from "../weights/weight-settings";

/** What joints are moved for. A joint is a segment's head; segments that share it share the joint. */
export interface JointInput {
  mesh: Bindable;
  skeleton: Skeleton;
  /** Over the segments; they stay. */
  weights: SparseWeights;
  /** Exemplars, seed and clusters count. */
  settings: WeightSettings;
  edits: WeightEdits;
  /** One a segment: how hard its head is to move, 0 (free) to 1, Infinity pins it. */
  stiffness: Float32Array;
  iterations: number;
}

export interface JointResult {
  /** The same segments with heads and tails moved. */
  skeleton: Skeleton;
  iteration: number;
  /** Mean squared strain before the first step and after each. */
  energyPerIteration: number[];
  /** 3B: how far each head has moved, in the mesh's coordinates. */
  moved: Float32Array;
}
