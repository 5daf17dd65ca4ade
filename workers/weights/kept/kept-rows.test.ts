import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { type KeptRows, withKept } from "./kept-rows";

const BONES = 6;

/** Rows of up to six bones with the sum 1. */
const rows = (vertices: number): fc.Arbitrary<SparseWeights> =>
  fc
    .array(
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: BONES, maxLength: BONES })
        .filter((row) => row.some((x) => x > 0)),
      { minLength: vertices, maxLength: vertices },
    )
    .map((all) => {
      const offsets = new Uint32Array(vertices + 1);
      const [bones, values]: number[][] = [[], []];
      all.forEach((row, i) => {
        const sum = row.reduce((a, b) => a + b);
        row.forEach((x, j) => {
          if (x === 0) return;
          bones.push(j);
          values.push(x / sum);
        });
        offsets[i + 1] = bones.length;
      });
      return { version: 1, offsets, bones: Uint16Array.from(bones), values: Float32Array.from(values) };
    });

const flags = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 1 }), { minLength: length, maxLength: length })
    .map((x) => Uint8Array.from(x));

const row = ({ offsets, bones, values }: SparseWeights, i: number): Map<number, number> =>
  new Map(
    Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
      bones[offsets[i] + n],
      values[offsets[i] + n],
    ]),
  );

describe("withKept", () => {
  const cases = fc.integer({ min: 1, max: 8 }).chain((vertices) =>
    fc.record({
      found: rows(vertices),
      before: rows(vertices),
      whole: flags(vertices),
      locked: flags(BONES),
      most: fc.integer({ min: 0, max: 5 }),
    }),
  );

  it("keeps painted rows and locked bones bit for bit, whatever weights are found", () => {
    fc.assert(
      fc.property(cases, ({ found, before, whole, locked, most }) => {
        const kept: KeptRows = { weights: before, whole, locked, anyLocked: locked.includes(1) };
        const out = withKept(found, kept, most);
        whole.forEach((stays, i) => {
          const [was, now] = [row(before, i), row(out, i)];
          if (stays) expect(now).toEqual(was);
          for (let j = 0; j < BONES; j++) {
            if (stays || locked[j]) expect(now.get(j) ?? 0).toBe(was.get(j) ?? 0);
          }
        });
      }),
    );
  });

  it("gives ascending rows without negative weights that sum to 1 and respect the limit of influences", () => {
    fc.assert(
      fc.property(cases, ({ found, before, whole, locked, most }) => {
        const kept: KeptRows = { weights: before, whole, locked, anyLocked: locked.includes(1) };
        const out = withKept(found, kept, most);
        for (let i = 0; i < whole.length; i++) {
          const now = row(out, i);
          const bones = [...now.keys()];
          expect(bones).toEqual(bones.toSorted((a, b) => a - b));
          expect(Math.min(...now.values())).toBeGreaterThan(0);
          expect([...now.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 6);
          const held = [...row(before, i).keys()].filter((j) => locked[j]).length;
          if (!whole[i] && locked.includes(1) && most > 0) {
            expect(now.size).toBeLessThanOrEqual(Math.max(most, held + 1));
          }
        }
      }),
    );
  });

  it("keeps the proportions of the other weights, or gives their part to the previous unlocked bones if there are none", () => {
    const weights = (...all: [number, number][][]): SparseWeights => ({
      version: 1,
      offsets: Uint32Array.from([0, ...all.map((_, n) => all.slice(0, n + 1).flat().length)]),
      bones: Uint16Array.from(all.flat(), ([j]) => j),
      values: Float32Array.from(all.flat(), ([, w]) => w),
    });
    const before = weights([[0, 0.5], [1, 0.5]], [[0, 0.5], [1, 0.5]]); // biome-ignore format: rows
    const found = weights([[1, 0.2], [2, 0.6], [3, 0.2]], [[0, 1]]); // biome-ignore format: rows
    const locked = Uint8Array.of(1, 0, 0, 0);
    const out = withKept(found, { weights: before, whole: new Uint8Array(2), locked, anyLocked: true }, 3);
    expect([...row(out, 0)].map(([j, w]) => [j, Number(w.toFixed(6))])).toEqual([
      [0, 0.5],
      [1, 0.125],
      [2, 0.375],
    ]);
    expect([...row(out, 1)]).toEqual([
      [0, 0.5],
      [1, 0.5],
    ]);
  });
});
