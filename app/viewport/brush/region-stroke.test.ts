import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../workers/geometry/adjacency";
import { RegionStroke } from "./region-stroke";
import { SurfaceReach } from "./surface-reach";

const LENGTH = 30;

/** A strip of two rows of vertices along x, and another one apart from it. */
function strips() {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let s = 0; s < 2; s++) {
    const from = positions.length / 3;
    for (let x = 0; x < LENGTH; x++) positions.push(x, 10 * s, 0, x, 10 * s + 1, 0);
    for (let x = 0; x + 1 < LENGTH; x++) {
      const a = from + 2 * x;
      triangles.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
    }
  }
  const vertexCount = positions.length / 3;
  const reach = new SurfaceReach(adjacencyOf(triangles, vertexCount));
  return { positions: Float32Array.from(positions), reach, vertexCount };
}

const { positions, reach, vertexCount } = strips();

/** A stroke along the first strip from one place to another. */
function stroke(before: Float32Array, from: number, to: number, erase = false): Float32Array {
  const made = new RegionStroke(before, reach, 2 * from, erase);
  for (let x = from; x <= to; x++) made.dab(reach.around(positions, [2 * x], new Vector3(x, 0, 0), 1.2));
  return made.values;
}

const nothing = new Float32Array(vertexCount);
const regions = (values: Float32Array) => new Set(values.filter((n) => n > 0));

describe("RegionStroke", () => {
  it("makes one region of a stroke, and another of one that is apart", () => {
    const one = stroke(nothing, 3, 6);
    expect(regions(one)).toEqual(new Set([1]));
    expect(one[2 * 4]).toBe(1);
    expect(one[2 * 12]).toBe(0);
    const two = stroke(one, 14, 16);
    expect(regions(two)).toEqual(new Set([1, 2]));
    expect(two[2 * 4]).toBe(1);
    expect(nothing.every((n) => n === 0)).toBe(true);
  });

  it("joins regions that it runs into or touches", () => {
    const apart = stroke(stroke(nothing, 3, 6), 14, 16);
    expect(regions(stroke(apart, 8, 12)).size).toBe(1);
    // Going on where there is a region goes on with its number.
    expect(regions(stroke(apart, 15, 18))).toEqual(new Set([1, 2]));
  });

  it("erases", () => {
    const left = stroke(stroke(nothing, 3, 10), 6, 7, true);
    expect([left[2 * 3], left[2 * 6], left[2 * 10]]).toEqual([1, 0, 1]);
  });

  it("takes a whole shell, and nothing of the other", () => {
    const made = new RegionStroke(nothing, reach, 0, false);
    made.dab(reach.around(positions, [0], new Vector3(0, 0, 0), Infinity));
    expect(made.values.reduce((sum, n) => sum + n, 0)).toBe(2 * LENGTH);
    expect(made.values[2 * LENGTH]).toBe(0);
  });
});
