import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { BindingPrecompute } from "../binding-precompute";
import { imposeHeldWeights } from "./impose-held-weights";

/** Σ_i Λ_i w_ij of each segment, and of its heat weights. */
export interface Masses {
  mass: Float64Array;
  heat: Float64Array;
}

/** The shown weights while another system is made: the previous ones with the held weights imposed. */
export class StandIn {
  weights: SparseWeights;
  /** Masses of the previous weights. Holds change them only a little. */
  readonly masses: Masses;
  private readonly before: SparseWeights;
  private readonly precompute: Pick<BindingPrecompute, "first" | "tree">;

  constructor(before: SparseWeights, masses: Masses, precompute: Pick<BindingPrecompute, "first" | "tree">) {
    this.before = this.weights = before;
    this.masses = masses;
    this.precompute = precompute;
  }

  /** Imposes holds in place of earlier ones. */
  impose(edits: Pick<WeightEdits, "holds" | "attach">): void {
    this.weights = imposeHeldWeights(this.before, this.precompute.first, this.precompute.tree, edits);
  }
}
