/**
 * Accelerates the alternation of two unknowns, where each has a best value for the other, by Anderson's method: the
 * next point would be the fixed point if the last turns were linear (Anderson 1965, "Iterative procedures for nonlinear
 * integral equations"; Walker & Ni 2011). A point that costs more than the best so far is rejected. A plain turn from
 * the best point replaces it, which never costs more.
 */

/** Number of previous turns that are used. */
const WINDOW = 5;
/** Added to the diagonal of the least squares, relative to its trace. */
const LIFT = 1e-12;

interface Turn {
  x: Float64Array;
  step: Float64Array;
}

export class AcceleratedTurns {
  private last: Turn[] = [];
  private best: Turn | null = null;
  private least = Infinity;

  /**
   * Records the result of a turn from x.
   * @param x where the turn began. The array is kept.
   * @param step the change of the turn. The array is kept.
   * @param cost the cost at x.
   * @returns the start of the next turn.
   */
  next(x: Float64Array, step: Float64Array, cost: number): Float64Array {
    if (this.best && !(cost <= this.least)) {
      this.last = [this.best];
      return this.end;
    }
    this.least = cost;
    this.best = { x, step };
    this.last = [...this.last.slice(-WINDOW), this.best];
    return this.last.length > 1 ? this.extrapolated() : this.end;
  }

  /** One plain turn from the best point. It costs no more than any recorded point. */
  get end(): Float64Array {
    const { x, step } = this.best!;
    return x.map((own, n) => own + step[n]);
  }

  /** x + s − Σ γ_k (Δx_k + Δs_k), with γ that minimises s − Σ γ_k Δs_k. */
  private extrapolated(): Float64Array {
    const { last } = this;
    const { x, step } = last[last.length - 1];
    const changes = last.slice(1).map((turn, k) => ({
      x: turn.x.map((own, n) => own - last[k].x[n]),
      step: turn.step.map((own, n) => own - last[k].step[n]),
    }));
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, own, n) => sum + own * b[n], 0);
    const matrix = changes.map((a) => changes.map((b) => dot(a.step, b.step)));
    const lift = LIFT * matrix.reduce((trace, row, k) => trace + row[k], 0);
    matrix.forEach((row, k) => {
      row[k] += lift;
    });
    const factors = solved(
      matrix,
      changes.map((change) => dot(change.step, step)),
    );
    return x.map((own, n) =>
      changes.reduce((sum, change, k) => sum - factors[k] * (change.x[n] + change.step[n]), own + step[n]),
    );
  }
}

/** a⁻¹ b of a small positive definite matrix, by elimination; destroys both. Zeros if it is not definite. */
function solved(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let c = 0; c < n; c++) {
    if (!(a[c][c] > 0)) return b.map(() => 0);
    for (let r = c + 1; r < n; r++) {
      const part = a[r][c] / a[c][c];
      for (let k = c; k < n; k++) a[r][k] -= part * a[c][k];
      b[r] -= part * b[c];
    }
  }
  for (let c = n - 1; c >= 0; c--) {
    for (let k = c + 1; k < n; k++) b[c] -= a[c][k] * b[k];
    b[c] /= a[c][c];
  }
  return b;
}
