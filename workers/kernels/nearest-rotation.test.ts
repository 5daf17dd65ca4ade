import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { symmetricEigen } from "../math/symmetric-eigen";
import { UNWATCHED } from "../model/task";
import { Arena } from "./arena";
import { kernels } from "./kernels.generated";
import { Serial } from "./parallel";

const parallel = new Serial(new Arena(2e6, false));

/** The rotations nearest to 3x3 matrices (row-major), found for one bone each. */
async function rotationsOf(matrices: number[][]): Promise<number[][]> {
  const { arena } = parallel;
  const mark = arena.mark();
  const h = matrices.length;
  const motion = arena.f64(12 * h).fill(0);
  const place = (j: number, c: number) => 4 * h * Math.floor(c / 3) + 4 * j + (c % 3);
  matrices.forEach((m, j) => {
    m.forEach((x, c) => {
      motion[place(j, c)] = x;
    });
  });
  const scratch = arena.f64(12 * h + 64);
  const scratchBytes = scratch.byteLength;
  const args = { motion, h, locked: null, scratch, scratchBytes, scales: null };
  await parallel.run(UNWATCHED, kernels.projectRotations, 1, 1, args);
  arena.release(mark);
  return matrices.map((_, j) => Array.from({ length: 9 }, (_, c) => motion[place(j, c)]));
}

/** max tr(RᵀM) over rotations: the largest eigenvalue of Horn's 4x4 matrix. */
function largestTrace([a, b, c, d, e, f, g, h, i]: number[]): number {
  const k = [
    [a + e + i, h - f, c - g, d - b],
    [h - f, a - e - i, d + b, c + g],
    [c - g, d + b, e - a - i, h + f],
    [d - b, c + g, h + f, i - a - e],
  ];
  return symmetricEigen(k.flat(), 4).values[0];
}

const dot = (a: number[], b: number[]) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** How far R is from a rotation: the largest entry of RᵀR − I, and of det R − 1. */
function offRotation(r: number[]): number {
  const rows = [r.slice(0, 3), r.slice(3, 6), r.slice(6)];
  const [x, y, z] = rows;
  const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const off = rows.flatMap((a, n) => rows.map((b, m) => Math.abs(dot(a, b) - (n === m ? 1 : 0))));
  return Math.max(...off, Math.abs(dot(cross, z) - 1));
}

describe("projectRotations", () => {
  it("finds the nearest rotation for every sign, scale and condition", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = createRandom(seed);
        const matrices = Array.from({ length: 60 }, (_, n) => {
          const scale = 10 ** (20 * random.next() - 10);
          const m = Array.from({ length: 9 }, () => scale * random.normal());
          // Of rank 2 or 1, exactly or nearly.
          const much = [1, 0, 1e-9, 1e-4][n % 4];
          for (let c = 0; c < 3; c++) m[6 + c] = m[c] + much * m[6 + c];
          if (n % 8 > 3) for (let c = 0; c < 3; c++) m[3 + c] = 2 * m[c] + much * m[3 + c];
          return m;
        });
        const found = await rotationsOf(matrices);
        matrices.forEach((m, n) => {
          expect(offRotation(found[n])).toBeLessThan(1e-14);
          expect(dot(found[n], m) / Math.hypot(...m)).toBeCloseTo(largestTrace(m) / Math.hypot(...m), 12);
        });
      }),
      { numRuns: 20 },
    );
  });

  it("finds a rotation where several are equally near: reflections, lines and zero", async () => {
    const cases = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1e-120, 0, 0, 0, 0, 0, 0, 0, 0],
      [-1, 0, 0, 0, -1, 0, 0, 0, -1],
      [1, 0, 0, 0, 1, 0, 0, 0, -1],
      [0, 3, 0, 0, 0, 0, 0, 0, 0],
      [1e160, 0, 0, 0, 1e160, 0, 0, 0, 1e160],
    ];
    const found = await rotationsOf(cases);
    cases.forEach((m, n) => {
      const size = Math.max(...m.map(Math.abs), 1e-300);
      const scaled = m.map((x) => x / size);
      expect(offRotation(found[n])).toBeLessThan(1e-14);
      expect(dot(found[n], scaled)).toBeCloseTo(largestTrace(scaled), 12);
    });
  });
});
