import fc from "fast-check";
import { Matrix, solve } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { AcceleratedTurns } from "./accelerated-turns";

const SEED = 8;

/** ½ |A x + B y − c|², with the best y for every x. Gives the cost of x, and the best change of x for that y. */
function alternating(seed: number, n: number) {
  const random = createRandom(seed);
  const any = (rows: number, columns: number) =>
    new Matrix(Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.normal())));
  // B spans nearly all of A, so turns converge slowly.
  const a = any(3 * n, n);
  const b = Matrix.add(a, Matrix.mul(any(3 * n, n), 0.3));
  const c = any(3 * n, 1);
  const best = (matrix: Matrix, left: Matrix) =>
    solve(matrix.transpose().mmul(matrix), matrix.transpose().mmul(left));
  const turn = (x: Float64Array) => {
    const own = Matrix.columnVector(Array.from(x));
    const left = Matrix.sub(c, a.mmul(own));
    const rest = Matrix.sub(left, b.mmul(best(b, left)));
    const cost = 0.5 * rest.to1DArray().reduce((sum, r) => sum + r * r, 0);
    return { cost, step: Float64Array.from(best(a, rest).to1DArray()) };
  };
  return { turn, start: new Float64Array(n) };
}

/** The cost of x after a number of turns. */
function costs(seed: number, n: number, turns: number): { fast: number; plain: number } {
  const { turn, start } = alternating(seed, n);
  const accelerated = new AcceleratedTurns();
  let [x, y]: Float64Array[] = [start, start];
  for (let k = 0; k < turns; k++) {
    const { cost, step } = turn(x);
    x = accelerated.next(x, step, cost);
    const plain = turn(y).step;
    y = y.map((own, i) => own + plain[i]);
  }
  return { fast: turn(accelerated.end).cost, plain: turn(y).cost };
}

describe("accelerated turns", () => {
  it(`converge in a few turns when plain turns take hundreds (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 4 }), (seed, n) => {
        const least = costs(seed, n, 4000).plain;
        const { fast, plain } = costs(seed, n, 3 * n + 4);
        expect(fast).toBeLessThan(plain * (1 + 1e-12));
        expect(fast - least).toBeLessThan(1e-3 * (plain - least) + 1e-9 * least);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  it("never end at a higher cost, however misleading the steps are", () => {
    // Turns in a bumpy valley, |x|² − cos. Gradient steps are small enough to descend.
    const cost = (x: Float64Array) => x.reduce((sum, v) => sum + 0.5 * v * v - 0.8 * Math.cos(4 * v), 0);
    const step = (x: Float64Array) => x.map((v) => -(v + 3.2 * Math.sin(4 * v)) / 14);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = createRandom(seed);
        let x: Float64Array = Float64Array.from({ length: 3 }, () => 4 * random.normal());
        const turns = new AcceleratedTurns();
        let before = cost(x);
        let refused = 0;
        for (let k = 0; k < 30; k++) {
          const at = cost(x);
          refused += at > before ? 1 : 0;
          x = turns.next(x, step(x), at);
          before = Math.min(before, at);
          expect(cost(turns.end)).toBeLessThanOrEqual(before + 1e-12);
        }
        expect(refused).toBeLessThan(30);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
});
