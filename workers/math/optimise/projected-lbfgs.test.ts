import fc from "fast-check";
import { Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../random";
import { LBFGS_DEFAULTS, minimiseInBox } from "./projected-lbfgs";

interface Quadratic {
  n: number;
  /** ½ xᵀAx − bᵀx. */
  a: Float64Array;
  b: Float64Array;
}

function randomQuadratic(n: number, seed: number): Quadratic {
  const random = createRandom(seed);
  const a = new Float64Array(n * n);
  for (let q = 0; q < n; q++) {
    const v = Array.from({ length: n }, () => random.normal());
    const size = 10 ** (-2 * random.next());
    for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) a[r * n + c] += size * v[r] * v[c];
  }
  for (let r = 0; r < n; r++) a[r * n + r] += 0.01;
  return { n, a, b: Float64Array.from({ length: n }, () => 3 * random.normal()) };
}

function slopesOf({ n, a, b }: Quadratic, x: Float64Array): Float64Array {
  return Float64Array.from({ length: n }, (_, r) => {
    let sum = -b[r];
    for (let c = 0; c < n; c++) sum += a[r * n + c] * x[c];
    return sum;
  });
}

function quadraticAt({ n, a, b }: Quadratic, x: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < n; r++) {
    sum -= b[r] * x[r];
    for (let c = 0; c < n; c++) sum += 0.5 * x[r] * a[r * n + c] * x[c];
  }
  return sum;
}

/** Minimises one coordinate after another, exactly, until nothing moves. */
function byCoordinates(q: Quadratic, boxed: number): Float64Array {
  const x = new Float64Array(q.n).fill(0.5);
  for (let sweep = 0; sweep < 20000; sweep++) {
    let moved = 0;
    for (let r = 0; r < q.n; r++) {
      let slope = -q.b[r];
      for (let c = 0; c < q.n; c++) slope += q.a[r * q.n + c] * x[c];
      let to = x[r] - slope / q.a[r * q.n + r];
      if (r < boxed) to = Math.min(1, Math.max(0, to));
      moved = Math.max(moved, Math.abs(to - x[r]));
      x[r] = to;
    }
    if (moved < 1e-12) break;
  }
  return x;
}

async function solve(q: Quadratic, boxed: number, steps = 2000) {
  const make = (x: number) => new Float64Array(q.n).fill(x);
  const x = make(0.5);
  const slope = slopesOf(q, x);
  const curvature = Float64Array.from({ length: q.n }, (_, r) => q.a[r * q.n + r]);
  const values = [quadraticAt(q, x)];
  const end = await minimiseInBox(
    {
      x,
      slope,
      trial: make(0),
      trialSlope: make(0),
      curvature,
      boxed,
      evaluate: async (at, to) => {
        to.set(slopesOf(q, at));
        return quadraticAt(q, at);
      },
    },
    values[0],
    { ...LBFGS_DEFAULTS, steps, tolerance: 0 },
    (value) => values.push(value) > 0,
  );
  return { x, end, values };
}

interface Pair {
  s: Float64Array;
  y: Float64Array;
}

const minus = (a: Float64Array, b: Float64Array) => a.map((x, n) => x - b[n]);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, x, n) => sum + x * b[n], 0);

function expectNear(found: Float64Array, expected: Float64Array): void {
  const size = 1 + Math.max(...expected.map(Math.abs));
  found.forEach((x, n) => {
    expect(Math.abs(x - expected[n])).toBeLessThan(1e-6 * size);
  });
}

/**
 * −H g by full matrices: H starts as γ over the curvature, and each pair makes it VᵀHV + ρssᵀ with V = I − ρysᵀ.
 * Numbers at an end of the box do not change. Null if the direction does not lead down.
 */
function bfgsDirection(
  x: Float64Array,
  g: Float64Array,
  pairs: Pair[],
  curvature: Float64Array,
  boxed: number,
): Float64Array | null {
  const n = x.length;
  const isAtEnd = (r: number) => r < boxed && ((x[r] <= 0 && g[r] > 0) || (x[r] >= 1 && g[r] < 0));
  const masked = g.map((slope, r) => (isAtEnd(r) ? 0 : slope));
  const last = pairs.at(-1);
  const gamma = last
    ? dot(last.s, last.y) / last.y.reduce((sum, y, r) => sum + (y * y) / curvature[r], 0)
    : 1;
  let h = new Matrix(n, n);
  for (let r = 0; r < n; r++) h.set(r, r, gamma / curvature[r]);
  for (const { s, y } of pairs) {
    const rho = 1 / dot(s, y);
    const [column, row] = [Matrix.columnVector([...y]), Matrix.rowVector([...s])];
    const v = Matrix.eye(n).sub(column.mmul(row).mul(rho));
    h = v.transpose().mmul(h).mmul(v).add(row.transpose().mmul(row).mul(rho));
  }
  const d = Float64Array.from(h.mmul(Matrix.columnVector([...masked])).to1DArray(), (step, r) =>
    isAtEnd(r) ? 0 : -step,
  );
  return dot(g, d) < 0 ? d : null;
}

describe("minimiseInBox", () => {
  it("finds the minimum of convex quadratics with some numbers kept within 0..1, and never rises", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 12 }), fc.nat(), async (seed, n, some) => {
        const q = randomQuadratic(n, seed);
        const boxed = some % (n + 1);
        const truth = byCoordinates(q, boxed);
        const { x, end, values } = await solve(q, boxed);
        const size = 1 + Math.abs(quadraticAt(q, truth));
        expect(end - quadraticAt(q, truth)).toBeLessThan(1e-6 * size);
        expect(quadraticAt(q, x)).toBe(end);
        for (let r = 0; r < boxed; r++) expect(x[r] >= 0 && x[r] <= 1).toBe(true);
        for (let s = 1; s < values.length; s++) expect(values[s]).toBeLessThan(values[s - 1]);
      }),
      { numRuns: 40 },
    );
  });

  it("takes the same steps as BFGS by full matrices from the remembered pairs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        async (seed, n, some, memory) => {
          const q = randomQuadratic(n, seed);
          const boxed = some % (n + 1);
          const curvature = Float64Array.from({ length: n }, (_, r) => q.a[r * n + r] * (1 + (r % 3)));
          const [x, make] = [new Float64Array(n).fill(0.5), () => new Float64Array(n)];
          const start = x.slice();
          const tried: Float64Array[] = [];
          const accepted: { x: Float64Array; trials: number }[] = [];
          const slope = slopesOf(q, x);
          await minimiseInBox(
            {
              ...{ x, slope, trial: make(), trialSlope: make(), curvature, boxed },
              async evaluate(at, to) {
                tried.push(at.slice());
                to.set(slopesOf(q, at));
                return quadraticAt(q, at);
              },
            },
            quadraticAt(q, x),
            { steps: 6, memory, tolerance: 1e-3 },
            () => accepted.push({ x: x.slice(), trials: tried.length }) > 0,
          );
          const pairs: Pair[] = [];
          let at: Float64Array = start;
          let trials = 0;
          for (const next of accepted) {
            const g = slopesOf(q, at);
            const d = bfgsDirection(at, g, pairs, curvature, boxed);
            const to = d?.map((step, r) =>
              r < boxed ? Math.min(1, Math.max(0, at[r] + step)) : at[r] + step,
            );
            // Skips steps where the box leaves no way down, and steps where BFGS restarts.
            if (!to || dot(g, minus(to, at)) >= 0 || next.trials > trials + 25) return;
            expectNear(tried[trials], to);
            const [s, y] = [minus(next.x, at), minus(slopesOf(q, next.x), g)];
            pairs.push({ s, y });
            if (pairs.length > memory) pairs.shift();
            at = next.x;
            trials = next.trials;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("stops when told to", async () => {
    const { values } = await solve(randomQuadratic(10, 3), 4, 3);
    expect(values.length).toBe(4);
  });

  /** A problem of one or more numbers without a box, with a count of its evaluations. */
  function counted(
    start: number[],
    curvature: number[],
    value: (x: Float64Array, slope: Float64Array) => number,
  ) {
    const make = () => new Float64Array(start.length);
    const counts = { evaluations: 0 };
    const problem = {
      x: Float64Array.from(start),
      slope: make(),
      trial: make(),
      trialSlope: make(),
      curvature: Float64Array.from(curvature),
      boxed: 0,
      async evaluate(x: Float64Array, slope: Float64Array) {
        counts.evaluations++;
        return value(x, slope);
      },
    };
    const first = value(problem.x, problem.slope);
    const run = (options: Partial<typeof LBFGS_DEFAULTS> = {}) =>
      minimiseInBox(problem, first, { ...LBFGS_DEFAULTS, ...options }, () => true);
    return { problem, counts, first, run };
  }

  it("gives up after 25 trial steps that are no better, and does not move", async () => {
    let turns = 0;
    const { counts, problem, first, run } = counted([0], [1], (_, slope) => {
      slope[0] = 1;
      return turns++ === 0 ? 1 : 2;
    });
    expect(await run()).toBe(first);
    expect(counts.evaluations).toBe(25);
    expect(problem.x[0]).toBe(0);
  });

  it("shortens a step to the bottom of the parabola, to a tenth at most", async () => {
    const { counts, problem, run } = counted([1], [0.01], ([x], slope) => {
      slope[0] = x;
      return (x * x) / 2;
    });
    // The trial steps are a hundred times too long, ten times too long, and right.
    expect(await run({ steps: 1 })).toBeLessThan(1e-20);
    expect(counts.evaluations).toBe(3);
    expect(problem.x[0]).toBeCloseTo(0, 10);
  });

  it("halves a step to a place where the function is undefined", async () => {
    const { counts, problem, run } = counted([1], [0.1], ([x], slope) => {
      slope[0] = 1;
      return x < -0.3 ? Number.NaN : x;
    });
    await run({ steps: 1 });
    // The trial steps are 10, 5, 2.5 and 1.25.
    expect(counts.evaluations).toBe(4);
    expect(problem.x[0]).toBe(-0.25);
  });

  it.each([1, 50])(
    "takes few steps if the curvature is known, or off by a common factor: %d",
    async (factor) => {
      const scales = [1e-3, 1e-1, 1, 1e2, 1e4];
      const { counts, problem, run } = counted(
        [1, -1, 1, -1, 1],
        scales.map((a) => 1.3 * factor * a),
        (x, slope) => {
          let sum = 0;
          for (let n = 0; n < x.length; n++) {
            // Nearly separate: a weak spring joins each number to the next.
            const spring = n + 1 < x.length ? 0.1 * scales[n] * (x[n] - x[n + 1]) : 0;
            const before = n > 0 ? 0.1 * scales[n - 1] * (x[n - 1] - x[n]) : 0;
            slope[n] = scales[n] * x[n] + spring - before;
            sum += 0.5 * scales[n] * x[n] ** 2;
            if (n + 1 < x.length) sum += 0.05 * scales[n] * (x[n] - x[n + 1]) ** 2;
          }
          return sum;
        },
      );
      expect(await run({ tolerance: 0, steps: 12 })).toBeLessThan(1e-12);
      expect(counts.evaluations).toBeLessThan(15);
      for (const x of problem.x) expect(Math.abs(x)).toBeLessThan(1e-4);
    },
  );
});
