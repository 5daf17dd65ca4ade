import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ascendingOrder } from "../math/order/ascending-order";
import { createRandom } from "../math/random";
import { CancelledError } from "../model/errors";
import { UNWATCHED } from "../model/task";
import { numbersBetween } from "../testing/numbers-between";
import { ascendingRuns } from "./ascending-runs";
import { bindableAdjacency } from "./bindable-mesh";
import { closeSupports } from "./close-supports";
import { segmentTree } from "./segment-tree";
import { type DenseWeights, gatherWeights, type Supports } from "./simple/dense-weights";
import { SPARSIFY_DEFAULTS, type SparsifyOptions, sparsify } from "./sparsify";
import { chain, segment, skeletonOf, tube } from "./testing/bindables";

const rowsOf = ({ offsets, bones }: Supports) =>
  Array.from({ length: offsets.length - 1 }, (_, i) => [...bones.subarray(offsets[i], offsets[i + 1])]);

function supports(rows: number[][]): Supports {
  const offsets = [0];
  for (const row of rows) offsets.push(offsets[offsets.length - 1] + row.length);
  return { offsets: Uint32Array.from(offsets), bones: Uint16Array.from(rows.flat()) };
}

/** Random weights in smooth hills over a tube, some exactly 0, some equal. */
function hills(seed: number, bones: number): { weights: DenseWeights; mesh: ReturnType<typeof tube> } {
  const random = createRandom(seed);
  const mesh = tube([0, 0, 0], [2, 0, 0], 0.5, 4 + random.integer(5), 4 + random.integer(4));
  const values: number[] = [];
  const centres = Array.from({ length: bones }, () => 2 * random.next());
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const row = centres.map((c) => Math.exp(-6 * (mesh.positions[i] - c) ** 2) * (1 + 0.3 * random.next()));
    if (random.next() < 0.2) row[random.integer(bones)] = 0;
    const sum = row.reduce((a, b) => a + b, 0) || 1;
    values.push(
      ...(sum === 1 && row.every((w) => w === 0) ? row.map(() => 1 / bones) : row.map((w) => w / sum)),
    );
  }
  return { weights: { bones, values: Float64Array.from(values) }, mesh };
}

/** The four conditions, literally. Sets and sums are computed each time. */
function literal({ bones, values }: DenseWeights, near: Set<number>[], o: SparsifyOptions): number[][] {
  const w = (i: number, j: number) => values[bones * i + j];
  const own = near.map((_, i) => Array.from({ length: bones }, (_, j) => j).filter((j) => w(i, j) > 0));
  const all = own.flatMap((row, i) => row.map((j) => [w(i, j), i, j]));
  all.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  for (const [value, i, j] of all) {
    const rest = own[i].filter((k) => k !== j);
    const max = Math.max(...Array.from({ length: bones }, (_, k) => w(i, k)));
    const drop =
      rest.length >= o.least &&
      rest.reduce((sum, k) => sum + w(i, k), 0) > o.keptSum &&
      value < o.keptPart * max &&
      [...near[i]].every((k) => !own[k].includes(j) || value <= w(k, j));
    if (drop) own[i] = rest;
  }
  return own;
}

describe("sparsify", () => {
  it("applies the four conditions in increasing order of weights", async () => {
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        numbersBetween(0.3, 0.99),
        numbersBetween(0.01, 0.9),
        async (seed, bones, least, keptSum, keptPart) => {
          const { weights, mesh } = hills(seed, bones);
          const near = Array.from({ length: mesh.positions.length / 3 }, () => new Set<number>());
          mesh.triangles.forEach((i, e) => {
            for (const k of mesh.triangles.subarray(e - (e % 3), e - (e % 3) + 3))
              if (k !== i) near[i].add(k);
          });
          const options = { least, keptSum, keptPart };
          const rows = rowsOf(await sparsify(weights, bindableAdjacency(mesh), UNWATCHED, options));
          expect(rows).toEqual(literal(weights, near, options));
          dropped += weights.values.filter((w) => w > 0).length - rows.flat().length;
        },
      ),
      { seed: 7 },
    );
    expect(dropped).toBeGreaterThan(1000);
  });

  it("checks its task between parts, and stops when cancelled", async () => {
    const { weights, mesh } = hills(3, 4);
    const adjacency = bindableAdjacency(mesh);
    let looks = 0;
    const watched = { ...UNWATCHED, checkpoint: async () => void looks++ };
    await sparsify(weights, adjacency, watched);
    expect(looks).toBeGreaterThan(2);
    for (let n = 0; n < looks; n++) {
      let left = n;
      const task = {
        ...UNWATCHED,
        async checkpoint() {
          if (left-- === 0) throw new CancelledError();
        },
      };
      await expect(sparsify(weights, adjacency, task)).rejects.toThrow(CancelledError);
    }
  });

  it("keeps weights that it may not drop", async () => {
    const { weights, mesh } = hills(1, 4);
    const rows = rowsOf(await sparsify(weights, bindableAdjacency(mesh), UNWATCHED));
    rows.forEach((row, i) => {
      const own = [...weights.values.subarray(4 * i, 4 * i + 4)];
      expect(row.reduce((sum, j) => sum + own[j], 0)).toBeGreaterThan(SPARSIFY_DEFAULTS.keptSum);
      own.forEach((w, j) => {
        if (w >= SPARSIFY_DEFAULTS.keptPart * Math.max(...own)) expect(row).toContain(j);
      });
    });
  });

  it("orders keys as a sort does, and keeps the order of equal keys", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(0, -0, 1e-320, 0.5), numbersBetween(0, 1e9)), {
          maxLength: 80,
        }),
        (keys) => {
          const sorted = keys.map((_, n) => n).sort((a, b) => keys[a] - keys[b] || a - b);
          expect([...ascendingOrder(Float64Array.from(keys))]).toEqual(sorted);
          // Keys that differ only in their last bits.
          const close = Float64Array.from(keys, (key) => 1 + key * 1e-18 + (key % 7) * 1e-15);
          const places = keys.map((_, n) => n).sort((a, b) => close[a] - close[b] || a - b);
          expect([...ascendingOrder(close)]).toEqual(places);
        },
      ),
      { seed: 9 },
    );
  });

  it("comes in runs of a bounded size, in the same order", () => {
    const random = createRandom(4);
    // Keys of many magnitudes, with equal ones, zeros of either sign, and many that agree in their upper bits.
    const keys = Float64Array.from({ length: 300_000 }, (_, n) => {
      if (n % 11 === 0) return n % 2 ? 0 : -0;
      if (n % 3 === 0) return 0.7 + 1e-12 * random.integer(50);
      return 10 ** (-12 * random.next());
    });
    const runs = [...ascendingRuns(keys)];
    expect(runs.flatMap((run) => [...run])).toEqual([...ascendingOrder(keys)]);
    expect(runs.length).toBeGreaterThan(4);
    for (const run of runs) {
      // Except for keys that agree with the largest in 4 bits.
      const last = keys[run[run.length - 1]];
      expect(run.filter((n) => 1.07 * keys[n] < last).length).toBeLessThan(20_000);
    }
    expect([...ascendingRuns(new Float64Array(0))]).toEqual([]);
  });
});

describe("closeSupports", () => {
  // Hips with two legs at their head, a spine on a virtual segment at their tail, and another tree.
  const skeleton = skeletonOf(
    segment(-1, [0, 0, 0], [0, 0.2, 0]),
    segment(0, [0, 0, 0], [-1, -1, 0]),
    segment(0, [0, 0, 0], [1, -1, 0]),
    segment(0, [0, 0.2, 0], [0, 0.6, 0], "virtual"),
    segment(3, [0, 0.6, 0], [0, 1, 0]),
    segment(1, [-1, -1, 0], [-1, -2, 0]),
    segment(4, [0, 1, 0], [0, 1.2, 0]),
    segment(-1, [5, 0, 0], [6, 0, 0]),
    segment(7, [6, 0, 0], [7, 0, 0]),
    segment(8, [7, 0, 0], [8, 0, 0]),
  );
  const close = (...row: number[]) => rowsOf(closeSupports(supports([row]), segmentTree(skeleton)))[0];

  it("adds the bones between, and none at a common joint", () => {
    expect(close(1, 2)).toEqual([1, 2]);
    expect(close(2, 5)).toEqual([1, 2, 5]);
    expect(close(5, 6)).toEqual([0, 1, 4, 5, 6]);
    expect(close(0, 4)).toEqual([0, 4]);
    expect(close(6)).toEqual([6]);
    expect(close(7, 9)).toEqual([7, 8, 9]);
    expect(close(1, 9)).toEqual([1, 9]);
    expect(close(5, 6, 7, 9)).toEqual([0, 1, 4, 5, 6, 7, 8, 9]);
  });

  it("gives the smallest connected set, compared with trying all", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 8 }), (seed, count) => {
        const random = createRandom(seed);
        // Every bone j ends at its own joint j + 1 and starts at its parent's end; roots start at joint 0.
        const parents = Array.from({ length: count }, (_, j) => random.integer(j + 1) - 1);
        const tails = parents.map((_, j): [number, number, number] => [j + 1, random.next(), random.next()]);
        const tree = segmentTree(
          skeletonOf(...parents.map((p, j) => segment(p, p < 0 ? [0, 0, 0] : tails[p], tails[j]))),
        );
        const row = parents.map((_, j) => j).filter(() => random.next() < 0.4);
        if (row.length === 0) return;
        const connected = (set: number[]) => {
          const joints = new Map<number, number>();
          const find = (a: number): number => (joints.has(a) ? find(joints.get(a)!) : a);
          for (const j of set) {
            const [a, b] = [find(parents[j] + 1), find(j + 1)];
            if (a !== b) joints.set(a, b);
          }
          return new Set(set.map((j) => find(j + 1))).size === 1;
        };
        let best = parents.map((_, j) => j);
        for (let mask = 0; mask < 1 << count; mask++) {
          const set = parents.map((_, j) => j).filter((j) => mask & (1 << j));
          if (set.length < best.length && row.every((j) => set.includes(j)) && connected(set)) best = set;
        }
        expect(rowsOf(closeSupports(supports([row]), tree))[0]).toEqual(best);
      }),
      { seed: 13 },
    );
  });

  it("gathers rows that sum to 1 in f32", () => {
    const dense = { bones: 3, values: Float64Array.of(0.2, 0.3, 0.5, 0, 0, 1) };
    const { values } = gatherWeights(
      dense,
      supports([
        [0, 2],
        [0, 1],
      ]),
    );
    expect([...values]).toEqual([0.2 / 0.7, 0.5 / 0.7, 0.5, 0.5].map(Math.fround));
  });

  it("treats a chain's roots at one joint as one tree", () => {
    const star = skeletonOf(
      segment(-1, [0, 0, 0], [1, 0, 0]),
      segment(-1, [0, 0, 0], [-1, 0, 0]),
      segment(-1, [3, 0, 0], [4, 0, 0]),
    );
    const tree = segmentTree(star);
    expect([...tree.component]).toEqual([0, 0, 1]);
    expect(segmentTree(chain([0, 0, 0], [1, 0, 0], [2, 0, 0])).componentCount).toBe(1);
  });
});
