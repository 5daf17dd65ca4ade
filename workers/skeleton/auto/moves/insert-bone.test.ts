import { describe, expect, it } from "vitest";
import { randomRotation } from "../../../decompose/problem/testing/problem";
import { createRandom } from "../../../math/random";
import { insertBone, turnMidway } from "./insert-bone";

const links = [
  { a: 0, b: 1, joint: [1, 0, 0] },
  { a: 1, b: 2, joint: [2, 0, 0] },
];
const places = new Float64Array(12);
/** Four vertices with two slots each, and their errors. */
const blended = (ids: number[], errors: number[]) => ({
  ids: Int32Array.from(ids),
  values: Float64Array.from(ids, () => 0.5),
  errors: Float64Array.from(errors),
});

describe("an inserted bone", () => {
  it("comes between the two bones whose link has the error", () => {
    for (let seed = 1; seed < 9; seed++) {
      const weights = blended([0, 1, 2, 1, 1, 2, 0, 2], [0, 3, 0, 9]);
      const { tree, a, b, between } = insertBone(
        4,
        { links, roots: [0] },
        3,
        weights,
        createRandom(seed),
        places,
      )!;
      expect([a, b, between]).toEqual([1, 2, [1, 2]]);
      expect(Array.from(tree.parents)).toEqual([-1, 0, 3, 1]);
      expect(Array.from(tree.joints.subarray(6))).toEqual([2, 0, 0, 2, 0, 0]);
    }
  });

  it("has no place if no two linked bones share a vertex", () => {
    const weights = blended([0, 2, 0, -1, 1, -1, 2, -1], [1, 1, 1, 1]);
    expect(insertBone(4, { links, roots: [0] }, 3, weights, createRandom(1), places)).toBeNull();
  });

  it("turns midway between the two bones, in every frame", () => {
    const random = createRandom(7);
    const [h, frames] = [4, 5];
    const bones = new Float64Array(12 * h * frames);
    const rows = (k: number, j: number) => [0, 1, 2].map((r) => (3 * k + r) * 4 * h + 4 * j);
    for (let k = 0; k < frames; k++) {
      for (const j of [0, 1, 2]) {
        const turn = randomRotation(random, 1.5);
        rows(k, j).forEach((at, r) => {
          bones.set(turn.slice(3 * r, 3 * r + 3), at);
        });
      }
    }
    const before = bones.slice();
    turnMidway(bones, h, [0, 2, 3]);
    for (let k = 0; k < frames; k++) {
      const matrix = (j: number) => rows(k, j).map((at) => Array.from(bones.subarray(at, at + 3)));
      const times = (p: number[][], q: number[][]) =>
        p.map((row) => q.map((other) => row.reduce((sum, x, c) => sum + x * other[c], 0)));
      // The square of M Aᵀ is B Aᵀ.
      const half = times(matrix(3), matrix(0));
      const whole = times(matrix(2), matrix(0));
      half.forEach((row, r) => {
        for (let c = 0; c < 3; c++) {
          const twice = row.reduce((sum, x, n) => sum + x * half[n][c], 0);
          expect(twice).toBeCloseTo(whole[r][c], 9);
        }
      });
      expect(half[0][0] + half[1][1] + half[2][2]).toBeGreaterThanOrEqual(1);
    }
    for (let k = 0; k < frames; k++) {
      for (const j of [0, 1, 2])
        for (const at of rows(k, j)) expect(bones.subarray(at, at + 4)).toEqual(before.subarray(at, at + 4));
    }
  });
});
