import { describe, expect, it } from "vitest";
import { replaceRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { lobedBody, lobedWeights } from "../../../../workers/testing/lobed-body";
import { weightAt, worstSum } from "../testing/weights";
import { patchedRows, patchOf } from "./patch-rows";

const { rest, triangles } = lobedBody({ steps: 6, slide: 0.6 });
const weights = lobedWeights(rest);
const free = new Uint8Array(4);
const where = (test: (x: number, y: number, z: number) => boolean) =>
  Uint32Array.from(
    [...Array(rest.length / 3).keys()].filter((i) => test(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2])),
  );

describe("patchedRows", () => {
  it("pastes weights onto the same vertices without change", () => {
    const some = where((x) => x > 0.3);
    const patch = patchOf(weights, { rest, triangles }, some);
    expect(patchedRows(weights, patch, rest, some, free).vertices.length).toBe(0);
  });

  it("interpolates on the copied surface, and moves a patch that is elsewhere", () => {
    const [left, right] = [where((x) => x > 0.45), where((x) => x < -0.45)];
    const patch = patchOf(weights, { rest, triangles }, left);
    const after = replaceRows(weights, patchedRows(weights, patch, rest, right, free));
    for (const i of right) expect(weightAt(after, i, 1)).toBeGreaterThan(0);
    for (const i of left) expect(weightAt(after, i, 1)).toBe(weightAt(weights, i, 1));
    expect(worstSum(after)).toBeLessThan(1e-5);
  });

  it("keeps locked bones and is limited by a mask", () => {
    const [left, right] = [where((x) => x > 0.45), where((x) => x < -0.45)];
    const patch = patchOf(weights, { rest, triangles }, left);
    const locked = Uint8Array.of(0, 0, 1, 0);
    const after = replaceRows(weights, patchedRows(weights, patch, rest, right, locked));
    for (const i of right) expect(weightAt(after, i, 2)).toBe(weightAt(weights, i, 2));
    const none = new Float32Array(rest.length / 3);
    expect(patchedRows(weights, patch, rest, right, free, none).vertices.length).toBe(0);
  });

  it("copies single vertices that no triangle joins", () => {
    const patch = patchOf(weights, { rest, triangles }, Uint32Array.of(3));
    const after = replaceRows(weights, patchedRows(weights, patch, rest, Uint32Array.of(7, 9), free));
    for (let j = 0; j < 4; j++) expect(weightAt(after, 9, j)).toBeCloseTo(weightAt(weights, 3, j), 5);
  });
});
