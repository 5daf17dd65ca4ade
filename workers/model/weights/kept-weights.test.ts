import { describe, expect, it } from "vitest";
import { chain } from "../../weights/testing/bindables";
import { unmetHolds } from "./kept-weights";
import { emptyWeightEdits } from "./weight-edits";
import type { KeptWeights } from "./weights-input";

const SKELETON = chain([0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]);
const [A, B] = SKELETON.segments.map(({ name }) => name);
/** Three vertices. Each has weight 0.6 for the first bone and 0.4 for the second. */
const KEPT: KeptWeights = {
  bones: SKELETON.segments.map(({ name }) => name),
  weights: {
    version: 1,
    offsets: Uint32Array.of(0, 2, 4, 6),
    bones: Uint16Array.of(0, 1, 0, 1, 0, 1),
    values: Float32Array.of(0.6, 0.4, 0.6, 0.4, 0.6, 0.4),
  },
};

const unmet = (rows: [vertex: number, bone: number, value: number][], painted: number[], locked: string[]) =>
  unmetHolds(KEPT, SKELETON, {
    ...emptyWeightEdits(),
    ...{ painted: Uint32Array.from(painted), locked },
    holds: {
      vertices: Uint32Array.from(rows, ([i]) => i),
      bones: Uint16Array.from(rows, ([, j]) => j),
      values: Float32Array.from(rows, ([, , value]) => value),
    },
  });

describe("holds without room", () => {
  it("ask for more than locked bones leave, each or in total", () => {
    expect(unmet([[0, 1, 0.4], [1, 1, 0.5]], [], [A])).toEqual([1]); // biome-ignore format: rows
    expect(unmet([[2, 1, 0.3], [2, 2, 0.3]], [], [A])).toEqual([2]); // biome-ignore format: rows
    expect(unmet([[2, 2, 1]], [], [A, B])).toEqual([2]); // biome-ignore format: rows
  });

  it("are on painted vertices or of locked bones, and ask for another weight than the fixed one", () => {
    expect(unmet([[0, 0, 0.6], [1, 0, 0.7]], [0, 1], [])).toEqual([1]); // biome-ignore format: rows
    expect(unmet([[0, 0, 0.6], [1, 0, 0.2]], [], [A])).toEqual([1]); // biome-ignore format: rows
  });

  it("do not exist if no weights are fixed", () => {
    expect(unmet([[0, 1, 0.9]], [], [])).toEqual([]);
  });
});
