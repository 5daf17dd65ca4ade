import type { Constraint, Equations, Responses } from "./constraint";
import type { Basis } from "./frame-products";

/** Residuals end at this share of the right side. */
const TOLERANCE = 1e-9;
const MOST_STEPS = 200;

/**
 * The equations of more constraints than a factor can be made of in the time of an iteration. Conjugate gradients solve
 * them without their matrix.
 */
export class SideSteps implements Equations {
  private readonly constraints: readonly Constraint[];
  private readonly rank: number;
  private readonly width: number;
  private readonly responses: Responses;
  /** a of each constraint, n rows of r numbers. */
  private readonly a: Float64Array;
  /** 1/G_cc. */
  private readonly inverse: Float64Array;
  private readonly forces = new Map<number, Float64Array>();
  /** Σ λ a (N⁻¹ b)ᵀ of the last product, r rows of 4h numbers. */
  private readonly change: Float64Array;

  constructor(constraints: readonly Constraint[], of: Basis, width: number, responses: Responses) {
    const { rank } = of;
    this.constraints = constraints;
    this.rank = rank;
    this.width = width;
    this.responses = responses;
    this.a = new Float64Array(constraints.length * rank);
    this.inverse = new Float64Array(constraints.length);
    this.change = new Float64Array(rank * width);
    constraints.forEach((constraint, c) => {
      const own = this.takeRow(constraint, c, of) * this.metricOf(constraint);
      this.inverse[c] = own > 0 ? 1 / own : 0;
      if (!this.forces.has(constraint.bone)) this.forces.set(constraint.bone, new Float64Array(3 * rank));
    });
  }

  /** Computes a of a constraint. Returns |a|². */
  private takeRow({ frame, u }: Constraint, c: number, { basis, stride, rank }: Basis): number {
    const row = 3 * frame * stride;
    let square = 0;
    for (let q = 0; q < rank; q++) {
      const x = u[0] * basis[row + q] + u[1] * basis[row + stride + q] + u[2] * basis[row + 2 * stride + q];
      this.a[c * rank + q] = x;
      square += x * x;
    }
    return square;
  }

  /** bᵀ N⁻¹ b. */
  private metricOf({ bone, v }: Constraint): number {
    const response = this.responses(bone);
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
    const { rank, width, a, change, forces } = this;
    for (const force of forces.values()) force.fill(0);
    for (let c = 0; c < lambda.length; c++) {
      if (lambda[c] === 0) continue;
      const { bone, v } = this.constraints[c];
      const force = forces.get(bone)!;
      const x = lambda[c] * v[0];
      const y = lambda[c] * v[1];
      const z = lambda[c] * v[2];
      for (let q = 0, at = c * rank, to = 0; q < rank; q++, at++, to += 3) {
        force[to] += a[at] * x;
        force[to + 1] += a[at] * y;
        force[to + 2] += a[at] * z;
      }
    }
    change.fill(0);
    for (const [bone, force] of forces) {
      const response = this.responses(bone);
      for (let q = 0; q < rank; q++) {
        const x = force[3 * q];
        const y = force[3 * q + 1];
        const z = force[3 * q + 2];
        for (let k = 0, at = q * width; k < width; k++, at++)
          change[at] += x * response[k] + y * response[width + k] + z * response[2 * width + k];
      }
    }
  }

  value(c: number): number {
    const { rank, width, a, change } = this;
    const { bone, v } = this.constraints[c];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let q = 0, at = 4 * bone, row = c * rank; q < rank; q++, at += width, row++) {
      x += a[row] * change[at];
      y += a[row] * change[at + 1];
      z += a[row] * change[at + 2];
    }
    return x * v[0] + y * v[1] + z * v[2];
  }
}
