import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import type { Dab } from "../brush-stroke";
import { SurfaceReach } from "../reach/surface-reach";
import { dabAt } from "../testing/dab-at";
import { RegionStroke } from "./region-stroke";

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
  const surface = new SurfaceReach(adjacencyOf(triangles, vertexCount));
  return { positions: Float32Array.from(positions), surface, vertexCount };
}

const { positions, surface, vertexCount } = strips();
const nothing = new Float32Array(vertexCount);

/** The image of each vertex across the middle of the strips in x. */
const ACROSS_X = Int32Array.from(nothing, (_, i) => {
  const [strip, place] = [Math.floor(i / (2 * LENGTH)), i % (2 * LENGTH)];
  return 2 * LENGTH * strip + 2 * (LENGTH - 1 - Math.floor(place / 2)) + (place % 2);
});
/** The image of each vertex on the other strip. */
const OTHER_STRIP = ACROSS_X.map((_, i) => (i + 2 * LENGTH) % vertexCount);

const plan = { erase: false, shells: false, surface, positions, images: null as Int32Array | null };
const begin = (before: Float32Array, change: Partial<typeof plan> = {}) =>
  new RegionStroke({ before, show: () => {}, keep: () => {} }, { ...plan, ...change });

const dabOf = (x: number): Dab => dabAt(surface, positions, [2 * x, 2 * x, 2 * x], new Vector3(x, 0, 0), 1.2);
const imageOf = (dab: Dab, images: Int32Array | null): Dab | null =>
  images && { ...dab, vertices: dab.vertices.map((i) => images[i]), hit: null };

/** A stroke along the first strip from one place to another. */
function stroke(before: Float32Array, from: number, to: number, change: Partial<typeof plan> = {}) {
  const made = begin(before, change);
  for (let x = from; x <= to; x++) made.dab(dabOf(x), imageOf(dabOf(x), change.images ?? null));
  return made.values;
}

const regions = (values: Float32Array) => new Set(values.filter((n) => n > 0));

describe("RegionStroke", () => {
  it("paints one region per stroke, and another one if it starts apart", () => {
    const one = stroke(nothing, 3, 6);
    expect(regions(one)).toEqual(new Set([1]));
    expect(one[2 * 4]).toBe(1);
    expect(one[2 * 12]).toBe(0);
    const two = stroke(one, 14, 16);
    expect(regions(two)).toEqual(new Set([1, 2]));
    expect(two[2 * 4]).toBe(1);
    expect(nothing.every((n) => n === 0)).toBe(true);
  });

  it("joins regions that it crosses or touches", () => {
    const apart = stroke(stroke(nothing, 3, 6), 14, 16);
    expect(regions(stroke(apart, 8, 12)).size).toBe(1);
    // A stroke that starts in a region continues it with its number.
    expect(regions(stroke(apart, 15, 18))).toEqual(new Set([1, 2]));
  });

  it("erases", () => {
    const left = stroke(stroke(nothing, 3, 10), 6, 7, { erase: true });
    expect([left[2 * 3], left[2 * 6], left[2 * 10]]).toEqual([1, 0, 1]);
  });

  it("takes a whole shell and nothing of the other", () => {
    const made = begin(nothing, { shells: true });
    expect(made.dab(dabOf(4), null)).toBe(true);
    expect(made.values.reduce((sum, n) => sum + n, 0)).toBe(2 * LENGTH);
    expect(made.values[2 * LENGTH]).toBe(0);
    expect(made.dab(dabOf(9), null)).toBe(false);
  });

  it("takes all of a shell if it begins on one of its regions", () => {
    const made = begin(stroke(nothing, 3, 6), { shells: true });
    expect(made.dab(dabOf(4), null)).toBe(true);
    expect(made.values.reduce((sum, n) => sum + n, 0)).toBe(2 * LENGTH);
  });

  it("paints the image as a region of its own, and erases both", () => {
    const both = stroke(nothing, 3, 6, { images: ACROSS_X });
    expect(regions(both)).toEqual(new Set([1, 2]));
    expect(both[2 * 4]).toBe(1);
    expect(both[2 * (LENGTH - 1 - 4)]).toBe(2);
    expect(regions(stroke(both, 3, 6, { images: ACROSS_X, erase: true })).size).toBe(0);
  });

  it("joins a region and its image if they meet in the middle", () => {
    const met = stroke(nothing, 10, LENGTH / 2, { images: ACROSS_X });
    expect(regions(met).size).toBe(1);
    expect(met[2 * 11]).toBe(met[2 * (LENGTH - 1 - 11)]);
  });

  it("continues both of two regions that mirror each other", () => {
    const both = stroke(nothing, 3, 6, { images: ACROSS_X });
    const longer = stroke(both, 6, 8, { images: ACROSS_X });
    expect(regions(longer)).toEqual(new Set([1, 2]));
    expect(longer[2 * 8]).toBe(1);
    expect(longer[2 * (LENGTH - 1 - 8)]).toBe(2);
  });

  it("also takes the image of a whole shell", () => {
    const made = begin(nothing, { shells: true, images: OTHER_STRIP });
    made.dab(dabOf(4), imageOf(dabOf(4), OTHER_STRIP));
    expect(regions(made.values)).toEqual(new Set([1, 2]));
    expect(made.values.every((n) => n > 0)).toBe(true);
  });
});
