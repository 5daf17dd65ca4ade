import fc from "fast-check";
import { determinant, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { ringWeights } from "./system/ring-weights";
import { polarBySvd, tube } from "./testing/cases";

const parallel = new Serial(new Arena(2e6, false));

/** R and traces of matrices by the kernel. */
async function rotationsOf(matrices: number[][]) {
  const { arena } = parallel;
  const mark = arena.mark();
  const pairs = Math.ceil(matrices.length / 2);
  const [c, r, traces, scratch] = [18, 18, 2].map((n) => arena.f64(n * pairs)).concat(arena.f64(41));
  c.fill(0);
  matrices.forEach((m, n) => {
    m.forEach((x, k) => {
      c[18 * (n >> 1) + 2 * k + (n & 1)] = x;
    });
  });
  await parallel.run(UNWATCHED, kernels.polarPairs, pairs, 16, { c, r, traces, scratch });
  arena.release(mark);
  return matrices.map((_, n) => ({
    r: Array.from({ length: 9 }, (_, k) => r[18 * (n >> 1) + 2 * k + (n & 1)]),
    trace: traces[n],
  }));
}

const product = (a: Matrix, b: Matrix) => a.to1DArray().reduce((sum, x, n) => sum + x * b.to1DArray()[n], 0);

describe("nearestRotations", () => {
  it("agrees with the SVD for every sign, scale and condition", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const random = createRandom(seed);
        const matrices = Array.from({ length: 60 }, (_, n) => {
          const scale = 10 ** (20 * random.next() - 10);
          const m = Array.from({ length: 9 }, () => scale * random.normal());
          // Flat matrices (rank 2), and nearly flat ones.
          if (n % 3 > 0) for (let c = 0; c < 3; c++) m[6 + c] = m[c] + (n % 3 === 1 ? 0 : 1e-6 * m[6 + c]);
          return m;
        });
        const found = await rotationsOf(matrices);
        matrices.forEach((m, n) => {
          const expected = polarBySvd(m);
          const r = new Matrix([0, 3, 6].map((at) => found[n].r.slice(at, at + 3)));
          expect(Math.abs(determinant(r) - 1)).toBeLessThan(1e-11);
          expect(Matrix.sub(r, expected).norm()).toBeLessThan(1e-9);
          const c = new Matrix([0, 3, 6].map((at) => m.slice(at, at + 3)));
          expect(Math.abs(found[n].trace - product(expected, c)) / c.norm()).toBeLessThan(1e-12);
        });
      }),
      { seed: 3, numRuns: 10 },
    );
  });

  it("gives rotations that are as good as any for lines, reflections and zero", async () => {
    const cases = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1e-200, 0, 0, 0, 0, 0, 0, 0, 0],
      [2, 0, 0, 0, 0, 0, 0, 0, 0],
      [-1, 0, 0, 0, -1, 0, 0, 0, -1],
      [1, 0, 0, 0, 1, 0, 0, 0, -1],
      [1, 2, 3, 2, 4, 6, 3, 6, 9],
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
    ];
    (await rotationsOf(cases)).forEach(({ r, trace }, n) => {
      const matrix = new Matrix([r.slice(0, 3), r.slice(3, 6), r.slice(6)]);
      expect(Math.abs(determinant(matrix) - 1)).toBeLessThan(1e-12);
      expect(Matrix.sub(matrix.mmul(matrix.transpose()), Matrix.eye(3)).norm()).toBeLessThan(1e-12);
      const c = new Matrix([cases[n].slice(0, 3), cases[n].slice(3, 6), cases[n].slice(6)]);
      expect(Math.abs(trace - product(polarBySvd(cases[n]), c))).toBeLessThan(1e-12);
    });
  });
});

describe("ringWeights", () => {
  it("gives positive weights with the sum 1, also with slivers and links", () => {
    const mesh = tube(5, 6, 3);
    const n = mesh.positions.length / 3;
    const positions = Float32Array.from([...mesh.positions, 40, 0, 0, 40, 0, 0, 41, 0, 0, 50, 0, 0]);
    const triangles = Uint32Array.from([...mesh.triangles, n, n + 1, n + 2]);
    const wires = Uint32Array.from([0, n, 0, n + 3]);
    const { masses, offsets, neighbours, shares } = ringWeights({ positions, triangles, tets: null, wires });
    expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...masses)).toBeGreaterThan(0);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    for (let i = 0; i < n + 4; i++) {
      const ring = shares.subarray(offsets[i], offsets[i + 1]);
      expect(ring.reduce((sum, s) => sum + s, 0)).toBeCloseTo(1, 12);
    }
    // Vertex 0 has edges besides its two links: a link weighs min(½, 2/n)/2 next to edges of the sum 1.
    const own = neighbours.subarray(offsets[0], offsets[1]);
    const link = Math.min(0.5, 2 / (own.length - 2)) / 2;
    expect(shares[offsets[0] + own.indexOf(n)]).toBeCloseTo(link / (1 + 2 * link), 12);
    expect(Array.from(neighbours.subarray(offsets[n + 3], offsets[n + 4]))).toEqual([0]);
  });

  it("gives the areas of a square's halves, and equal weights in a regular tetrahedron", () => {
    const square = ringWeights({
      positions: Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
      triangles: Uint32Array.from([0, 1, 2, 0, 2, 3]),
      tets: null,
      wires: null,
    });
    [1 / 3, 1 / 6, 1 / 3, 1 / 6].forEach((m, i) => {
      expect(square.masses[i]).toBeCloseTo(m, 12);
    });
    [0.25, 0.5, 0.25].forEach((s, e) => {
      expect(square.shares[e]).toBeCloseTo(s, 12);
    });
    const solid = ringWeights({
      positions: Float32Array.from([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1]),
      triangles: Uint32Array.from([0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]),
      tets: Uint32Array.from([0, 1, 2, 3]),
      wires: null,
    });
    solid.shares.forEach((s) => {
      expect(s).toBeCloseTo(1 / 3, 12);
    });
  });
});
