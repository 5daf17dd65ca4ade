import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { triangulate } from "./triangulate";

/** Cuts one polygon whose corners are given in order. */
function cut(corners: number[][]): number[][] {
  const size = corners.length;
  const numbers = Uint32Array.from({ length: size }, (_, n) => n);
  const out = new Uint32Array(3 * (size - 2));
  triangulate([0, size], numbers, numbers, corners.flat(), out);
  return Array.from({ length: size - 2 }, (_, t) => [...out.subarray(3 * t, 3 * t + 3)]);
}

const doubledArea = ([a, b, c]: number[][]) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** An outline with two inner corners, and as many corners as `L` has. */
const L = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];

/** Placements of a flat outline in space: each plane of two axes, from both sides. */
const PLANES = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
].flatMap(([u, v, w]) =>
  [1, -1].map((side) => ({
    name: `${"xyz"[u]}${"xyz"[v]} ${side}`,
    place: ([x, y]: number[]) => {
      const p = [0, 0, 0];
      p[u] = side * x;
      p[v] = y;
      p[w] = 5;
      return p;
    },
  })),
);

describe("a polygon", () => {
  it.each(PLANES)("is covered in the plane $name", ({ place }) => {
    for (let turn = 0; turn < L.length; turn++) {
      const outline = [...L.slice(turn), ...L.slice(0, turn)];
      const areas = cut(outline.map(place)).map((t) => doubledArea(t.map((c) => outline[c])));
      for (const area of areas) expect(area).toBeGreaterThan(0);
      expect(areas.reduce((a, b) => a + b)).toBeCloseTo(10, 12);
    }
  });

  it("is cut in the same way at any size", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 4, max: 9 }),
        fc.constantFrom(1e-5, 1e4),
        (seed, n, size) => {
          const random = createRandom(seed);
          const outline = Array.from({ length: n }, (_, i) => {
            const [radius, angle] = [0.1 + random.next(), (2 * Math.PI * (i + 0.8 * random.next())) / n];
            return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
          });
          expect(cut(outline.map((p) => p.map((x) => size * x)))).toEqual(cut(outline));
        },
      ),
    );
  });

  it("of four corners leaves no triangle without area if three of them are in line", () => {
    // The ends of the line are nearer to each other than the other diagonal's ends.
    const quad = [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [0.5, 5],
    ];
    for (let turn = 0; turn < 4; turn++) {
      const turned = [...quad.slice(turn), ...quad.slice(0, turn)];
      for (const t of cut(turned.map(([x, y]) => [x, y, 0])))
        expect(doubledArea(t.map((c) => turned[c]))).toBeGreaterThan(0);
    }
  });

  it("of four corners is cut at the inner corner, even if that diagonal is longer", () => {
    const dart = [
      [0, 0],
      [4, -1],
      [3, 0],
      [4, 1],
    ];
    for (let turn = 0; turn < 4; turn++) {
      const turned = [...dart.slice(turn), ...dart.slice(0, turn)];
      for (const t of cut(turned.map(([x, y]) => [x, y, 0])))
        expect(doubledArea(t.map((c) => turned[c]))).toBeGreaterThan(0);
    }
  });

  it("with a hole is covered once, if a bridge of two coincident edges leads to the hole", () => {
    const [outer, inner] = [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ],
      [
        [3, 3],
        [3, 6],
        [6, 6],
        [6, 3],
      ],
    ];
    for (let n = 0; n < 4; n++) {
      const turned = (all: number[][]) => [...all.slice(n), ...all.slice(0, n)];
      const [rim, hole] = [turned(outer), [...inner.slice((4 - n) % 4), ...inner.slice(0, (4 - n) % 4)]];
      const keyhole = [...rim, rim[0], hole[0], ...hole.slice(1), hole[0]];
      for (let turn = 0; turn < keyhole.length; turn++) {
        const outline = [...keyhole.slice(turn), ...keyhole.slice(0, turn)];
        const areas = cut(outline.map(([x, y]) => [x, y, 0])).map((t) =>
          doubledArea(t.map((c) => outline[c])),
        );
        for (const area of areas) expect(area).toBeGreaterThanOrEqual(0);
        expect(areas.reduce((a, b) => a + b)).toBe(2 * (81 - 9));
      }
    }
  });

  it("with any hole is covered once", () => {
    const corners = fc.integer({ min: 3, max: 9 });
    fc.assert(
      fc.property(fc.integer(), corners, corners, (seed, n, m) => {
        const random = createRandom(seed);
        const ring = (count: number, least: number) =>
          Array.from({ length: count }, (_, i) => {
            const angle = (2 * Math.PI * (i + (i > 0 ? 0.6 * random.next() : 0))) / count;
            const radius = least + least * random.next();
            return [radius * Math.cos(angle), radius * Math.sin(angle)];
          });
        // Neither ring has a gap of half a turn, so the inner ring lies within the outer one.
        const [rim, hole] = [ring(n + 3, 4), ring(m + 3, 0.5).reverse()];
        const inner = [hole[hole.length - 1], ...hole.slice(0, -1)];
        // The bridge goes along the first axis.
        const outline = [...rim, rim[0], inner[0], ...inner.slice(1), inner[0]];
        const areas = cut(outline.map(([x, y]) => [x, y, 0])).map((t) =>
          doubledArea(t.map((c) => outline[c])),
        );
        for (const area of areas) expect(area).toBeGreaterThan(-1e-9);
        const shoelace = (all: number[][]) =>
          all.reduce((sum, [x, y], i) => {
            const [u, v] = all[(i + 1) % all.length];
            return sum + x * v - y * u;
          }, 0);
        expect(areas.reduce((a, b) => a + b)).toBeCloseTo(shoelace(rim) + shoelace(hole), 9);
      }),
    );
  });

  it("whose corners coincide is cut from its first corner", () => {
    expect(cut(Array.from({ length: 5 }, () => [1, 1, 1]))).toEqual([
      [4, 0, 1],
      [4, 1, 2],
      [2, 3, 4],
    ]);
  });
});

it("polygons refer to vertices and vertices to points, in any order", () => {
  const sizes = [3, 6, 4, 5, 3, 4];
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandom(seed);
      const polygons = sizes.map((n) =>
        Array.from({ length: n }, (_, i) => {
          const [radius, angle] = [0.5 + random.next(), (2 * Math.PI * (i + 0.6 * random.next())) / n];
          return [radius * Math.cos(angle), radius * Math.sin(angle), 0.1 * random.normal()];
        }),
      );
      const count = sizes.reduce((a, b) => a + b);
      const shuffled = (): number[] => {
        const all = Array.from({ length: count }, (_, n) => n);
        for (let n = count - 1; n > 0; n--) {
          const other = random.integer(n + 1);
          [all[n], all[other]] = [all[other], all[n]];
        }
        return all;
      };
      const [corners, point] = [shuffled(), shuffled()];
      const positions = new Float64Array(3 * count);
      polygons.flat().forEach((p, n) => {
        positions.set(p, 3 * point[corners[n]]);
      });
      const offsets = [0];
      for (const n of sizes) offsets.push(offsets[offsets.length - 1] + n);
      const out = new Uint32Array(3 * (count - 2 * sizes.length));
      triangulate(offsets, corners, point, positions, out);
      const expected = polygons.flatMap((polygon, p) =>
        cut(polygon)
          .flat()
          .map((c) => corners[offsets[p] + c]),
      );
      expect([...out]).toEqual(expected);
    }),
  );
});
