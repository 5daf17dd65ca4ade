import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { replaceRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { packWeights } from "../../../../workers/testing/rigs";
import { weightAt, worstSum } from "../testing/weights";
import type { WeightRows } from "../weight-rows";
import { normalisedRows, pastedRow, prunedRows, typedRow } from "./whole-mesh";

const B = 6;
const free = new Uint8Array(B);

// Thousandths, because random doubles would nearly all be close to 0.
const thousandths = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);

/** Weights of some vertices for six bones; each row sums to 1. */
const someWeights = fc
  .array(fc.array(thousandths, { minLength: B, maxLength: B }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((rows) =>
    packWeights(
      rows.map((row) =>
        row.map((w, j): [number, number] => [j, w > 0.3 || j === 0 ? w + 0.01 : 0]).filter(([, w]) => w > 0),
      ),
    ),
  );

const countAt = ({ offsets }: SparseWeights, i: number) => offsets[i + 1] - offsets[i];

describe("replaceRows", () => {
  it("equals replacing each row on its own", () => {
    fc.assert(
      fc.property(someWeights, fc.infiniteStream(fc.boolean()), (weights, chosen) => {
        const count = weights.offsets.length - 1;
        const vertices = [...Array(count).keys()].filter(() => chosen.next().value);
        const rows: WeightRows = {
          vertices: Uint32Array.from(vertices),
          offsets: Uint32Array.from({ length: vertices.length + 1 }, (_, n) => n),
          bones: new Uint16Array(vertices.length).fill(5),
          values: new Float32Array(vertices.length).fill(1),
        };
        const after = replaceRows(weights, rows);
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < B; j++) {
            const expected = vertices.includes(i) ? Number(j === 5) : weightAt(weights, i, j);
            expect(weightAt(after, i, j)).toBe(expected);
          }
        }
        expect(after.offsets[count]).toBe(after.values.length);
      }),
      { seed: 21 },
    );
  });
});

describe("prunedRows", () => {
  it("keeps at most the given number of weights, the largest among them, and the sums", () => {
    fc.assert(
      fc.property(someWeights, fc.integer({ min: 1, max: 4 }), (weights, most) => {
        const after = replaceRows(weights, prunedRows(weights, free, { least: 0, most }));
        expect(worstSum(after)).toBeLessThan(1e-6);
        for (let i = 0; i + 1 < weights.offsets.length; i++) {
          expect(countAt(after, i)).toBe(Math.min(most, countAt(weights, i)));
          const all = Array.from({ length: B }, (_, j) => weightAt(weights, i, j));
          const largest = all.indexOf(Math.max(...all));
          expect(weightAt(after, i, largest)).toBeGreaterThanOrEqual(all[largest] - 1e-6);
        }
      }),
      { seed: 22 },
    );
  });

  it("removes small weights but not locked ones", () => {
    const locked = Uint8Array.of(0, 0, 0, 0, 0, 1);
    const weights: SparseWeights = {
      version: 1,
      offsets: Uint32Array.of(0, 3),
      bones: Uint16Array.of(0, 1, 5),
      values: Float32Array.of(0.985, 0.01, 0.005),
    };
    const after = replaceRows(weights, prunedRows(weights, locked, { least: 0.05, most: 0 }));
    expect([...after.bones]).toEqual([0, 5]);
    expect(after.values[1]).toBe(weights.values[2]);
    expect(after.values[0]).toBeCloseTo(0.995, 6);
  });
});

describe("normalisedRows", () => {
  it("changes only rows whose sums are off", () => {
    const weights: SparseWeights = {
      version: 1,
      offsets: Uint32Array.of(0, 2, 4),
      bones: Uint16Array.of(0, 1, 0, 1),
      values: Float32Array.of(0.5, 0.5, 0.5, 0.25),
    };
    const rows = normalisedRows(weights, free);
    expect([...rows.vertices]).toEqual([1]);
    expect(rows.values[0]).toBeCloseTo(2 / 3, 6);
    expect(worstSum(replaceRows(weights, rows))).toBeLessThan(1e-6);
  });
});

describe("typedRow and pastedRow", () => {
  it("set the given weights, as far as locks allow", () => {
    fc.assert(
      fc.property(someWeights, fc.nat(B - 1), thousandths, (weights, bone, value) => {
        const rows = typedRow(weights, { vertex: 0, bone, value }, free, () => ({
          bones: [(bone + 1) % B],
          shares: [1],
        }));
        const after = replaceRows(weights, rows);
        expect(Math.abs(weightAt(after, 0, bone) - value)).toBeLessThan(1e-5);
        expect(worstSum(after)).toBeLessThan(1e-6);
        const last = weights.offsets.length - 2;
        const row = Array.from({ length: B }, (_, j) => ({ bone: j, weight: weightAt(weights, last, j) }));
        const pasted = replaceRows(weights, pastedRow(weights, 0, row, free));
        for (const { bone: j, weight } of row) expect(weightAt(pasted, 0, j)).toBeCloseTo(weight, 5);
      }),
      { seed: 23 },
    );
  });
});
