/**
 * The least change of bones, in the metric of the error, under which uᵀ M v of some parts M is not below a floor:
 * Σ λ a (N⁻¹ b)ᵀ, with λ >= 0 from linear equations. Of each constraint, a = Bᵀu is in the trajectory basis B, and b
 * holds v at its bone.
 *
 * Constraints that would pull a part down to its floor (λ < 0) are dropped, and those that are missed then come back:
 * block pivoting (Kim & Park 2011), which takes a few systems of equations. After some turns none comes back: a missed
 * one matters only if its part reflects, and then the next round of the search finds it.
 */
import { type Constraint, changeBy, type Equations, heightOf, type Responses, sidesOf } from "./constraint";
import type { Basis, FrameProducts } from "./frame-products";
import { SideEquations } from "./side-equations";
import { SideSteps } from "./side-steps";

/** Rounds in which constraints may come back, and in which they may be dropped. */
const MOST_RETURNS = 3;
const MOST_DROPS = 4;
/** A constraint comes back if its value is this far below its floor. */
const MISSED = 1e-7;
/** More constraints than this are solved by conjugate gradients, which takes some 50 steps. */
const MOST_DIRECT = 1500;

export class LeastChange {
  private readonly of: Basis;
  private readonly width: number;
  private readonly products: FrameProducts;
  private readonly responses: Responses;

  /** @param width 4h. */
  constructor(of: Basis, products: FrameProducts, width: number, responses: Responses) {
    this.of = of;
    this.products = products;
    this.width = width;
    this.responses = responses;
  }

  /**
   * The constraints with a λ above 0, after `change` became the least change that meets them all.
   * @param constraints those of a frame beside each other.
   * @param rows the bones before the change, 3F rows of 4h numbers.
   * @param change r rows of 4h numbers.
   */
  solve(constraints: readonly Constraint[], rows: Float64Array, change: Float64Array): Constraint[] {
    const n = constraints.length;
    const wanted = new Float64Array(n);
    const lambda = new Float64Array(n);
    for (let c = 0; c < n; c++) {
      wanted[c] = constraints[c].floor - heightOf(constraints[c], rows, this.width);
      lambda[c] = constraints[c].lambda;
    }
    const equations =
      n > MOST_DIRECT
        ? new SideSteps(constraints, this.of, this.width, this.responses)
        : new SideEquations(constraints, this.products, this.width, this.responses);
    const active = pivot(equations, wanted, lambda);
    for (let c = 0; c < n; c++) constraints[c].lambda = lambda[c];
    const kept = constraints.filter((_, c) => active[c]);
    const pulls = { constraints: kept, sides: sidesOf(kept, this.of), responses: this.responses };
    changeBy(
      pulls,
      Float64Array.from(kept, (one) => one.lambda),
      this.width,
      change,
    );
    return kept;
  }
}

/** Finds λ >= 0 and the constraints that hold by them. */
function pivot(equations: Equations, wanted: Float64Array, lambda: Float64Array): Uint8Array {
  const n = wanted.length;
  const active = new Uint8Array(n).fill(1);
  for (let turn = 0; turn < MOST_RETURNS + MOST_DROPS; turn++) {
    equations.solve(wanted, active, lambda);
    let changed = 0;
    const mayReturn = turn < MOST_RETURNS;
    for (let c = 0; c < n; c++) {
      if (active[c]) {
        if (lambda[c] >= 0) continue;
        active[c] = 0;
        changed++;
      } else if (mayReturn && wanted[c] - equations.value(c) > MISSED) {
        active[c] = 1;
        changed++;
      }
    }
    if (changed === 0) break;
  }
  for (let c = 0; c < n; c++) if (!active[c]) lambda[c] = 0;
  return active;
}
