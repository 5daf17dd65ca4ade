import type { Basis } from "./frame-products";

/** uᵀ M v of the 3x3 part M of a bone in a frame. */
export interface Constraint {
  frame: number;
  bone: number;
  /** Three numbers. */
  u: Float64Array;
  v: Float64Array;
  floor: number;
  /** The multiplier λ: a first guess, then the solution. */
  lambda: number;
}

/** Columns of N⁻¹ for the 3x3 part of a bone: 3 rows of 4h numbers. */
export type Responses = (bone: number) => Float64Array;

/** The equations of all constraints: Σ_d G_cd λ_d, with G_cd = a_c·a_d b_cᵀ N⁻¹ b_d. */
export interface Equations {
  /** Solves those of the active constraints for their λ. The other λ become 0. */
  solve(wanted: Float64Array, active: Uint8Array, lambda: Float64Array): void;
  /** What the last solution adds to the value of a constraint. */
  value(c: number): number;
}

/** uᵀ M v. */
export function heightOf({ frame, bone, u, v }: Constraint, rows: Float64Array, width: number): number {
  let sum = 0;
  for (let r = 0, at = 3 * frame * width + 4 * bone; r < 3; r++, at += width)
    sum += u[r] * (rows[at] * v[0] + rows[at + 1] * v[1] + rows[at + 2] * v[2]);
  return sum;
}

/** a = Bᵀu of each constraint, in the trajectory basis: rows of r numbers. */
export function sidesOf(constraints: readonly Constraint[], { basis, stride, rank }: Basis): Float64Array {
  const sides = new Float64Array(constraints.length * rank);
  let to = 0;
  for (const { frame, u } of constraints) {
    const row = 3 * frame * stride;
    for (let q = 0; q < rank; q++, to++)
      sides[to] = u[0] * basis[row + q] + u[1] * basis[row + stride + q] + u[2] * basis[row + 2 * stride + q];
  }
  return sides;
}

/** Constraints with what does not change while λ is found. */
export interface SidePulls {
  constraints: readonly Constraint[];
  /** a of each constraint, from `sidesOf`. */
  sides: Float64Array;
  responses: Responses;
}

/**
 * out = Σ λ a (N⁻¹ b)ᵀ, r rows of 4h numbers.
 * @param lambda one number for each constraint, instead of its own λ.
 */
export function changeBy(
  { constraints, sides, responses }: SidePulls,
  lambda: Float64Array,
  width: number,
  out: Float64Array,
): void {
  const rank = out.length / width;
  const forces = new Map<number, Float64Array>();
  for (const [c, { bone, v }] of constraints.entries()) {
    if (lambda[c] === 0) continue;
    let force = forces.get(bone);
    if (!force) {
      force = new Float64Array(3 * rank);
      forces.set(bone, force);
    }
    const [x, y, z] = [lambda[c] * v[0], lambda[c] * v[1], lambda[c] * v[2]];
    for (let at = c * rank, to = 0; to < force.length; at++, to += 3) {
      force[to] += sides[at] * x;
      force[to + 1] += sides[at] * y;
      force[to + 2] += sides[at] * z;
    }
  }
  out.fill(0);
  for (const [bone, force] of forces) {
    const response = responses(bone);
    for (let q = 0; q < rank; q++) {
      const [x, y, z] = [force[3 * q], force[3 * q + 1], force[3 * q + 2]];
      for (let k = 0, at = q * width; k < width; k++, at++)
        out[at] += x * response[k] + y * response[width + k] + z * response[2 * width + k];
    }
  }
}
