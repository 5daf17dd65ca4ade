import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { type BoundMesh, bindMesh, type SmoothGroups, WIDTH } from "./bone-columns";
import { smoothMoments, smoothPatches, smoothShares } from "./keep-entries";

const V = 9;

/** For each vertex, the shares of the vertices that it averages over; each row sums to 1. */
function randomAverages(seed: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: V }, () => {
    const row = Array.from({ length: V }, () => (random.integer(3) ? random.next() : 0));
    row[random.integer(V)] += 0.1;
    const sum = row.reduce((a, b) => a + b);
    return row.map((x) => x / sum);
  });
}

/** Averages groups, and passes the rows that are not 0 in a random order. */
function averaging(rows: number[][]): SmoothGroups {
  return async (groups, take) => {
    groups.forEach(({ vertices, values }, g) => {
      const order = Array.from({ length: V }, (_, n) => (4 * n + g) % V);
      const reached = order.filter((i) => [...vertices].some((k) => rows[i][k] > 0));
      const out = new Float64Array(WIDTH * reached.length);
      reached.forEach((i, r) => {
        vertices.forEach((k, n) => {
          for (let c = 0; c < WIDTH; c++) out[WIDTH * r + c] += rows[i][k] * values[WIDTH * n + c];
        });
      });
      take(g, Uint32Array.from(reached), out);
    });
  };
}

/** A bound mesh whose bones share vertices, with the dense weight of each bone on each vertex. */
function subject(seed: number, boneCount: number) {
  const random = createRandom(seed);
  const rest = Float64Array.from({ length: 3 * V }, () => 2 * random.normal() + 5);
  const dense = Array.from({ length: V }, () => {
    const row = Array.from({ length: boneCount }, () => Math.max(0, random.next() - 0.5));
    row[random.integer(boneCount)] += 0.2;
    return row;
  });
  const weights = {
    offsets: Array.from({ length: V + 1 }, (_, i) => boneCount * i),
    bones: dense.flatMap((row) => row.map((_, j) => j)),
    values: dense.flat(),
  };
  const scaled = dense.map((row) => row.map((w) => w / row.reduce((a, b) => a + b)));
  return { rest, mesh: bindMesh(rest, weights, boneCount), scaled };
}

const pointOf = ({ local }: BoundMesh, k: number) => [...local.positions.subarray(3 * k, 3 * k + 3)];
const meanOf = (mesh: BoundMesh, row: number[]) =>
  [0, 1, 2].map((c) => row.reduce((sum, w, k) => sum + w * pointOf(mesh, k)[c], 0));
const sizeOf = (mesh: BoundMesh, row: number[]) => {
  const mean = meanOf(mesh, row);
  return row.reduce(
    (sum, w, k) => sum + w * pointOf(mesh, k).reduce((s, x, c) => s + (x - mean[c]) ** 2, 0),
    0,
  );
};

/** A (6), b (3) and ψ of a bone as a vertex sees it, about a centre, by their definition. */
function momentsOf(mesh: BoundMesh, row: number[], weights: number[], centre: number[]): number[] {
  const out = new Array<number>(WIDTH).fill(0);
  row.forEach((share, k) => {
    const [x, y, z] = pointOf(mesh, k).map((v, c) => v - centre[c]);
    [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z, 1].forEach((product, n) => {
      out[n] += share * weights[k] * product;
    });
  });
  return out;
}

describe("a bound mesh", () => {
  it("lies about the middle of its box, whose diagonal is 1, and has rows of sum 1", () => {
    const { rest, mesh, scaled } = subject(1, 3);
    const box = [0, 1, 2].map((c) => {
      const own = Array.from({ length: V }, (_, i) => rest[3 * i + c]);
      return [Math.min(...own), Math.max(...own)];
    });
    const diagonal = Math.hypot(...box.map(([low, high]) => high - low));
    expect(mesh.local.unit).toBeCloseTo(diagonal, 12);
    box.forEach(([low, high], c) => {
      expect(mesh.local.origin[c]).toBeCloseTo((low + high) / 2, 12);
      for (let i = 0; i < V; i++)
        expect(mesh.local.positions[3 * i + c]).toBeCloseTo(
          (rest[3 * i + c] - (low + high) / 2) / diagonal,
          12,
        );
    });
    for (const { bone, vertices, values } of mesh.columns) {
      const own = scaled.flatMap((row, i) => (row[bone] > 0 ? [i] : []));
      expect([...vertices]).toEqual(own);
      values.forEach((w, n) => {
        expect(w).toBeCloseTo(scaled[vertices[n]][bone], 12);
      });
    }
  });

  it("has no columns for bones without weights, and has a unit even if it is one point", () => {
    const weights = { offsets: [0, 2, 3], bones: [4, 1, 4], values: [0, 2, 3] };
    const { columns, local } = bindMesh([1, 2, 3, 1, 2, 3], weights, 6);
    expect(columns.map(({ bone, vertices, values }) => [bone, [...vertices], [...values]])).toEqual([
      [1, [0], [1]],
      [4, [1], [1]],
    ]);
    expect([local.unit, local.origin, [...local.positions]]).toEqual([1, [1, 2, 3], [0, 0, 0, 0, 0, 0]]);
  });
});

describe("entries to keep", () => {
  it("have the mean and the size of each patch", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const rows = randomAverages(seed);
        const { mesh } = subject(seed, 2);
        const { centres, sizes } = await smoothPatches(mesh.local.positions, averaging(rows));
        rows.forEach((row, i) => {
          meanOf(mesh, row).forEach((x, c) => {
            expect(centres[3 * i + c]).toBeCloseTo(x, 12);
          });
          expect(sizes[i]).toBeCloseTo(sizeOf(mesh, row), 12);
          expect(sizes[i]).toBeGreaterThanOrEqual(0);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("are those whose share of weight, first or second moment is above the limit", async () => {
    let [kept, dropped] = [0, 0];
    const least = fc.constantFrom(0, 0.05, 0.2, 0.6);
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 4 }), least, async (seed, bones, most) => {
        const rows = randomAverages(seed);
        const { mesh, scaled } = subject(seed, bones);
        const smooth = averaging(rows);
        const patches = await smoothPatches(mesh.local.positions, smooth);
        const done: number[] = [];
        const found = await smoothMoments(mesh.local.positions, mesh.columns, patches, most, smooth, (n) =>
          done.push(n),
        );
        expect(done).toEqual(mesh.columns.map((_, n) => n + 1));
        found.forEach(({ bone, vertices, values }) => {
          const entries = new Map(
            [...vertices].map((i, n) => [i, values.subarray(WIDTH * n, WIDTH * (n + 1))]),
          );
          expect(entries.size).toBe(vertices.length);
          expect(values).toHaveLength(WIDTH * vertices.length);
          rows.forEach((row, i) => {
            const own = scaled.map((weights) => weights[bone]);
            const truth = momentsOf(mesh, row, own, meanOf(mesh, row));
            const size = sizeOf(mesh, row);
            const shares =
              size > 1e-20
                ? [
                    truth[9],
                    Math.hypot(...truth.slice(6, 9)) / Math.sqrt(size),
                    (truth[0] + truth[3] + truth[5]) / size,
                  ]
                : [truth[9]];
            const share = Math.max(...shares);
            // Rounding decides at the limit, and for patches that are nearly a point.
            if (Math.abs(share - most) < 1e-9 || (size > 0 && size < 1e-9)) return;
            if (share > most) kept++;
            else dropped++;
            expect(entries.has(i)).toBe(share > most);
            entries.get(i)?.forEach((x, n) => {
              expect(x).toBeCloseTo(truth[n], 12);
            });
          });
        });
      }),
      { numRuns: 40 },
    );
    // Both happen in any 40 cases, though one of them may be rare.
    expect([kept > 0, dropped > 0]).toEqual([true, true]);
  });

  it("of smoothed weights are those above the limit, for any number of bones", async () => {
    for (const bones of [1, 9, 10, 11, 23]) {
      const rows = randomAverages(bones);
      const { mesh, scaled } = subject(bones, bones);
      const found = await smoothShares(V, mesh.columns, 0.03, averaging(rows));
      expect(found.map(({ bone }) => bone)).toEqual(mesh.columns.map(({ bone }) => bone));
      for (const { bone, vertices, values } of found) {
        const truth = rows.map((row) => row.reduce((sum, share, k) => sum + share * scaled[k][bone], 0));
        expect([...vertices].sort((a, b) => a - b)).toEqual(truth.flatMap((x, i) => (x > 0.03 ? [i] : [])));
        expect(values).toHaveLength(vertices.length);
        values.forEach((x, n) => {
          expect(x).toBeCloseTo(truth[vertices[n]], 12);
        });
      }
    }
  });
});
