import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { coincidentPoints, partLinks, weldPoints } from "./weld";

/** Points in clusters that are far apart relative to their sizes, in shuffled order. */
function clusters(seed: number, count: number, scale: number, tolerance: number) {
  const random = createRandom(seed);
  const points: { cluster: number; place: number[] }[] = [];
  for (let cluster = 0; cluster < count; cluster++) {
    const centre = Array.from({ length: 3 }, () => scale * random.normal());
    for (let n = random.integer(5); n >= 0; n--)
      points.push({ cluster, place: centre.map((x) => x + 0.9 * tolerance * (random.next() - 0.5)) });
  }
  for (let n = points.length - 1; n > 0; n--) {
    const other = random.integer(n + 1);
    [points[n], points[other]] = [points[other], points[n]];
  }
  return points;
}

describe("coincident points", () => {
  it("belong to one cluster, wherever the clusters are and however small", () => {
    const scales = fc.constantFrom(1e-3, 1, 1e4);
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 30 }), scales, (seed, count, scale) => {
        const tolerance = 1e-6 * scale;
        const points = clusters(seed, count, scale, tolerance);
        const positions = points.flatMap(({ place }) => place);
        const marked = Uint8Array.from(points, (_, p) => (p % 7 === 3 ? 0 : 1));
        const group = coincidentPoints(positions, marked, tolerance);
        // One group for each cluster, and one cluster for each group.
        const groupOf = new Map<number, number>();
        points.forEach(({ cluster }, p) => {
          if (!marked[p]) expect(group[p]).toBe(p);
          else if (groupOf.has(cluster)) expect(group[p]).toBe(groupOf.get(cluster));
          else groupOf.set(cluster, group[p]);
        });
        expect(new Set(groupOf.values()).size).toBe(groupOf.size);
        for (const first of groupOf.values()) expect(group[first]).toBe(first);
      }),
    );
  });

  it("are compared only with near points", () => {
    const reads = (count: number) => {
      const random = createRandom(count);
      let sum = 0;
      const positions = new Proxy(
        Array.from({ length: 3 * count }, () => random.normal()),
        {
          get(target, key) {
            sum++;
            return Reflect.get(target, key);
          },
        },
      );
      const group = coincidentPoints(positions, new Uint8Array(count).fill(1), 1e-6);
      expect(new Set(group).size).toBe(count);
      return sum;
    };
    // Three for the sweep, and a few for comparisons.
    for (const count of [500, 2000]) expect(reads(count)).toBeLessThan(4 * count);
  });

  it("differ by at most the tolerance on each axis, and far from the origin by the rounding of f32", () => {
    const joined = (from: number, apart: number[], tolerance: number) => {
      const positions = [from, from, from, ...apart.map((x) => from + x)];
      const [one, other] = coincidentPoints(positions, Uint8Array.of(1, 1), tolerance);
      return one === other;
    };
    for (const sign of [1, -1]) {
      for (let axis = 0; axis < 3; axis++) {
        const along = (x: number) => [0, 1, 2].map((c) => (c === axis ? sign * x : 0));
        expect(joined(0, along(0.99), 1)).toBe(true);
        expect(joined(0, along(1.01), 1)).toBe(false);
        expect(joined(1e6, along(0.23), 0)).toBe(true);
        expect(joined(-1e6, along(0.25), 0)).toBe(false);
      }
      // Moving on all axes at once moves a point farthest along the sweep.
      expect(joined(0, [0.99 * sign, 0.99 * sign, 0.99 * sign], 1)).toBe(true);
    }
  });
});

describe("links of points", () => {
  const links = { pairs: Uint32Array.of(0, 1, 2, 3, 1, 4) };

  it("part for good if their points are apart in some pose, and are counted once", () => {
    const apart = new Uint8Array(3);
    const pose = (...x: number[]) => x.flatMap((at) => [at, 0, 0]);
    expect(partLinks(links, pose(0, 0, 5, 5, 0), 0.1, apart)).toBe(0);
    expect(partLinks(links, pose(0, 1, 5, 5, 1), 0.1, apart)).toBe(1);
    expect([...apart]).toEqual([1, 0, 0]);
    expect(partLinks(links, pose(0, 1, 5, 6, 3), 0.1, apart)).toBe(2);
    expect(partLinks(links, pose(0, 1, 5, 6, 3), 0.1, apart)).toBe(0);
    expect([...apart]).toEqual([1, 1, 1]);
  });

  it("weld the points that remain linked, in the order of their first points", () => {
    const weld = (...apart: number[]) => {
      const { vertex, point, count } = weldPoints(
        6,
        Uint8Array.of(1, 1, 1, 1, 1, 0),
        links,
        Uint8Array.from(apart),
      );
      expect(point).toHaveLength(count);
      return [[...vertex], [...point]];
    };
    expect(weld(0, 0, 0)).toEqual([
      [0, 0, 1, 1, 0, 2],
      [0, 2],
    ]);
    expect(weld(1, 0, 0)).toEqual([
      [0, 1, 2, 2, 1, 3],
      [0, 1, 2],
    ]);
    expect(weld(0, 1, 1)).toEqual([
      [0, 0, 1, 2, 3, 4],
      [0, 2, 3, 4],
    ]);
  });
});
