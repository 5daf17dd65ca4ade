import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { TriangleTree } from "./triangle-tree";

/** A flat grid of 32 x 32 squares with sides of 0.01, in the plane of axes u and v, away from the origin. */
const SIDE = 32;
const STEP = 0.01;
const AWAY = [7, -9, 11];

function grid(u: number, v: number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= SIDE; i++) {
    for (let j = 0; j <= SIDE; j++) {
      const p = [...AWAY];
      p[u] += STEP * i;
      p[v] += STEP * j;
      positions.push(...p);
      if (i === SIDE || j === SIDE) continue;
      const a = i * (SIDE + 1) + j;
      triangles.push(a, a + SIDE + 1, a + SIDE + 2, a, a + SIDE + 2, a + 1);
    }
  }
  return { positions, triangles };
}

/** Searches the tree of a grid, and counts the numbers of positions that a search reads. */
function counted(u: number, v: number) {
  const { positions, triangles } = grid(u, v);
  let reads = 0;
  const watched = new Proxy(positions, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  const tree = new TriangleTree(watched, triangles);
  return (a: number[], b: number[]) => {
    reads = 0;
    return { crosses: tree.crosses(a, b), reads };
  };
}

describe.each([
  [0, 1],
  [1, 2],
  [2, 0],
  [1, 0],
])("a search in a grid along axes %i and %i", (u, v) => {
  const search = counted(u, v);
  const w = 3 - u - v;
  const at = (i: number, j: number, height: number) => {
    const p = [...AWAY];
    p[u] += STEP * i;
    p[v] += STEP * j;
    p[w] += height;
    return p;
  };

  it("reads the triangles of the boxes that the segment meets, and few others", () => {
    const random = createRandom(2);
    let [straight, slanted] = [0, 0];
    for (let n = 0; n < 200; n++) {
      const [i, j] = [random.next() * SIDE, random.next() * SIDE];
      // A segment that ends above the grid, and one that passes beside it, meet no box.
      expect(search(at(i, j, 1), at(i, j, 1e-3))).toEqual({ crosses: false, reads: 0 });
      expect(search(at(i, j, -1e-3), at(i, j, -1))).toEqual({ crosses: false, reads: 0 });
      expect(search(at(i, SIDE + 1, 1), at(i, SIDE + 1, -1))).toEqual({ crosses: false, reads: 0 });
      expect(search(at(-1, j, 1), at(-1, j, -1))).toEqual({ crosses: false, reads: 0 });
      const down = search(at(i, j, 1), at(i, j, -1));
      expect(down.crosses).toBe(true);
      straight += down.reads;
      const aslant = search(at(i, j, 0.5), at(SIDE - i, SIDE - j, -0.5));
      expect(aslant.crosses).toBe(true);
      slanted += aslant.reads;
    }
    // Each triangle has nine numbers, and a leaf at most four triangles.
    expect(straight / 200).toBeLessThan(9 * 4);
    expect(slanted / 200).toBeLessThan(9 * 4);
  });
});

describe("a triangle", () => {
  /** A right-angled triangle with the right angle at `from` and legs along two axes, positive or negative. */
  const triangle = (from: number[], u: number, v: number, legs: number[]) => {
    const [q, r] = [[...from], [...from]];
    q[u] += legs[0];
    r[v] += legs[1];
    return [...from, ...q, ...r];
  };

  it("extends a billionth of its size beyond each of its edges, and no farther", () => {
    for (const [u, v] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const w = 3 - u - v;
      for (const { from, legs } of [
        { from: 0, legs: [2, 3] },
        { from: 5, legs: [-2, 3] },
        { from: 0, legs: [2, -3] },
        { from: -5, legs: [-2, -3] },
      ]) {
        const tree = new TriangleTree(triangle([from, from, from], u, v, legs), [0, 1, 2]);
        const meets = (s: number, t: number) => {
          const [a, b] = [
            [from, from, from],
            [from, from, from],
          ];
          a[u] = b[u] = from + s * legs[0];
          a[v] = b[v] = from + t * legs[1];
          [a[w], b[w]] = [from + 1, from - 2];
          return [tree.crosses(a, b), tree.crosses(b, a)];
        };
        for (const part of [0.25, 0.5, 0.75]) {
          for (const [beyond, met] of [
            [0.5e-9, true],
            [3e-9, false],
          ] as const) {
            expect(meets(-beyond, part)).toEqual([met, met]);
            expect(meets(part, -beyond)).toEqual([met, met]);
            expect(meets(part, 1 - part + beyond)).toEqual([met, met]);
          }
        }
        // The box ends at the far corners.
        expect(meets(1 + 0.4e-9, 0)).toEqual([true, true]);
        expect(meets(0, 1 + 0.4e-9)).toEqual([true, true]);
      }
    }
  });

  it("is read once by a search that meets its box but not the triangle", () => {
    let reads = 0;
    const positions = new Proxy([0, 0, 0, 1, 0, 0, 0, 1, 0], {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const tree = new TriangleTree(positions, [0, 1, 2]);
    for (let search = 0; search < 3; search++) {
      reads = 0;
      expect(tree.crosses([0.9, 0.9, 1], [0.9, 0.9, -1])).toBe(false);
      expect(reads).toBe(9);
    }
  });

  it("is met by segments of any length, from either side, along an axis or not", () => {
    for (const [u, v] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const w = 3 - u - v;
      const tree = new TriangleTree(triangle([0, 0, 0], u, v, [4, 4]), [0, 1, 2]);
      for (const way of [1, -1, 0.5, 7]) {
        for (const slant of [0, 1, -1, 0.25]) {
          const [a, b] = [
            [0, 0, 0],
            [0, 0, 0],
          ];
          [a[u], b[u]] = [1 - slant / 2, 1 + slant / 2];
          [a[v], b[v]] = [1, 1];
          [a[w], b[w]] = [-way / 2, way / 2];
          expect(tree.crosses(a, b)).toBe(true);
        }
      }
    }
  });

  it("is ignored at the ends of a segment, within a millionth of its length", () => {
    const tree = new TriangleTree([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const from = (z: number) => tree.crosses([0.2, 0.2, z], [0.2, 0.2, z - 1]);
    expect([0, 0.5e-6, 2e-6, 0.5, 1 - 2e-6, 1 - 0.5e-6, 1].map(from)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
