import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { findMirror, mirrorAcross } from "./vertex-mirror";

/** Points without triangles: pairs of mirror images across x = `plane`, and single ones on the plane, shuffled. */
function mirroredPoints(pairs: number, middle: number, plane: number, seed: number) {
  const random = createRandom(seed);
  const points: number[][] = [];
  const partner: number[] = [];
  for (let n = 0; n < pairs; n++) {
    const [away, y, z] = [0.05 + random.next(), random.next(), 2 * random.next()];
    points.push([plane + away, y, z], [plane - away, y, z]);
    partner.push(2 * n + 1, 2 * n);
  }
  for (let n = 0; n < middle; n++) {
    points.push([plane, random.next(), 2 * random.next()]);
    partner.push(points.length - 1);
  }
  const order = points.map((_, i) => i).sort((a, b) => Math.sin(a * 7.3) - Math.sin(b * 7.3));
  const place = order.map((_, i) => order.indexOf(i));
  return {
    rest: Float32Array.from(order.flatMap((i) => points[i])),
    partner: order.map((i) => place[partner[i]]),
  };
}

/** A sheet of quads over x from −1 to 1, raised equally on both sides. */
function sheet(n: number) {
  const at = (i: number, j: number) => i * (n + 1) + j;
  const rest: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= 2 * n; i++) {
    for (let j = 0; j <= n; j++) {
      const x = i / n - 1;
      rest.push(x, j / n, 0.3 * x * x + 0.1 * Math.sin(3 * (j / n)));
      if (i === 2 * n || j === n) continue;
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      // Diagonals are mirrored too.
      triangles.push(...(i < n ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  const image = (v: number) => at(2 * n - Math.floor(v / (n + 1)), v % (n + 1));
  return { rest: Float32Array.from(rest), triangles: Uint32Array.from(triangles), image };
}

const none = new Uint32Array(0);
const diagonalOf = (rest: Float32Array) => {
  const range = (c: number) => {
    const values = rest.filter((_, n) => n % 3 === c);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.hypot(range(0), range(1), range(2));
};

describe("findMirror", () => {
  it("finds the plane across each axis, and every partner", () => {
    const { rest, partner } = mirroredPoints(150, 12, 0.7, 1);
    for (const axis of [0, 1, 2]) {
      const turned = rest.map((_, n) => rest[3 * Math.floor(n / 3) + ((n - axis + 3) % 3)]);
      const mirror = findMirror(turned, none);
      expect(mirror.axis).toBe(axis);
      expect(mirror.plane).toBeCloseTo(0.7, 5);
      expect([...mirror.map]).toEqual(partner);
      expect(mirror.unmatched).toBe(0);
    }
  });

  it("tries only the requested axes", () => {
    const { rest } = mirroredPoints(40, 0, 0, 2);
    const mirror = findMirror(rest, none, [1]);
    expect(mirror.axis).toBe(1);
    expect(mirror.unmatched).toBeGreaterThan(0.5 * mirror.map.length);
  });

  it("uses the vertices' mean if a single vertex moves the box", () => {
    const { rest, partner } = mirroredPoints(1000, 0, 0, 3);
    const mirror = findMirror(Float32Array.of(...rest, 2, 0.5, 0.5), none);
    expect(Math.abs(mirror.plane)).toBeLessThan(0.002);
    expect([...mirror.map.subarray(0, 2000)]).toEqual(partner);
    expect(mirror.map[2000]).toBe(-1);
    expect(mirror.unmatched).toBe(1);
  });

  it("uses the middle of the box if one side has more vertices", () => {
    const { rest } = mirroredPoints(300, 0, 0, 4);
    // Inside the box, only on one side, and far from each other's images.
    const more = Array.from({ length: 30 }, (_, n) => [0.6 + 0.01 * n, 0.3, -0.2]).flat();
    const box = [1.1, 0, -0.3, -1.1, 0, -0.3];
    const mirror = findMirror(Float32Array.of(...rest, ...box, ...more), none);
    expect(mirror.plane).toBeCloseTo(0, 6);
    expect(mirror.unmatched).toBe(30);
  });

  it("pairs vertices whose images are off by less than two thousandths of the diagonal, and no others", () => {
    const { rest, partner } = mirroredPoints(60, 0, 0, 5);
    const diagonal = diagonalOf(rest);
    // The offset is not along x, so the box and the mean stay.
    for (const [off, pairs] of [
      [0.0019, true],
      [0.0021, false],
    ] as const) {
      const moved = rest.map((p, n) => (n % 3 === 2 && rest[n - 2] > 0 ? p + off * diagonal : p));
      const { map, unmatched } = findMirror(moved, none, [0]);
      if (pairs) expect([...map]).toEqual(partner);
      else expect(unmatched).toBeGreaterThan(0.9 * map.length);
    }
  });

  it("pairs mutual nearest vertices, in every neighbouring cell", () => {
    const { rest } = mirroredPoints(400, 0, 0, 6);
    const diagonal = diagonalOf(rest);
    const random = createRandom(7);
    const moved = rest.map((p) => p + 0.0015 * diagonal * (random.next() - 0.5));
    const { axis, plane, map } = findMirror(moved, none, [0]);
    const nearest = Array.from({ length: map.length }, (_, i) => {
      const p = [0, 1, 2].map((c) => (c === axis ? 2 * plane - moved[3 * i + c] : moved[3 * i + c]));
      const far = Array.from(
        map,
        (_, l) =>
          (moved[3 * l] - p[0]) ** 2 + (moved[3 * l + 1] - p[1]) ** 2 + (moved[3 * l + 2] - p[2]) ** 2,
      );
      const best = far.indexOf(Math.min(...far));
      return far[best] <= (0.002 * diagonalOf(moved)) ** 2 ? best : -1;
    });
    expect([...map]).toEqual(nearest.map((l, i) => (l >= 0 && nearest[l] === i ? l : -1)));
  });

  it("pairs vertices by their neighbours if their images are off by up to a fiftieth of the diagonal", () => {
    const { rest, triangles, image } = sheet(6);
    const moved = rest.slice();
    const diagonal = diagonalOf(rest);
    const far = [10, 11, 17, 18, 25];
    for (const v of far) moved[3 * v + 1] += 0.015 * diagonal;
    expect(findMirror(moved, none, [0]).map[10]).toBe(-1);
    const { map, unmatched } = findMirror(moved, triangles, [0]);
    expect([...map]).toEqual(Array.from(map, (_, v) => image(v)));
    expect(unmatched).toBe(0);
    moved[3 * 18 + 1] = rest[3 * 18 + 1] + 0.021 * diagonal;
    const farther = findMirror(moved, triangles, [0]);
    expect([farther.map[18], farther.map[image(18)]]).toEqual([-1, -1]);
    expect(farther.map[17]).toBe(image(17));
  });

  it("pairs a patch by its neighbours from its edge inwards", () => {
    const { rest, triangles, image } = sheet(8);
    const moved = rest.slice();
    const diagonal = diagonalOf(rest);
    // Columns 1 to 5 of rows 1 to 5, and a corner. The middle has no neighbour outside the patch.
    const patch = [1, 2, 3, 4, 5].flatMap((i) => [1, 2, 3, 4, 5].map((j) => 9 * i + j));
    for (const v of [0, ...patch]) moved[3 * v + 2] += 0.015 * diagonal;
    expect(findMirror(moved, none, [0]).unmatched).toBeGreaterThan(patch.length);
    const { map, unmatched } = findMirror(moved, triangles, [0]);
    expect([...map]).toEqual(Array.from(map, (_, v) => image(v)));
    expect(unmatched).toBe(0);
  });

  it("takes the first axis if all vertices pair across several", () => {
    const cube = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [n & 1, (n >> 1) & 1, n >> 2]));
    for (const axes of [[0, 1, 2], [2, 0, 1], [1]]) expect(findMirror(cube, none, axes).axis).toBe(axes[0]);
  });

  describe("among neighbours", () => {
    /** Two pairs of hubs, box corners, vertex 6 on the left, and vertices on the right that may be its image. */
    function map(right: [x: number, y: number][], triangles: number[]) {
      const hubs = [-1, 1, 1, 1, -1, -1, 1, -1];
      const corners = [-5, 2, 5, 2];
      const flat = [...hubs, ...corners, -2, 0, ...right.flat()];
      const rest = Float32Array.from({ length: (3 * flat.length) / 2 }, (_, n) =>
        n % 3 === 2 ? 0 : flat[2 * Math.floor(n / 3) + (n % 3)],
      );
      return [...findMirror(rest, Uint32Array.from([0, 2, 6, ...triangles]), [0]).map];
    }

    it("takes the nearest, in any order", () => {
      const [near, far]: [number, number][] = [
        [2, 0.05],
        [2, 0.1],
      ];
      // Reached by one hub, the farther one first; and by one hub each, the farther one last.
      expect(map([far, near], [1, 7, 8])[6]).toBe(8);
      expect(map([near, far], [1, 7, 8])[6]).toBe(7);
      expect(map([far, near], [1, 8, 8, 3, 7, 7])[6]).toBe(8);
      expect(map([far, near], [1, 7, 7, 3, 8, 8])[6]).toBe(8);
    });

    it("takes the vertex that more of them point to, and the first of equal ones", () => {
      expect(
        map(
          [
            [2, 0.05],
            [2, 0.1],
          ],
          [1, 7, 8, 3, 8, 8],
        )[6],
      ).toBe(8);
      const alike: [number, number][] = [
        [2, 0.125],
        [2, -0.125],
      ];
      expect(map(alike, [1, 7, 8])[6]).toBe(7);
      expect(map(alike, [1, 8, 8, 3, 7, 7])[6]).toBe(7);
    });
  });
});

describe("mirrorAcross", () => {
  it("takes the given plane if it leaves fewer vertices without an image, otherwise the middle", () => {
    const { rest, triangles } = sheet(6);
    const shifted = rest.map((p, n) => (n % 3 === 0 ? p + 2.5 : p));
    expect(mirrorAcross(shifted, 0, 0)).toEqual({ ...findMirror(shifted, triangles, [0]), plane: 2.5 });
    // One vertex farther out moves the box's middle.
    shifted[0] -= 0.4;
    const { map, plane, unmatched } = mirrorAcross(shifted, 0, 2.5);
    expect(plane).toBe(2.5);
    expect(unmatched).toBe(2);
    expect(map.filter((l) => l < 0)).toHaveLength(2);
    expect(mirrorAcross(shifted, 0, 40).plane).not.toBe(40);
  });

  it("finds the pairs that a search over all vertices finds", () => {
    const point = fc.tuple(
      fc.integer({ min: -6, max: 6 }),
      fc.integer({ min: -6, max: 6 }),
      fc.integer({ min: -2, max: 2 }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { minLength: 2, maxLength: 40, selector: String }),
        fc.constantFrom(0, 1, 2),
        (points, axis) => {
          const { map, plane } = mirrorAcross(Float32Array.from(points.flat()), axis, 0);
          points.forEach((at, i) => {
            const image = at.map((x, c) => (c === axis ? 2 * plane - x : x));
            expect(map[i]).toBe(points.findIndex((p) => p.every((x, c) => x === image[c])));
          });
        },
      ),
      { seed: 24 },
    );
  });
});
