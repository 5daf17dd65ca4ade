import { describe, expect, it } from "vitest";
import { isSurface, listLines, listTriangles } from "./triangles";

const [POINTS, LINES, LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN] = [0, 1, 2, 3, 4, 5, 6];
const SIX = [10, 11, 12, 13, 14, 15];

describe("modes of primitives", () => {
  it("draw surfaces, lines or points", () => {
    expect([-1, 0, 1, 2, 3, 4, 5, 6, 7].map(isSurface)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    for (const mode of [POINTS, TRIANGLES, 7]) expect(listLines(SIX, mode)).toHaveLength(0);
  });

  it("list lines in pairs, loops and strips", () => {
    expect([...listLines([1, 2, 3, 4, 5], LINES)]).toEqual([1, 2, 3, 4]);
    expect([...listLines([1, 2, 3], LOOP)]).toEqual([1, 2, 2, 3, 3, 1]);
    expect([...listLines([1, 2, 3], LINE_STRIP)]).toEqual([1, 2, 2, 3]);
    expect([...listLines([1, 2], LINE_STRIP)]).toEqual([1, 2]);
    for (const mode of [LINES, LOOP, LINE_STRIP]) expect(listLines([1], mode)).toHaveLength(0);
  });

  it("list triangles in threes, strips and fans, all with the same winding", () => {
    expect([...listTriangles(SIX.concat(16), TRIANGLES, false)]).toEqual(SIX);
    expect([...listTriangles(SIX.slice(0, 5), STRIP, false)]).toEqual([10, 11, 12, 11, 13, 12, 12, 13, 14]);
    expect([...listTriangles(SIX.slice(0, 5), FAN, false)]).toEqual([11, 12, 10, 12, 13, 10, 13, 14, 10]);
    expect([...listTriangles(SIX, TRIANGLES, true)]).toEqual([10, 12, 11, 13, 15, 14]);
    for (const mode of [TRIANGLES, STRIP, FAN]) expect(listTriangles([1, 2], mode, false)).toHaveLength(0);
    expect(listTriangles([], STRIP, false)).toHaveLength(0);
  });

  it("leave out triangles in which any two corners are the same vertex", () => {
    expect([...listTriangles([1, 1, 2, 1, 2, 1, 2, 1, 1, 3, 4, 5], TRIANGLES, false)]).toEqual([3, 4, 5]);
    expect([...listTriangles([1, 2, 3, 3, 4, 5], STRIP, false)]).toEqual([1, 2, 3, 3, 5, 4]);
  });
});
