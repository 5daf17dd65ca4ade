import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowPainter, type WeightRecipients, weightIn } from "./row-painter";

const BONES = 8;

// Thousandths, because random doubles would nearly all be close to 0.
const thousandths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 1000);

/** A row that sums to 1, locks, bones to paint, and their target weights. */
const problem = fc
  .record({
    amounts: fc.array(thousandths(0, 1000), { minLength: BONES, maxLength: BONES }),
    present: fc.array(fc.boolean(), { minLength: BONES, maxLength: BONES }),
    locked: fc.array(fc.boolean(), { minLength: BONES, maxLength: BONES }),
    painted: fc.uniqueArray(fc.nat(BONES - 1), { minLength: 1, maxLength: 2 }),
    targets: fc.array(thousandths(-1000, 2000), { minLength: 2, maxLength: 2 }),
  })
  .map(({ amounts, present, locked, painted, targets }) => {
    const bones = [...present.keys()].filter((j) => present[j] || j === 0);
    const sum = bones.reduce((total, j) => total + amounts[j] + 1e-3, 0);
    const values = Float32Array.from(bones, (j) => (amounts[j] + 1e-3) / sum);
    const locks = Uint8Array.from(locked, (lock, j) => (lock && !painted.includes(j) ? 1 : 0));
    return { row: { bones, values, first: 0, end: bones.length }, locks, painted, targets };
  });

const nobody = (): WeightRecipients | null => null;

describe("RowPainter", () => {
  it("keeps sums and locks, never goes below zero, and reaches the targets where it can", () => {
    fc.assert(
      fc.property(problem, ({ row, locks, painted, targets }) => {
        const painter = new RowPainter(locks);
        const asked = targets.slice(0, painted.length);
        const given = painter.paint(row, painted, asked, nobody);
        const after = { bones: painter.bones, values: painter.values, first: 0, end: painter.count };
        let sum = 0;
        for (let n = 0; n < painter.count; n++) {
          expect(painter.values[n]).toBeGreaterThanOrEqual(0);
          if (n > 0) expect(painter.bones[n]).toBeGreaterThan(painter.bones[n - 1]);
          sum += painter.values[n];
        }
        expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
        let held = 0;
        row.bones.forEach((j, n) => {
          if (!locks[j]) return;
          held += row.values[n];
          expect(weightIn(after, j)).toBe(row.values[n]);
        });
        const free = Math.max(0, 1 - held);
        const wanted = asked.map((t) => Math.max(0, Math.min(free, t)));
        const total = wanted.reduce((a, b) => a + b, 0);
        if (!given || total > free) return;
        painted.forEach((j, n) => {
          expect(Math.abs(weightIn(after, j) - wanted[n])).toBeLessThan(1e-5);
        });
      }),
      { seed: 11 },
    );
  });

  it("keeps the proportions of the other weights", () => {
    const painter = new RowPainter(Uint8Array.of(0, 0, 0, 1));
    const row = { bones: [0, 1, 2, 3], values: [0.4, 0.2, 0.2, 0.2], first: 0, end: 4 };
    expect(painter.paint(row, [0], [0.1], nobody)).toBe(true);
    const expected = [0.1, 0.35, 0.35, 0.2];
    expected.forEach((value, n) => {
      expect(painter.values[n]).toBeCloseTo(value, 12);
    });
  });

  it("gives removed weight to recipients if the row has no other bone, and reports if there are none", () => {
    const painter = new RowPainter(new Uint8Array(4));
    const row = { bones: [2], values: [1], first: 0, end: 1 };
    expect(painter.paint(row, [2], [0.25], () => ({ bones: [0, 3], shares: [0.5, 0.5] }))).toBe(true);
    expect([...painter.bones.subarray(0, 3)]).toEqual([0, 2, 3]);
    expect(painter.values[0]).toBeCloseTo(0.375, 12);
    expect(painter.paint(row, [2], [0.25], nobody)).toBe(false);
    expect(painter.count).toBe(1);
    expect(painter.values[0]).toBe(1);
  });

  it("does not raise a bone beyond the room that locked bones leave", () => {
    const painter = new RowPainter(Uint8Array.of(1, 0, 0));
    const row = { bones: [0, 1], values: [Math.fround(0.7), Math.fround(0.3)], first: 0, end: 2 };
    painter.paint(row, [2], [1], nobody);
    expect(weightIn({ ...painter, first: 0, end: painter.count }, 2)).toBeCloseTo(0.3, 6);
    expect(weightIn({ ...painter, first: 0, end: painter.count }, 0)).toBe(Math.fround(0.7));
  });
});
