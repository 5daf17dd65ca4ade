import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { VertexBoneValues } from "../../../model/weights/weight-edits";
import { numbersBetween } from "../../../testing/numbers-between";
import { segmentTree } from "../../segment-tree";
import { segment, skeletonOf } from "../../testing/bindables";
import { imposeHeldWeights } from "./impose-held-weights";

const BONES = 5;
/** Bone 3 is virtual, so its weights cannot be held. */
const VIRTUAL = 3;
const tree = segmentTree(
  skeletonOf(
    ...Array.from({ length: BONES }, (_, j) => ({
      ...segment(j - 1, [j, 0, 0], [j + 1, 0, 0]),
      ...(j === VIRTUAL ? { kind: "virtual" as const } : {}),
    })),
  ),
);

const rowOf = ({ offsets, bones, values }: SparseWeights, i: number) =>
  Array.from(bones.subarray(offsets[i], offsets[i + 1]), (j, n): [number, number] => [
    j,
    values[offsets[i] + n],
  ]);

const moving = fc.constantFrom(0, 1, 2, 4);
const share = numbersBetween(0.01, 1);
const cases = fc.record({
  rows: fc.array(fc.uniqueArray(fc.tuple(moving, share), { minLength: 1, selector: ([j]) => j }), {
    minLength: 1,
    maxLength: 6,
  }),
  holds: fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(BONES - 1), numbersBetween(0, 1)), {
    selector: ([i, j]) => BONES * i + j,
  }),
  attach: fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(BONES - 1), fc.constantFrom(0, 1)), {
    selector: ([i]) => i,
  }),
});

function weightsOf(rows: [number, number][][]): SparseWeights {
  const sorted = rows.map((row) => [...row].sort(([a], [b]) => a - b));
  const offsets = Uint32Array.from([0, ...sorted.map(({ length }) => length)]);
  for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];
  const values = sorted.flatMap((row) => {
    const sum = row.reduce((all, [, w]) => all + w, 0);
    return row.map(([, w]) => w / sum);
  });
  const bones = sorted.flatMap((row) => row.map(([j]) => j));
  return { version: 1, offsets, bones: Uint16Array.from(bones), values: Float32Array.from(values) };
}

const pairs = (rows: [number, number, number][]): VertexBoneValues => ({
  vertices: Uint32Array.from(rows, ([i]) => i),
  bones: Uint16Array.from(rows, ([, j]) => j),
  values: Float32Array.from(rows, ([, , w]) => w),
});

describe("imposeHeldWeights", () => {
  it("sets held weights, scales the rest, and keeps all other rows", () => {
    fc.assert(
      fc.property(cases, ({ rows, holds, attach }) => {
        const weights = weightsOf(rows);
        const heat = { bones: BONES, values: new Float64Array(BONES * rows.length).fill(1 / BONES) };
        const inside = <T extends [number, ...unknown[]]>(those: T[]) =>
          those.filter(([i]) => i < rows.length);
        const wishes = { holds: pairs(inside(holds)), attach: pairs(inside(attach)) };
        const made = imposeHeldWeights(weights, heat, tree, wishes);
        for (let i = 0; i < rows.length; i++) {
          const row = rowOf(made, i);
          const before = rowOf(weights, i);
          const brushed = holds.filter(([at]) => at === i);
          const own = brushed.length > 0 ? brushed : attach.filter(([at, , w]) => at === i && w === 1);
          const held = own.filter(([, j]) => j !== VIRTUAL).map(([, j, w]) => [j, Math.fround(w)] as const);
          if (held.length === 0) {
            expect(row).toEqual(before);
            continue;
          }
          expect(row.map(([j]) => j)).toEqual([...new Set(row.map(([j]) => j))].sort((a, b) => a - b));
          expect(row.reduce((sum, [, w]) => sum + w, 0)).toBeCloseTo(1, 5);
          expect(row.every(([j, w]) => w > 0 && j !== VIRTUAL)).toBe(true);
          const total = held.reduce((sum, [, w]) => sum + w, 0);
          const value = (j: number) => row.find(([bone]) => bone === j)?.[1] ?? 0;
          if (total < 1 && held.length < BONES - 1)
            for (const [j, w] of held) expect(value(j)).toBeCloseTo(w, 5);
          // The other weights keep their proportions.
          const [first, ...others] = before.filter(([j]) => !held.some(([bone]) => bone === j));
          for (const [j, w] of others) expect(value(j) * first[1]).toBeCloseTo(value(first[0]) * w, 5);
        }
      }),
      { verbose: 1 },
    );
  });

  it("gives the rest of a vertex's only bone to the bone with the next largest heat weight", () => {
    const heat = { bones: BONES, values: Float64Array.of(0.6, 0.1, 0.2, 0, 0.1) };
    const made = imposeHeldWeights(weightsOf([[[0, 1]]]), heat, tree, {
      holds: pairs([[0, 0, 0.25]]),
      attach: pairs([]),
    });
    expect(rowOf(made, 0)).toEqual([
      [0, 0.25],
      [2, 0.75],
    ]);
  });
});
