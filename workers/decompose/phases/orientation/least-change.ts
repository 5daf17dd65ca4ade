/**
 * The least change of bones, in the metric of the error, under constraints aᵀ X b = c: Σ λ a (N⁻¹ b)ᵀ, with λ from as
 * many linear equations as there are constraints. Cloth may have a constraint for each bone in half of the frames.
 * Where a factor of so many equations would take longer than the rest of an iteration, conjugate gradients solve them.
 */
import { choleskySolve } from "../../../math/cholesky-solve";

/** aᵀ X b for one bone. */
export interface Constraint {
  bone: number;
  /** r numbers. */
  a: Float64Array;
  /** The three numbers of b that are not 0, those of the bone's 3x3 part. */
  v: Float64Array;
  /** λ, from which the solution starts, and where it ends. */
  lambda: number;
}

/** Columns of N⁻¹ for the 3x3 part of a bone: 3 rows of 4h numbers. */
export type Responses = (bone: number) => Float64Array;

/** Added to the diagonal of the equations, relative to it: constraints may depend on each other. */
const LIFT = 1e-10;
/** Residuals end at this share of the right side. */
const TOLERANCE = 1e-9;
const MOST_STEPS = 200;
/** More constraints than this are solved by conjugate gradients, which takes some 50 steps. */
const MOST_DIRECT = 300;

export class LeastChange {
  private readonly constraints: readonly Constraint[];
  private readonly rank: number;
  private readonly width: number;
  private readonly responses: Responses;

  /** @param width 4h. */
  constructor(constraints: readonly Constraint[], rank: number, width: number, responses: Responses) {
    this.constraints = constraints;
    this.rank = rank;
    this.width = width;
    this.responses = responses;
  }

  /**
   * The change, r rows of 4h numbers, that adds `wanted` to the constraints' values.
   * @param wanted one number for each constraint.
   */
  solve(wanted: Float64Array): Float64Array {
    const lambda = this.constraints.length > MOST_DIRECT ? this.bySteps(wanted) : this.byFactor(wanted);
    this.constraints.forEach((constraint, c) => {
      constraint.lambda = lambda[c];
    });
    return this.change(lambda);
  }

  private byFactor(wanted: Float64Array): Float64Array {
    const n = this.constraints.length;
    const system = new Float64Array(n * n);
    const lambda = wanted.slice();
    for (const [c, one] of this.constraints.entries()) {
      const response = this.responses(one.bone);
      // N⁻¹ b
      const all = new Float64Array(this.width);
      for (let k = 0; k < this.width; k++) {
        for (let r = 0; r < 3; r++) all[k] += one.v[r] * response[r * this.width + k];
      }
      for (let d = c; d < n; d++) {
        const { bone, a, v } = this.constraints[d];
        const at = 4 * bone;
        const own = c === d ? 1 + LIFT : 1;
        system[d * n + c] = own * dot(one.a, a) * (v[0] * all[at] + v[1] * all[at + 1] + v[2] * all[at + 2]);
      }
    }
    choleskySolve(system, lambda);
    return lambda;
  }

  private bySteps(wanted: Float64Array): Float64Array {
    const x = Float64Array.from(this.constraints, ({ lambda }) => lambda);
    const inverse = this.diagonal().map((d) => (d > 0 ? 1 / d : 0));
    const now = this.values(this.change(x));
    const r = wanted.map((w, c) => w - now[c]);
    let z = r.map((value, c) => inverse[c] * value);
    const p = z.slice();
    let inner = dot(r, z);
    const scaled = wanted.map((value, c) => inverse[c] * value);
    const enough = TOLERANCE ** 2 * dot(wanted, scaled);
    for (let step = 0; step < MOST_STEPS && inner > enough; step++) {
      const q = this.values(this.change(p));
      const curvature = dot(p, q);
      if (!(curvature > 0)) break;
      const alpha = inner / curvature;
      for (let c = 0; c < x.length; c++) {
        x[c] += alpha * p[c];
        r[c] -= alpha * q[c];
      }
      z = r.map((value, c) => inverse[c] * value);
      const next = dot(r, z);
      for (let c = 0; c < p.length; c++) p[c] = z[c] + (next / inner) * p[c];
      inner = next;
    }
    return x;
  }

  /** aᵀ X b of each constraint, for r rows of 4h numbers. */
  values(bones: Float64Array): Float64Array {
    const { rank, width } = this;
    return Float64Array.from(this.constraints, ({ bone, a, v }) => {
      let sum = 0;
      for (let q = 0, at = 4 * bone; q < rank; q++, at += width)
        sum += a[q] * (v[0] * bones[at] + v[1] * bones[at + 1] + v[2] * bones[at + 2]);
      return sum;
    });
  }

  /** Σ λ a (N⁻¹ b)ᵀ. */
  private change(lambda: Float64Array): Float64Array {
    const { rank, width } = this;
    const forces = new Map<number, Float64Array>();
    for (const [c, { bone, a, v }] of this.constraints.entries()) {
      const force = forces.get(bone) ?? new Float64Array(3 * rank);
      forces.set(bone, force);
      const [x, y, z] = [lambda[c] * v[0], lambda[c] * v[1], lambda[c] * v[2]];
      for (let q = 0; q < rank; q++) {
        force[3 * q] += a[q] * x;
        force[3 * q + 1] += a[q] * y;
        force[3 * q + 2] += a[q] * z;
      }
    }
    const out = new Float64Array(rank * width);
    for (const [bone, force] of forces) {
      const response = this.responses(bone);
      for (let q = 0; q < rank; q++) {
        const [x, y, z] = [force[3 * q], force[3 * q + 1], force[3 * q + 2]];
        for (let k = 0, at = q * width; k < width; k++, at++)
          out[at] += x * response[k] + y * response[width + k] + z * response[2 * width + k];
      }
    }
    return out;
  }

  /** |a|² bᵀ N⁻¹ b of each constraint. */
  private diagonal(): Float64Array {
    return Float64Array.from(this.constraints, ({ bone, a, v }) => {
      const response = this.responses(bone);
      let own = 0;
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) own += v[r] * v[c] * response[r * this.width + 4 * bone + c];
      }
      return own * dot(a, a);
    });
  }
}

/** The inner product. Four sums take half of the time of one, because none waits for another. */
function dot(a: Float64Array, b: Float64Array): number {
  let [w, x, y, z] = [0, 0, 0, 0];
  let n = 0;
  for (; n + 4 <= a.length; n += 4) {
    w += a[n] * b[n];
    x += a[n + 1] * b[n + 1];
    y += a[n + 2] * b[n + 2];
    z += a[n + 3] * b[n + 3];
  }
  for (; n < a.length; n++) w += a[n] * b[n];
  return w + x + (y + z);
}
