import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { weightsOverSegments } from "./segment-weights";

const BONES = 6;

/** Rows of up to BONES influences, sorted by bone. */
const rowsOfWeights = fc
  .array(
    fc.uniqueArray(
      fc.record({ bone: fc.integer({ min: 0, max: BONES - 1 }), value: fc.integer({ min: 1, max: 64 }) }),
      { selector: ({ bone }) => bone },
    ),
    { maxLength: 12 },
  )
  .map((rows): SparseWeights => {
    const sorted = rows.map((row) => row.sort((a, b) => a.bone - b.bone));
    const offsets = [0];
    for (const row of sorted) offsets.push(offsets[offsets.length - 1] + row.length);
    return {
      version: 1,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(sorted.flat(), ({ bone }) => bone),
      values: Float32Array.from(sorted.flat(), ({ value }) => value / 64),
    };
  });

/** The weight of a segment on a vertex, summed directly. */
function sumOf({ offsets, bones, values }: SparseWeights, vertex: number, has: (bone: number) => boolean) {
  let sum = 0;
  for (let e = offsets[vertex]; e < offsets[vertex + 1]; e++) if (has(bones[e])) sum += values[e];
  return sum;
}

describe("weightsOverSegments", () => {
  it("adds up the weights of each segment's bones, sorted by segment", () => {
    const segments = fc.uint16Array({ minLength: BONES, maxLength: BONES, max: BONES - 1 });
    fc.assert(
      fc.property(rowsOfWeights, segments, (weights, segmentOfBone) => {
        const over = weightsOverSegments(weights, segmentOfBone);
        expect(over.bones.length).toBe(over.values.length);
        expect(over.offsets.length).toBe(weights.offsets.length);
        for (let i = 0; i + 1 < over.offsets.length; i++) {
          const row = [...over.bones.subarray(over.offsets[i], over.offsets[i + 1])];
          expect(row).toEqual([...new Set(row)].sort((a, b) => a - b));
          for (let s = 0; s < BONES; s++) {
            const wanted = sumOf(weights, i, (bone) => segmentOfBone[bone] === s);
            expect(sumOf(over, i, (segment) => segment === s)).toBe(wanted);
          }
        }
      }),
    );
  });

  it("returns the weights themselves where each bone is its segment", () => {
    const weights: SparseWeights = {
      version: 1,
      offsets: Uint32Array.of(0, 2),
      bones: Uint16Array.of(0, 1),
      values: Float32Array.of(0.25, 0.75),
    };
    expect(weightsOverSegments(weights, Uint16Array.of(0, 1))).toBe(weights);
  });
});
