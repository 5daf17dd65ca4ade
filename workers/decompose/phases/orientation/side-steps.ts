import {
  type Constraint,
  changeBy,
  type Equations,
  type Responses,
  type SidePulls,
  sidesOf,
} from "./constraint";
import type { Basis } from "./frame-products";

/** Residuals end at this share of the right side. */
const TOLERANCE = 1e-9;
const MOST_STEPS = 200;

/**
 * The equations of more constraints than a factor can be made of in the time of an iteration. Conjugate gradients solve
 * them without their matrix.
 */
export class SideSteps implements Equations {
  private readonly pulls: SidePulls;
  private readonly rank: number;
  private readonly width: number;
  /** 1/G_cc. */
  private readonly inverse: Float64Array;
  /** Σ λ a (N⁻¹ b)ᵀ of the last product, r rows of 4h numbers. */
  private readonly change: Float64Array;

  constructor(constraints: readonly Constraint[], of: Basis, width: number, responses: Responses) {
    this.pulls = { constraints, sides: sidesOf(constraints, of), responses };
    this.rank = of.rank;
    this.width = width;
    this.change = new Float64Array(this.rank * width);
    this.inverse = Float64Array.from(constraints, (constraint, c) => {
      const own = this.squareOf(c) * this.metricOf(constraint);
      return own > 0 ? 1 / own : 0;
    });
  }

  /** |a|². */
  private squareOf(c: number): number {
    const { rank, pulls } = this;
    let square = 0;
    for (let at = c * rank; at < (c + 1) * rank; at++) square += pulls.sides[at] * pulls.sides[at];
    return square;
  }

  /** bᵀ N⁻¹ b. */
  private metricOf({ bone, v }: Constraint): number {
    const response = this.pulls.responses(bone);
    let own = 0;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) own += v[r] * v[c] * response[r * this.width + 4 * bone + c];
    }
    return own;
  }

  solve(wanted: Float64Array, active: Uint8Array, lambda: Float64Array): void {
    const { inverse } = this;
    const n = wanted.length;
    for (let c = 0; c < n; c++) if (!active[c]) lambda[c] = 0;
    const [r, z, p] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
    this.spread(lambda);
    let inner = 0;
    let size = 0;
    for (let c = 0; c < n; c++) {
      if (!active[c]) continue;
      r[c] = wanted[c] - this.value(c);
      p[c] = inverse[c] * r[c];
      inner += r[c] * p[c];
      size += wanted[c] * inverse[c] * wanted[c];
    }
    for (let step = 0; step < MOST_STEPS && inner > TOLERANCE ** 2 * size; step++) {
      this.spread(p);
      let curvature = 0;
      for (let c = 0; c < n; c++) {
        z[c] = active[c] ? this.value(c) : 0;
        curvature += p[c] * z[c];
      }
      if (!(curvature > 0)) break;
      const alpha = inner / curvature;
      let next = 0;
      for (let c = 0; c < n; c++) {
        lambda[c] += alpha * p[c];
        r[c] -= alpha * z[c];
        next += inverse[c] * r[c] * r[c];
      }
      for (let c = 0; c < n; c++) p[c] = inverse[c] * r[c] + (next / inner) * p[c];
      inner = next;
    }
    this.spread(lambda);
  }

  /** Sets `change` to Σ λ a (N⁻¹ b)ᵀ. */
  private spread(lambda: Float64Array): void {
    changeBy(this.pulls, lambda, this.width, this.change);
  }

  value(c: number): number {
    const { rank, width, change, pulls } = this;
    const { sides, constraints } = pulls;
    const { bone, v } = constraints[c];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let q = 0, at = 4 * bone, row = c * rank; q < rank; q++, at += width, row++) {
      x += sides[row] * change[at];
      y += sides[row] * change[at + 1];
      z += sides[row] * change[at + 2];
    }
    return x * v[0] + y * v[1] + z * v[2];
  }
}
