import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanValues } from "../../../geometry/surface/mean-value";
import { exactParallel } from "../../../kernels/testing/exact-arena";
import { createRandom } from "../../../math/random";
import type { CageShape } from "../../../model/reduce/reduce-report";
import { UNWATCHED } from "../../../model/task";
import { boxCage, horseshoe } from "../testing/cages";
import { CageLines } from "./cage-lines";
import { harmonicWeights } from "./harmonic";

/** Points inside a cage, 3P. */
function pointsIn(cage: CageShape, count: number, seed: number): Float32Array {
  const lines = new CageLines(cage);
  const random = createRandom(seed);
  const points: number[] = [];
  while (points.length < 3 * count) {
    const point = [0, 1, 2].map((c) => lines.low[c] + lines.size[c] * random.next());
    if (lines.isInside(point)) points.push(...point);
  }
  return Float32Array.from(points);
}

/** Weights as P rows of N numbers. */
async function weightsAt(cage: CageShape, points: Float32Array, nodes: number): Promise<Float64Array[]> {
  const N = cage.positions.length / 3;
  const { offsets, bones, values } = await harmonicWeights(points, cage, exactParallel(2), UNWATCHED, nodes);
  return Array.from({ length: points.length / 3 }, (_, i) => {
    const row = new Float64Array(N);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) row[bones[e]] = values[e];
    return row;
  });
}

describe("lines through a cage", () => {
  it("enter as often as they leave, also through edges and corners, and inside agrees with the winding of mean values", () => {
    const cage = horseshoe();
    const lines = new CageLines(cage);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true })), {
          minLength: 3,
          maxLength: 3,
        }),
        (halves) => {
          const point = halves.map((x) => x / 2);
          for (let axis = 0; axis < 3; axis++) {
            expect(lines.crossings(axis, point).reduce((sum, { turn }) => sum + turn, 0)).toBe(0);
          }
          const { winding } = meanValues(cage, point, 4);
          // Points of the surface are on neither side.
          if (point.every((x) => x % 1 !== 0)) expect(lines.isInside(point)).toBe(winding > 0.5);
        },
      ),
      { numRuns: 200, seed: 71 },
    );
  });
});

describe("harmonic coordinates", () => {
  it.each([
    ["a box", boxCage(2, 1)],
    ["a horseshoe", horseshoe()],
  ])("sum to 1, are never negative and reproduce each point in %s", async (_, cage) => {
    const points = pointsIn(cage, 120, 5);
    const rows = await weightsAt(cage, points, 1500);
    rows.forEach((row, i) => {
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
      expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
      for (let c = 0; c < 3; c++) {
        const at = row.reduce((sum, w, j) => sum + w * cage.positions[3 * j + c], 0);
        expect(at).toBeCloseTo(points[3 * i + c], 4);
      }
    });
  });

  it("are those of the face for a point on it", async () => {
    const cage = horseshoe();
    const [a, b, c] = cage.triangles.subarray(6, 9);
    const point = [0, 1, 2].map(
      (x) =>
        0.2 * cage.positions[3 * a + x] + 0.3 * cage.positions[3 * b + x] + 0.5 * cage.positions[3 * c + x],
    );
    const [row] = await weightsAt(cage, Float32Array.from(point), 1500);
    expect(row[a]).toBeCloseTo(0.2, 4);
    expect(row[b]).toBeCloseTo(0.3, 4);
    expect(row[c]).toBeCloseTo(0.5, 4);
  });

  it("do not cross the gap of a horseshoe, where mean values do and are negative", async () => {
    const cage = horseshoe();
    // In the left leg; the vertices of the right leg's end are across the gap.
    const point = Float32Array.of(0.9, 2.5, 0.5);
    const [row] = await weightsAt(cage, point, 4000);
    const far = [...row.keys()].filter((j) => cage.positions[3 * j] >= 2 && cage.positions[3 * j + 1] >= 2);
    expect(far.length).toBe(8);
    const of = (w: ArrayLike<number>) => far.reduce((sum, j) => sum + Math.abs(w[j]), 0);
    expect(of(row)).toBeLessThan(0.005);
    const { weights } = meanValues(cage, point, 4);
    expect(Math.min(...weights)).toBeLessThan(-0.005);
    expect(of(weights)).toBeGreaterThan(10 * of(row));
  });

  it("agree with a fine grid that is solved by relaxation", async () => {
    const cage = boxCage(1, 1);
    const points = Float32Array.of(0, 0, 0, 0.5, -0.25, 0.75, -0.75, 0.5, 0.25, 0.25, 0.25, -0.5);
    const rows = await weightsAt(cage, points, 8000);
    const vertex = 3;
    const fine = relaxed(cage, vertex, 16);
    rows.forEach((row, i) => {
      const place = [0, 1, 2].map((c) => Math.round((points[3 * i + c] + 1) * 8));
      expect(row[vertex]).toBeCloseTo(fine[(place[2] * 17 + place[1]) * 17 + place[0]], 2);
    });
  });
});

/** The coordinate of one vertex of a box from −1 to 1, at (n + 1)³ nodes, by successive over-relaxation. */
function relaxed(cage: CageShape, vertex: number, n: number): Float64Array {
  const m = n + 1;
  const values = new Float64Array(m ** 3);
  const isFace = (x: number, y: number, z: number) => [x, y, z].some((k) => k === 0 || k === n);
  const each = (visit: (at: number, x: number, y: number, z: number) => void) => {
    for (let z = 0; z < m; z++)
      for (let y = 0; y < m; y++) for (let x = 0; x < m; x++) visit((z * m + y) * m + x, x, y, z);
  };
  each((at, x, y, z) => {
    // A face of the box is linear on each of its triangles, which mean values reproduce.
    if (isFace(x, y, z))
      values[at] = meanValues(
        cage,
        [x, y, z].map((k) => (2 * k) / n - 1),
        4,
      ).weights[vertex];
  });
  for (let round = 0; round < 80; round++) {
    each((at, x, y, z) => {
      if (isFace(x, y, z)) return;
      const mean =
        (values[at - 1] +
          values[at + 1] +
          values[at - m] +
          values[at + m] +
          values[at - m * m] +
          values[at + m * m]) /
        6;
      values[at] += 1.7 * (mean - values[at]);
    });
  }
  return values;
}
