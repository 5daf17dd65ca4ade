import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { Axes } from "../model/rig/axes";
import { DEFAULT_LIMITS, type Point, type Segment, type Skeleton } from "../model/skeleton/skeleton";
import { numbersBetween } from "../testing/numbers-between";
import { centreSkeleton, liesOutside, placeSkeleton } from "./place-skeleton";

const segment = (name: string, parent: number, head: Point, tail: Point): Segment => ({
  name,
  parent,
  kind: "rigid",
  head,
  tail,
  limits: DEFAULT_LIMITS,
});

/** A creature whose feet are at y = 0, two units high, with a nose along z and one raised arm. */
const SKELETON: Skeleton = {
  version: 1,
  segments: [
    segment("leg", -1, [0, 0.1, 0], [0, 1, 0.05]),
    segment("trunk", 0, [0, 1, 0.05], [0, 1.7, 0]),
    segment("head", 1, [0, 1.7, 0], [0, 1.9, 0.3]),
    segment("arm", 1, [0.1, 1.6, 0], [0.7, 1.7, 0.1]),
  ],
};

function source(change: Partial<SkeletonSource> = {}): SkeletonSource {
  return {
    name: "creature",
    file: "creature.tgf",
    format: "TGF",
    skeleton: SKELETON,
    upAxis: null,
    metresPerUnit: null,
    clips: [],
    notes: [],
    ...change,
  };
}

/** Corners of a box. */
const box = (low: Point, high: Point) => Float32Array.of(...low, ...high);
const mesh = (change: Partial<Parameters<typeof placeSkeleton>[1]> = {}) => ({
  rest: box([-0.3, 0, -0.3], [0.8, 2, 0.4]),
  origin: [0, 0, 0] as Point,
  upAxis: "y" as const,
  metresPerUnit: 1,
  ...change,
});

const mapped = (skeleton: Skeleton, map: (p: Point) => Point): Skeleton => ({
  version: 1,
  segments: skeleton.segments.map((s) => ({ ...s, head: map(s.head), tail: map(s.tail) })),
});
const points = ({ segments }: Skeleton) => segments.flatMap(({ head, tail }) => [...head, ...tail]);
function expectSame(a: Skeleton, b: Skeleton): void {
  points(a).forEach((x, n) => {
    expect(x).toBeCloseTo(points(b)[n], 5);
  });
}

describe("placeSkeleton", () => {
  it("leaves a skeleton inside the mesh in place", () => {
    const { skeleton, note } = placeSkeleton(source(), mesh());
    expect(skeleton).toEqual(SKELETON);
    expect(note).toBeNull();
  });

  it("subtracts the sequence's origin, turns by up axes and scales by units", () => {
    const origin: Point = [1000, 0, 0];
    const far = mapped(SKELETON, ([x, y, z]) => [x + 1000, y, z]);
    expectSame(placeSkeleton(source({ skeleton: far }), mesh({ origin })).skeleton, SKELETON);
    const inCentimetres = mapped(SKELETON, ([x, y, z]) => [100 * x, 100 * -z, 100 * y]);
    const { skeleton, note } = placeSkeleton(
      source({ skeleton: inCentimetres, upAxis: "z", metresPerUnit: 0.01 }),
      mesh(),
    );
    expectSame(skeleton, SKELETON);
    expect(note).toBeNull();
  });

  it("turns the axes of joints with the skeleton", () => {
    const half = Math.SQRT1_2;
    const segments = SKELETON.segments.map((each, j) =>
      j === 0 ? { ...each, axes: [0, 0, 0, 1] as Axes } : each,
    );
    const turned = mapped({ ...SKELETON, segments }, ([x, y, z]) => [x, -z, y]);
    const [first, second] = placeSkeleton(source({ skeleton: turned, upAxis: "z" }), mesh()).skeleton
      .segments;
    expect(first.axes).toEqual([-half, 0, 0, half].map((x) => expect.closeTo(x, 12)));
    expect(second.axes).toBeUndefined();
  });

  it("tries other meanings of the file's numbers, with a note", () => {
    const wrongUnit = placeSkeleton(source({ metresPerUnit: 0.01 }), mesh());
    expectSame(wrongUnit.skeleton, SKELETON);
    expect(wrongUnit.note).toContain("taken as they are");
    const lying = mapped(SKELETON, ([x, y, z]) => [x, -z, y]);
    const turned = placeSkeleton(source({ skeleton: lying }), mesh());
    expectSame(turned.skeleton, SKELETON);
    expect(turned.note).toBe("creature.tgf has z up, the mesh y: it was turned.");
  });

  it("moves and scales a skeleton that lies elsewhere, with a note", () => {
    const elsewhere = mapped(SKELETON, ([x, y, z]) => [50 * x + 900, 50 * y, 50 * z - 20]);
    const { skeleton, note } = placeSkeleton(source({ skeleton: elsewhere }), mesh());
    expect(note).toMatch(
      /^creature\.tgf lay far outside the mesh: it was scaled by 0\.0\d+ and moved into it/,
    );
    for (const [n, x] of points(skeleton).entries()) {
      expect(x).toBeGreaterThan(mesh().rest[n % 3] - 1e-6);
      expect(x).toBeLessThan(mesh().rest[3 + (n % 3)] + 1e-6);
    }
    const shifted = mapped(SKELETON, ([x, y, z]) => [x, y - 7, z]);
    const only = placeSkeleton(source({ skeleton: shifted }), mesh());
    expect(only.note).toContain("it was moved into it");
    expect(points(only.skeleton)[4] - points(only.skeleton)[1]).toBeCloseTo(0.9, 6);
  });

  it("poses the placed skeleton like the file's clip poses its own", () => {
    fc.assert(
      fc.property(
        fc.array(numbersBetween(-2, 2), { minLength: 12, maxLength: 12 }),
        fc.constantFrom("x" as const, "y" as const, "z" as const),
        fc.constantFrom(0.01, 1, 30),
        (numbers, upAxis, metresPerUnit) => {
          const motions = Float32Array.from({ length: 48 }, (_, n) => numbers[n % 12]);
          const clips = [{ name: "walk", fps: 24, frameCount: 1, motions }];
          const placed = placeSkeleton(source({ upAxis, metresPerUnit, clips }), mesh({ origin: [3, 4, 5] }));
          const posed = (m: Float32Array, p: Point): Point =>
            [0, 4, 8].map((r) => m[r] * p[0] + m[r + 1] * p[1] + m[r + 2] * p[2] + m[r + 3]) as Point;
          // A similarity keeps the ratios of distances, so distances between posed and unposed points identify it.
          const all = (skeleton: Skeleton, m: Float32Array) =>
            skeleton.segments.flatMap(({ head, tail }) => [head, tail, posed(m, head), posed(m, tail)]);
          const before = all(SKELETON, motions);
          const after = all(placed.skeleton, placed.clips[0].motions);
          const distance = (a: Point, b: Point) => Math.hypot(...a.map((x, c) => x - b[c]));
          const scale = distance(after[0], after[1]) / distance(before[0], before[1]);
          const size = Math.max(...before.flatMap((p) => before.map((q) => distance(p, q))));
          for (let n = 0; n < before.length; n++) {
            for (let m = 0; m < n; m++) {
              const miss = distance(after[n], after[m]) / scale - distance(before[n], before[m]);
              expect(Math.abs(miss)).toBeLessThan(1e-5 * size + (1e-6 * 20) / scale);
            }
          }
        },
      ),
      { seed: 41, numRuns: 200 },
    );
  });
});

describe("centreSkeleton", () => {
  it("keeps the shape, and centres it", () => {
    const target: Parameters<typeof centreSkeleton>[1] = [10, 10, 10, 11, 14, 11];
    const { skeleton, scale } = centreSkeleton(SKELETON, target);
    const [a, b] = [points(SKELETON), points(skeleton)];
    expect(b[4] - b[1]).toBeCloseTo(scale * (a[4] - a[1]), 9);
    expect([liesOutside(SKELETON, target), liesOutside(skeleton, target)]).toEqual([true, false]);
    expect(liesOutside({ version: 1, segments: [] }, target)).toBe(false);
    for (const [n, x] of b.entries()) {
      expect(x).toBeGreaterThan(target[n % 3]);
      expect(x).toBeLessThan(target[3 + (n % 3)]);
    }
  });
});
