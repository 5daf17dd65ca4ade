import type { SparseWeights } from "../rig/sparse-weights";
import type { Skeleton } from "../skeleton/skeleton";
import type { Bindable } from "../weights/bindable";
import type { WeightEdits } from "../weights/weight-edits";
import type { WeightSettings } from "../weights/weight-settings";

/** The input of joint optimisation. A joint is a segment's head; segments with the same head share the joint. */
export interface JointInput {
  mesh: Bindable;
  skeleton: Skeleton;
  /** Weights over the segments. They stay fixed. */
  weights: SparseWeights;
  /** Only the exemplars, the seed and the clusters are used. */
  settings: WeightSettings;
  edits: WeightEdits;
  /** One per segment: the stiffness of its head, 0 (free) to 1; Infinity pins it. */
  stiffness: Float32Array;
  iterations: number;
}

export interface JointResult {
  /** The same segments with moved heads and tails. */
  skeleton: Skeleton;
  iteration: number;
  /** Mean squared strain before the first step and after each. */
  energyPerIteration: number[];
  /** 3B: how far each head moved, in the mesh's coordinates. */
  moved: Float32Array;
}
