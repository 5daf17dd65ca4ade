import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { CancelledError } from "../../model/errors";
import { CLEAN_UP_AMOUNTS, CLEAN_UP_KINDS, type CleanUpInput } from "../../model/reduce/clean-up";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { cleanUpWeights } from "./clean-up";

const BONES = 5;
const SIDE = 7;
const V = SIDE * SIDE;

/** A flat grid of 7 x 7 vertices. */
const GRID = {
  rest: Float32Array.from({ length: 3 * V }, (_, n) => {
    const i = Math.floor(n / 3);
    return [i % SIDE, Math.floor(i / SIDE), 0][n % 3];
  }),
  triangles: Uint32Array.from(
    Array.from({ length: (SIDE - 1) ** 2 }, (_, q) => {
      const i = (q % (SIDE - 1)) + SIDE * Math.floor(q / (SIDE - 1));
      return [i, i + 1, i + SIDE, i + 1, i + SIDE + 1, i + SIDE];
    }).flat(),
  ),
};

/** Neighbours of each vertex, from the list of triangles. */
const NEAR = Array.from({ length: V }, (_, i) => {
  const near = new Set<number>();
  for (let t = 0; t < GRID.triangles.length; t += 3) {
    const corners = [...GRID.triangles.subarray(t, t + 3)];
    if (corners.includes(i)) for (const k of corners) if (k !== i) near.add(k);
  }
  return [...near];
});

/** Sparse weights of dense rows, V of B; zeros are left out. */
function sparse(rows: readonly (readonly number[])[]): SparseWeights {
  const offsets = Uint32Array.from({ length: V + 1 });
  const [bones, values]: [number[], number[]] = [[], []];
  rows.forEach((row, i) => {
    row.forEach((value, j) => {
      if (value === 0) return;
      bones.push(j);
      values.push(value);
    });
    offsets[i + 1] = bones.length;
  });
  return { version: 1, offsets, bones: Uint16Array.from(bones), values: Float32Array.from(values) };
}

/** Dense rows of sparse weights. */
function dense({ offsets, bones, values }: SparseWeights): number[][] {
  return Array.from({ length: V }, (_, i) => {
    const row = new Array<number>(BONES).fill(0);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) row[bones[e]] = values[e];
    return row;
  });
}

const sum = (row: readonly number[]) => row.reduce((total, x) => total + x, 0);
const unit = (row: readonly number[]) => row.map((x) => x / sum(row));

/** Random rows with the sum 1. Some bones have the weight 0. */
function randomRows(seed: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: V }, () => {
    const row = Array.from({ length: BONES }, () => (random.next() < 0.3 ? 0 : random.next()));
    if (sum(row) === 0) row[0] = 1;
    return unit(row);
  });
}

const input = (
  rows: readonly (readonly number[])[],
  change: Pick<CleanUpInput, "kind"> & Partial<CleanUpInput>,
): CleanUpInput => ({
  ...GRID,
  amount: CLEAN_UP_AMOUNTS[change.kind]?.usual ?? 0,
  weights: sparse(rows),
  boneCount: BONES,
  vertices: null,
  locked: new Uint8Array(BONES),
  ...change,
});

const cleaned = async (
  rows: readonly (readonly number[])[],
  change: Pick<CleanUpInput, "kind"> & Partial<CleanUpInput>,
) => dense((await cleanUpWeights(input(rows, change), UNWATCHED)).weights);

function expectRows(found: number[][], truth: number[][]): void {
  found.forEach((row, i) => {
    row.forEach((x, j) => {
      expect(x, `vertex ${i}, bone ${j}`).toBeCloseTo(truth[i][j], 5);
    });
  });
}

/** Half of the own weights plus half of the neighbours' mean, pass by pass, in dense rows. */
function literalSmooth(rows: number[][], passes: number): number[][] {
  let now = rows;
  for (let pass = 0; pass < passes; pass++) {
    now = now.map((row, i) =>
      unit(
        row
          .map((x, j) => x / 2 + sum(NEAR[i].map((k) => now[k][j])) / (2 * NEAR[i].length))
          .map((x) => (x < 1e-4 ? 0 : x)),
      ),
    );
  }
  return now;
}

describe("cleaning up weights", () => {
  it("limits and prunes as sorting each row does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 5 }), async (seed, most) => {
        const rows = randomRows(seed);
        const kept = (row: number[], keeps: (x: number, rank: number) => boolean) => {
          const order = row.map((_, j) => j).sort((a, b) => row[b] - row[a] || a - b);
          return unit(row.map((x, j) => (keeps(x, order.indexOf(j)) ? x : 0)));
        };
        expectRows(
          await cleaned(rows, { kind: "limit", amount: most }),
          rows.map((row) => kept(row, (_, rank) => rank < most)),
        );
        expectRows(
          await cleaned(rows, { kind: "prune", amount: 0.2 }),
          rows.map((row) => kept(row, (x, rank) => rank === 0 || x >= 0.2)),
        );
      }),
      { seed: 5, numRuns: 20 },
    );
  });

  it("smooths as with dense rows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 4 }), async (seed, passes) => {
        const rows = randomRows(seed);
        expectRows(await cleaned(rows, { kind: "smooth", amount: passes }), literalSmooth(rows, passes));
      }),
      { seed: 6, numRuns: 10 },
    );
  });

  it("keeps rows at the sum 1, locked bones, and vertices that are not selected", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(...CLEAN_UP_KINDS), async (seed, kind) => {
        const rows = randomRows(seed);
        const vertices = Uint32Array.from({ length: V }, (_, i) => i).filter((i) => i % 3 === 0);
        const locked = Uint8Array.of(0, 1, 0, 0, 1);
        const given = input(rows, { kind, vertices, locked });
        const { weights, changed } = await cleanUpWeights(given, UNWATCHED);
        const [before, after] = [dense(given.weights), dense(weights)];
        after.forEach((row, i) => {
          expect(sum(row)).toBeCloseTo(1, 5);
          if (i % 3 !== 0) expect(row).toEqual(before[i]);
          for (const j of [1, 4]) expect(row[j]).toBe(before[i][j]);
          expect(changed.includes(i)).toBe(row.some((x, j) => x !== before[i][j]));
        });
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  it("returns the same weights if nothing has to be done", async () => {
    const rows = Array.from({ length: V }, () => [0.5, 0.5, 0, 0, 0]);
    for (const kind of CLEAN_UP_KINDS) {
      const given = input(rows, { kind });
      const { weights, changed } = await cleanUpWeights(given, UNWATCHED);
      expect(changed, kind).toHaveLength(0);
      expect(weights, kind).toBe(given.weights);
    }
  });

  it("scales sums to 1, and ignores values that are not numbers", async () => {
    const rows = Array.from({ length: V }, () => [0.5, 1.5, 0, 0, 0]);
    rows[3] = [Number.NaN, 0.5, -1, 0, 0];
    const after = await cleaned(rows, { kind: "normalise" });
    expect(after[0]).toEqual([0.25, 0.75, 0, 0, 0]);
    expect(after[3]).toEqual([0, 1, 0, 0, 0]);
  });

  it("fills vertices without weights from their neighbours, and separate parts from the nearest vertex", async () => {
    const rows = Array.from({ length: V }, (_, i) => (i % SIDE < 3 ? [1, 0, 0, 0, 0] : [0, 1, 0, 0, 0]));
    rows[2 * SIDE + 1] = [0, 0, 0, 0, 0];
    rows[2 * SIDE + 5] = [0, 0, 0, 0, 0];
    const after = await cleaned(rows, { kind: "fill" });
    expect(after[2 * SIDE + 1]).toEqual([1, 0, 0, 0, 0]);
    expect(after[2 * SIDE + 5]).toEqual([0, 1, 0, 0, 0]);
    // Without triangles nothing is connected, so the nearest vertex gives its weights.
    const alone = await cleaned(rows, { kind: "fill", triangles: new Uint32Array(0) });
    expect(alone[2 * SIDE + 5]).toEqual([0, 1, 0, 0, 0]);
  });

  it("removes a planted island, and keeps the bone's main region", async () => {
    const rows = Array.from({ length: V }, (_, i) => (i % SIDE < 4 ? [1, 0, 0, 0, 0] : [0, 1, 0, 0, 0]));
    const far = 3 * SIDE + 6;
    rows[far] = [0.4, 0.6, 0, 0, 0];
    const truth = rows.map((row, i) => (i === far ? [0, 1, 0, 0, 0] : row));
    expectRows(await cleaned(rows, { kind: "islands" }), truth);
    // A vertex with no other weights is filled from its neighbours.
    rows[far] = [1, 0, 0, 0, 0];
    expectRows(await cleaned(rows, { kind: "islands" }), truth);
  });

  it("hammers a planted outlier, but not the border between two bones", async () => {
    const rows = Array.from({ length: V }, (_, i) => (i % SIDE < 4 ? [1, 0, 0, 0, 0] : [0, 1, 0, 0, 0]));
    const truth = rows.map((row) => [...row]);
    rows[3 * SIDE + 1] = [0, 0, 1, 0, 0];
    expectRows(await cleaned(rows, { kind: "hammer" }), truth);
  });

  it("refuses numbers out of range, unknown vertices and other meshes with an error message", async () => {
    const rows = randomRows(1);
    const refusal = (change: Pick<CleanUpInput, "kind"> & Partial<CleanUpInput>) =>
      cleanUpWeights(input(rows, change), UNWATCHED).then(
        () => "",
        (error) => `${error.complaint.title}. ${error.complaint.body}`,
      );
    expect(await refusal({ kind: "limit", amount: 0 })).toBe(
      "At most 0 cannot be used. Give a whole number from 1 to 64.",
    );
    expect(await refusal({ kind: "smooth", amount: 1.5 })).toMatch("a whole number from 1 to 100");
    expect(await refusal({ kind: "prune", amount: Number.NaN })).toMatch("a number from 0 to 1");
    expect(await refusal({ kind: "fill", vertices: Uint32Array.of(V) })).toMatch(`the vertices 1 to ${V}`);
    expect(await refusal({ kind: "fill", rest: new Float32Array(6) })).toMatch(
      `They are for ${V} vertices, but the mesh has 2.`,
    );
    expect(await refusal({ kind: "fill", boneCount: 2 })).toMatch("but the rig has 2 bones");
  });

  it("stops when the task is cancelled", async () => {
    const checkpoint = () => Promise.reject(new CancelledError());
    const task = { ...UNWATCHED, checkpoint };
    for (const kind of ["smooth", "islands", "hammer"] as const) {
      await expect(cleanUpWeights(input(randomRows(2), { kind }), task)).rejects.toThrow(CancelledError);
    }
  });
});
