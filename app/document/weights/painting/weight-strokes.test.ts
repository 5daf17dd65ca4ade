import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { replaceRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { GpuWeights } from "../../../viewport/deform/data/gpu-weights";
import type { BrushOperation } from "../../brush-operations";
import { BONES, SIDE, sheet, symmetricWeights, weightAt, worstSum } from "../testing/weights";
import { type Touch, WeightBrush } from "./weight-brush";

const SEED = 20261126;
const mesh = sheet();
const weights = symmetricWeights(mesh);
const V = mesh.vertexCount;
const { offsets, neighbours } = mesh.rings;
const ringOf = (i: number) => [...neighbours.subarray(offsets[i], offsets[i + 1])];

function brushFor(operation: BrushOperation, sides: number[][], locked: readonly number[] = []) {
  const painted = {
    ...{ weights, bones: BONES, rest: mesh.positions, rings: mesh.rings },
    locked: Uint8Array.from(BONES, (_, j) => (locked.includes(j) ? 1 : 0)),
  };
  return new WeightBrush(painted, new GpuWeights(weights), operation, sides);
}

const outcomeOf = (brush: WeightBrush) => replaceRows(weights, brush.outcome());
const sumAt = (all: SparseWeights, i: number, bones: readonly number[]) =>
  bones.reduce((sum, j) => sum + weightAt(all, i, j), 0);

const shares = fc
  .uniqueArray(fc.nat(V - 1), { minLength: 1, maxLength: 20 })
  .chain((vertices) =>
    fc
      .array(fc.integer({ min: 1, max: 100 }), { minLength: vertices.length, maxLength: vertices.length })
      .map((parts) => ({ vertices, shares: parts.map((part) => part / 100), count: vertices.length })),
  );
const legal = (all: SparseWeights, locked: readonly number[]) => {
  expect(worstSum(all)).toBeLessThan(1e-6);
  expect(all.values.every((w) => w >= 0)).toBe(true);
  for (const j of locked)
    for (let i = 0; i < V; i++) expect(weightAt(all, i, j)).toBe(weightAt(weights, i, j));
};

describe("a stroke over weights", () => {
  it("averages towards the weighted mean of what it covers", () => {
    fc.assert(
      fc.property(shares, fc.constantFrom([], [2]), (dab, locked) => {
        const brush = brushFor({ kind: "average", value: 0, strength: 1 }, [[1]], locked);
        brush.touch([{ bone: 1, ...dab }]);
        const got = outcomeOf(brush);
        legal(got, locked);
        const all = dab.shares.reduce((sum, share) => sum + share, 0);
        const mean =
          dab.vertices.reduce((sum, i, n) => sum + dab.shares[n] * weightAt(weights, i, 1), 0) / all;
        dab.vertices.forEach((i, n) => {
          const before = weightAt(weights, i, 1);
          const wanted = before + (mean - before) * dab.shares[n];
          // Locked bones may not leave that much room.
          const room = 1 - locked.reduce((sum, j) => sum + weightAt(weights, i, j), 0);
          expect(weightAt(got, i, 1)).toBeCloseTo(Math.min(wanted, room), 5);
        });
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("smears from the upwind neighbours, as far as the stroke went", () => {
    const direction = fc.record({
      angle: fc.integer({ min: 0, max: 628 }),
      length: fc.constantFrom(0.2, 0.5),
    });
    fc.assert(
      fc.property(shares, direction, (dab, { angle, length }) => {
        const by = [length * Math.cos(angle / 100), length * Math.sin(angle / 100), 0] as const;
        const brush = brushFor({ kind: "smear", value: 0, strength: 1 }, [[1]]);
        const touch: Touch = { bone: 1, ...dab, way: { by, positions: mesh.positions } };
        brush.touch([touch]);
        const got = outcomeOf(brush);
        legal(got, []);
        dab.vertices.forEach((i, n) => {
          let [sum, mixed, reach] = [0, 0, 0];
          for (const l of ringOf(i)) {
            const way = [0, 1, 2].map((c) => mesh.positions[3 * i + c] - mesh.positions[3 * l + c]);
            const away = Math.hypot(...way);
            const cosine = (way[0] * by[0] + way[1] * by[1]) / (away * length);
            if (cosine <= 0) continue;
            sum += cosine ** 2;
            mixed += cosine ** 2 * weightAt(weights, l, 1);
            reach += cosine ** 2 * away * cosine;
          }
          const before = weightAt(weights, i, 1);
          const drawn =
            sum > 0 ? before + Math.min(1, length / (reach / sum)) * (mixed / sum - before) : before;
          expect(weightAt(got, i, 1)).toBeCloseTo(before + (drawn - before) * dab.shares[n], 5);
        });
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("drags weights along, edge by edge, and never beyond old values", () => {
    const brush = brushFor({ kind: "smear", value: 0, strength: 1 }, [[1]]);
    const vertices = [...Array(V).keys()];
    const by = [3, 0, 0] as const;
    brush.touch([
      { bone: 1, count: V, vertices, shares: vertices.map(() => 1), way: { by, positions: mesh.positions } },
    ]);
    const got = outcomeOf(brush);
    legal(got, []);
    const row = (all: SparseWeights) =>
      Array.from({ length: SIDE }, (_, x) => weightAt(all, 4 * SIDE + x, 1));
    const most = Math.max(...weights.values);
    expect(row(got).every((w) => w <= most + 1e-6)).toBe(true);
    // Weights of bone 1 rise with x: what is dragged to +x is smaller than what was there.
    expect(row(got).reduce((a, b) => a + b)).toBeLessThan(row(weights).reduce((a, b) => a + b) - 0.5);
    // The first touch has no path, so nothing moves.
    const still = brushFor({ kind: "smear", value: 0, strength: 1 }, [[1]]);
    still.touch([{ bone: 1, count: 1, vertices: [40], shares: [1] }]);
    expect(still.outcome().vertices.length).toBe(0);
  });

  it("changes the sum of several bones, which keep their proportions", () => {
    const kinds = fc.constantFrom<BrushOperation["kind"]>("replace", "add", "scale", "smooth", "average");
    fc.assert(
      fc.property(shares, kinds, fc.integer({ min: 0, max: 10 }), (dab, kind, tenths) => {
        const painted = [0, 1];
        const brush = brushFor({ kind, value: tenths / 10, strength: 1 }, [painted]);
        brush.touch([{ bone: 0, ...dab }]);
        const got = outcomeOf(brush);
        legal(got, []);
        dab.vertices.forEach((i, n) => {
          const before = sumAt(weights, i, painted);
          const now = sumAt(got, i, painted);
          if (kind === "replace") expect(now).toBeCloseTo(before + (tenths / 10 - before) * dab.shares[n], 5);
          if (before < 1e-3 || now < 1e-3) return;
          expect(weightAt(got, i, 0) / now).toBeCloseTo(weightAt(weights, i, 0) / before, 3);
        });
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  it("of a gradient depends on its current strengths alone, not on earlier ones", () => {
    const all = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: V, maxLength: V });
    fc.assert(
      fc.property(all, all, (first, second) => {
        const how = { kind: "replace", value: 0.8, strength: 0.9 } as const;
        const dragged = brushFor(how, [[1]]);
        for (const parts of [first, second]) {
          dragged.setShares(
            1,
            parts.map((part) => part / 100),
          );
          dragged.show(Infinity);
        }
        const once = brushFor(how, [[1]]);
        once.setShares(
          1,
          second.map((part) => part / 100),
        );
        expect(outcomeOf(dragged)).toEqual(outcomeOf(once));
        dragged.setShares(1, new Float32Array(V));
        expect(dragged.outcome().vertices.length).toBe(0);
        for (let i = 0; i < V; i++) {
          const before = weightAt(weights, i, 1);
          expect(weightAt(outcomeOf(once), i, 1)).toBeCloseTo(
            before + (0.8 - before) * 0.9 * (second[i] / 100),
            4,
          );
          if (i > 6) break;
        }
      }),
      { seed: SEED, numRuns: 20 },
    );
  });
});
