import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { budgetFor, type TestBudget } from "./clip-ears";
import { triangulate } from "./triangulate";

const identity = (n: number) => Uint32Array.from({ length: n }, (_, i) => i);

function cut(positions: number[], sizes: number[], budget?: TestBudget): Uint32Array {
  const offsets = [0];
  for (const size of sizes) offsets.push(offsets[offsets.length - 1] + size);
  const corners = offsets[offsets.length - 1];
  const out = new Uint32Array(3 * (corners - 2 * sizes.length));
  triangulate(offsets, identity(corners), identity(corners), positions, out, budget);
  return out;
}

/** Twice the signed area of a polygon of the z = 0 plane, by the shoelace formula. */
function shoelace(flat: number[]): number {
  let sum = 0;
  for (let i = 0; i < flat.length; i += 3) {
    const j = (i + 3) % flat.length;
    sum += flat[i] * flat[j + 1] - flat[j] * flat[i + 1];
  }
  return sum;
}

const triangleAreas = (flat: number[], triangles: Uint32Array) =>
  Array.from({ length: triangles.length / 3 }, (_, t) =>
    shoelace([0, 1, 2].flatMap((c) => flat.slice(3 * triangles[3 * t + c], 3 * triangles[3 * t + c] + 3))),
  );

/** A simple polygon: its corners have rising angles around the origin and any distance. */
function star(n: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: n }, (_, i) => {
    const [radius, angle] = [0.1 + random.next() ** 2, (2 * Math.PI * (i + 0.8 * random.next())) / n];
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  }).flat();
}

/** The same polygon seen from elsewhere: rotated by a random orthonormal frame and moved. */
function placed(flat: number[], seed: number): number[] {
  const random = createRandom(seed);
  const a = [random.normal(), random.normal(), random.normal()];
  const b = [random.normal(), random.normal(), random.normal()];
  const unit = (v: number[]) => v.map((x) => x / Math.hypot(...v));
  const u = unit(a);
  const along = u[0] * b[0] + u[1] * b[1] + u[2] * b[2];
  const v = unit(b.map((x, c) => x - along * u[c]));
  const out: number[] = [];
  for (let i = 0; i < flat.length; i += 3)
    for (let c = 0; c < 3; c++) out.push(flat[i] * u[c] + flat[i + 1] * v[c] + 5);
  return out;
}

describe("triangulate", () => {
  it("covers simple polygons exactly, without a reversed triangle, in any plane", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 40 }), fc.integer(), (n, seed) => {
        const flat = star(n, seed);
        // Angles may leave more than half a turn free. The origin is then outside, and the outline is still simple.
        const triangles = cut(placed(flat, seed + 1), [n]);
        expect(triangles.length).toBe(3 * (n - 2));
        const areas = triangleAreas(flat, triangles);
        const total = shoelace(flat);
        for (const area of areas) expect(area).toBeGreaterThan(-1e-9);
        expect(areas.reduce((a, b) => a + b)).toBeCloseTo(total, 9);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("cuts a concave quad at its inner corner, for each of the four", () => {
    const dart = [0, 0, 0, 4, -1, 0, 1, 0, 0, 4, 1, 0];
    for (let turn = 0; turn < 4; turn++) {
      const turned = [...dart.slice(3 * turn), ...dart.slice(0, 3 * turn)];
      for (const area of triangleAreas(turned, cut(turned, [4]))) expect(area).toBeGreaterThan(0);
    }
  });

  it("cuts a bent or long quad along its shorter diagonal, and a square along the first", () => {
    expect([...cut([0, 0, 0, 1, 0, 0, 3, 1, 0, 0, 1, 0], [4])]).toEqual([0, 1, 3, 1, 2, 3]);
    expect([...cut([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [4])]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it("leaves no triangle without area if a corner lies on a diagonal", () => {
    const outline = [0, 0, 0, 2, -2, 0, 4, 0, 0, 2, 0, 0, 2, 2, 0];
    for (let turn = 0; turn < 5; turn++) {
      const turned = [...outline.slice(3 * turn), ...outline.slice(0, 3 * turn)];
      const areas = triangleAreas(turned, cut(turned, [5]));
      for (const area of areas) expect(area).toBeGreaterThan(0);
    }
  });

  it("gives n − 2 triangles for points on a line or in one place, and for an outline that crosses itself", () => {
    const line = Array.from({ length: 6 }, (_, i) => [i, 0, 0]).flat();
    const bow = [0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 2, 0, 1, 3, 0];
    expect(cut([...line, ...new Array(15).fill(1), ...bow], [6, 5, 5]).length).toBe(30);
  });

  it("covers a wavy outline of 60 000 corners exactly, in few tests", () => {
    const n = 60_000;
    const flat = Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      const radius = 1 + 0.2 * Math.sin(371 * angle);
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    }).flat();
    const budget = { tests: 150 * n };
    const areas = triangleAreas(flat, cut(flat, [n], budget));
    expect(budget.tests).toBeGreaterThan(0);
    expect(areas.every((area) => area > -1e-12)).toBe(true);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(shoelace(flat), 9);
  });

  it("finishes on a large outline of teeth", () => {
    const n = 3000;
    const comb = Array.from({ length: n }, (_, i) => [i, i % 2 ? 100 : 0.001 * i, 0]).flat();
    const teeth = [...comb, n, -1, 0, -1, -1, 0];
    const budget = budgetFor(n + 2);
    expect(cut(teeth, [n + 2], budget).length).toBe(3 * n);
    expect(budget.tests).toBeGreaterThan(0);
    const fan = cut(teeth, [n + 2], { tests: 0 });
    expect([...fan.subarray(0, 6), fan.length]).toEqual([0, 1, 2, 0, 2, 3, 3 * n]);
  });
});

describe("a polygon with a hole, cut open between its rims", () => {
  /** The corners of a regular outline, anticlockwise. */
  const outline = (n: number, radius: number, x = 0, y = 0, phase = 0.3) =>
    Array.from({ length: n }, (_, i) => {
      const angle = phase + (2 * Math.PI * i) / n;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), 0];
    });

  /**
   * An outline that goes around the outer rim, in to corner k of the inner rim, around that backwards, and out again.
   */
  function keyhole(outer: number[][], inner: number[][], k: number): number[][] {
    const around = Array.from(
      { length: inner.length + 1 },
      (_, i) => inner[(k + 2 * inner.length - i) % inner.length],
    );
    return [...outer, outer[0], ...around];
  }

  /** Whether a point is strictly within a triangle of the plane. */
  const within = (flat: number[], [a, b, c]: number[], [x, y]: number[]) =>
    [
      [a, b],
      [b, c],
      [c, a],
    ].every(
      ([p, q]) =>
        (flat[3 * q] - flat[3 * p]) * (y - flat[3 * p + 1]) -
          (flat[3 * q + 1] - flat[3 * p + 1]) * (x - flat[3 * p]) >
        1e-9,
    );

  /** Checks, starting at each corner, that the triangles cover the ring once and the hole never. */
  function expectExact(ring: number[][], hole: number[][]) {
    const places = hole.map(([x, y]) => [0.9 * x, 0.9 * y]);
    for (let start = 0; start < ring.length; start++) {
      const flat = ring.flatMap((_, i) => ring[(start + i) % ring.length]);
      const triangles = cut(flat, [ring.length]);
      const areas = triangleAreas(flat, triangles);
      expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(shoelace(flat), 9);
      for (const area of areas) expect(area).toBeGreaterThan(-1e-9);
      for (let t = 0; t < triangles.length; t += 3) {
        for (const place of places)
          expect(within(flat, [...triangles.subarray(t, t + 3)], place)).toBe(false);
      }
    }
  }

  /** The corner of the inner rim that is nearest to the outer rim's first. */
  const nearest = (outer: number[][], inner: number[][]) =>
    inner
      .map(([x, y], k) => ({ k, far: Math.hypot(x - outer[0][0], y - outer[0][1]) }))
      .sort((a, b) => a.far - b.far)[0].k;

  it.each([
    [3, 3],
    [4, 4],
    [5, 3],
    [7, 12],
    [12, 5],
  ])("of %d and %d corners is covered once, although corners coincide", (many, few) => {
    const [outer, inner] = [outline(many, 4), outline(few, 1, 0, 0, 0.5)];
    expectExact(keyhole(outer, inner, nearest(outer, inner)), inner);
  });

  it("is covered once if the hole's rim has two corners in one place", () => {
    const outer = outline(5, 4);
    const inner = outline(4, 1, 0, 0, 0.5);
    const doubled = inner.flatMap((p, i) => (i === 2 ? [p, p] : [p]));
    expectExact(keyhole(outer, doubled, nearest(outer, doubled)), inner);
  });
});
