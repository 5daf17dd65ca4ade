import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { partLinks, seamLinks, weldPoints } from "./weld";

/** A closed torus of quads with radii 3 and 1. */
function torus(n: number, m: number): { positions: number[]; corners: number[]; offsets: Uint32Array } {
  const positions: number[] = [];
  const corners: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      positions.push((3 + Math.cos(v)) * Math.cos(u), (3 + Math.cos(v)) * Math.sin(u), Math.sin(v));
      const [i1, j1] = [(i + 1) % n, (j + 1) % m];
      corners.push(i * m + j, i1 * m + j, i1 * m + j1, i * m + j1);
    }
  }
  return { positions, corners, offsets: Uint32Array.from({ length: n * m + 1 }, (_, p) => 4 * p) };
}

/**
 * Gives every corner one of `copies` copies of its point, moved by less than half of `jitter`; shuffles all numbers.
 */
function split(mesh: ReturnType<typeof torus>, copies: number, jitter: number, seed: number) {
  const random = createRandom(seed);
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const original: number[] = [];
  const corners = mesh.corners.map((point) => {
    const key = `${point} ${random.integer(copies)}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      original.push(point);
      for (let c = 0; c < 3; c++)
        positions.push(mesh.positions[3 * point + c] + jitter * (random.next() - 0.5));
    }
    return number;
  });
  return { positions, original, corners: Uint32Array.from(corners) };
}

const weld = (
  positions: ArrayLike<number>,
  offsets: Uint32Array,
  corners: Uint32Array,
  tolerance: number,
) => {
  const links = seamLinks(positions, offsets, corners, tolerance);
  const apart = new Uint8Array(links.pairs.length / 2);
  partLinks(links, positions, tolerance, apart);
  return weldPoints(positions.length / 3, new Uint8Array(positions.length / 3).fill(1), links, apart);
};

describe("welding", () => {
  it("undoes any cuts of a closed surface", () => {
    const sizes = fc.integer({ min: 3, max: 9 });
    fc.assert(
      fc.property(
        sizes,
        sizes,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(0, 1e-6),
        fc.nat(),
        (n, m, copies, jitter, seed) => {
          const mesh = torus(n, m);
          const cut = split(mesh, copies, jitter, seed);
          const { vertex, point, count } = weld(cut.positions, mesh.offsets, cut.corners, 2e-6);
          expect(count).toBe(n * m);
          const vertexOf = new Map<number, number>();
          cut.original.forEach((p, copy) => {
            expect(vertex[copy]).toBe(vertexOf.get(p) ?? vertex[copy]);
            vertexOf.set(p, vertex[copy]);
          });
          point.forEach((p, v) => {
            expect(vertex[p]).toBe(v);
          });
        },
      ),
      { seed: 13, numRuns: 150 },
    );
  });

  it("keeps points separate that are farther than the tolerance, closed, or unused", () => {
    const mesh = torus(5, 4);
    const cut = split(mesh, 4, 1e-3, 1);
    expect(weld(cut.positions, mesh.offsets, cut.corners, 1e-6).count).toBe(cut.original.length);
    const twice = [...mesh.positions, ...mesh.positions];
    const corners = Uint32Array.from([...mesh.corners, ...mesh.corners.map((p) => p + 20)]);
    const offsets = Uint32Array.from({ length: 41 }, (_, p) => 4 * p);
    expect(weld(twice, offsets, corners, 1e-6).count).toBe(40);
    const none = { pairs: new Uint32Array(0) };
    const { vertex, count } = weldPoints(3, Uint8Array.of(1, 0, 1), none, new Uint8Array(0));
    expect([[...vertex], count]).toEqual([[0, 2, 1], 2]);
  });

  it("reads each position only a few times if all points are in one place", () => {
    const reads = (points: number) => {
      let count = 0;
      const positions = new Proxy(new Float64Array(3 * points).fill(1), {
        get(target, key) {
          count++;
          return Reflect.get(target, key);
        },
      });
      const corners = Uint32Array.from({ length: points }, (_, c) => c);
      const offsets = Uint32Array.from({ length: points / 3 + 1 }, (_, p) => 3 * p);
      expect(weld(positions, offsets, corners, 1e-6).count).toBe(points);
      return count;
    };
    expect(reads(6000)).toBeLessThan(2.1 * reads(3000));
  });
});
