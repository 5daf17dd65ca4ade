import { describe, expect, it } from "vitest";
import { Nearest } from "../../../decompose/problem/nearest";
import { localBones } from "./local-bones";

/** A strip of vertices along x, two at each place. */
function strip(places: number[]) {
  const triangles: number[] = [];
  for (let n = 0; n + 1 < places.length; n++) {
    const a = 2 * n;
    triangles.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
  }
  return { points: places.flatMap((x) => [x, 0, 0, 1, x, 1, 0, 1]), triangles };
}

const bits = (allowed: Uint32Array, i: number, bones: number) => {
  const words = (bones + 31) >> 5;
  return Array.from({ length: bones }, (_, j) => j).filter(
    (j) => (allowed[i * words + (j >> 5)] >>> (j & 31)) & 1,
  );
};

describe("local bones", () => {
  it("belong to a vertex's clusters and their neighbours", () => {
    const { points, triangles } = strip([0, 1, 2, 3, 4, 5, 6]);
    const sets = {
      offsets: Int32Array.from([0, 6, 12, 16]),
      members: Int32Array.from([0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
    };
    const surface = {
      vertexCount: 14,
      triangles: Uint32Array.from(triangles),
      nearest: new Nearest(Float64Array.from(points)),
    };
    for (const bones of [3, 40]) {
      const open = Array.from({ length: bones - 3 }, (_, n) => 3 + n);
      const allowed = localBones(sets, surface, bones);
      expect(bits(allowed, 0, bones)).toEqual([0, 1, ...open]);
      expect(bits(allowed, 4, bones)).toEqual([0, 1, 2, ...open]);
      expect(bits(allowed, 8, bones)).toEqual([0, 1, 2, ...open]);
      expect(bits(allowed, 13, bones)).toEqual([1, 2, ...open]);
    }
  });

  it("reach from shell to shell, and are all bones for a vertex without any", () => {
    const [a, b] = [strip([0, 1, 2]), strip([2.1, 3, 4])];
    const triangles = [...a.triangles, ...b.triangles.map((i) => i + 6)];
    const sets = {
      offsets: Int32Array.from([0, 6, 11]),
      members: Int32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    };
    const surface = {
      vertexCount: 12,
      triangles: Uint32Array.from(triangles),
      nearest: new Nearest(Float64Array.from([...a.points, ...b.points])),
    };
    const allowed = localBones(sets, surface, 2);
    expect(bits(allowed, 0, 2)).toEqual([0, 1]);
    expect(bits(allowed, 11, 2)).toEqual([0, 1]);
  });
});
