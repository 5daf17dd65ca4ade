import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { movingShells, staticCube } from "../../testing/sequences";
import { enclosedVolume, isClosed } from "./volume";

const surfaceOf = ({ triangles, solverIndex }: ReturnType<typeof staticCube>) =>
  triangles.map((d) => solverIndex[d]);

describe("the volume of a surface", () => {
  it("of a box is right anywhere, and scales and mirrors with it", () => {
    const cube = staticCube();
    const triangles = surfaceOf(cube);
    expect(isClosed(triangles)).toBe(true);
    const size = numbersBetween(0.1, 3);
    const place = numbersBetween(-1e3, 1e3);
    fc.assert(
      fc.property(fc.tuple(size, size, size), fc.tuple(place, place, place), ([a, b, c], at) => {
        const positions = Float64Array.from(cube.rest, (x, n) => x * [a, b, c][n % 3] + at[n % 3]);
        expect(enclosedVolume(positions, triangles)).toBeCloseTo(8 * a * b * c, 8);
        const mirrored = positions.map((x, n) => (n % 3 === 0 ? -x : x));
        expect(enclosedVolume(mirrored, triangles)).toBeCloseTo(-8 * a * b * c, 8);
      }),
    );
  });

  it("adds up over shells", () => {
    const { sequence } = movingShells({ shells: 3, detail: 2 });
    const triangles = surfaceOf(sequence);
    expect(isClosed(triangles)).toBe(true);
    const third = triangles.length / 3;
    const parts = [0, 1, 2].map((s) =>
      enclosedVolume(sequence.rest, triangles.subarray(third * s, third * (s + 1))),
    );
    const whole = enclosedVolume(sequence.rest, triangles);
    expect(whole).toBeCloseTo(parts[0] + parts[1] + parts[2], 6);
  });

  it("is not defined for surfaces with a boundary, or with inconsistent faces", () => {
    const triangles = surfaceOf(staticCube());
    expect(isClosed(triangles.subarray(3))).toBe(false);
    expect(isClosed([])).toBe(false);
    const turned = triangles.slice();
    [turned[0], turned[1]] = [turned[1], turned[0]];
    expect(isClosed(turned)).toBe(false);
  });
});
