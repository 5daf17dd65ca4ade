import fc from "fast-check";
import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { SIDE, sheets } from "../testing/sheets";
import { SurfaceReach } from "./surface-reach";

const SEED = 20261123;
const COUNT = 40;
const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const vertex = fc.nat(COUNT - 1);

/** Random triangles between any vertices, which include shells, fans, and edges with many triangles. */
const mesh = fc.record({
  positions: fc
    .array(coordinate, { minLength: 3 * COUNT, maxLength: 3 * COUNT })
    .map((all) => Float32Array.from(all)),
  triangles: fc.array(fc.tuple(vertex, vertex, vertex), { minLength: 1, maxLength: 60 }),
});

/**
 * The result of Dijkstra's search: vertices that a path of edges within the ball joins to a seed. Distances are
 * straight.
 */
function bruteForce(
  { positions, triangles }: { positions: Float32Array; triangles: [number, number, number][] },
  seeds: readonly number[],
  centre: Vector3,
  radius: number,
): Map<number, number> {
  const away = (i: number) => centre.distanceTo(new Vector3().fromArray(positions, 3 * i));
  const edges = triangles.flatMap(([a, b, c]) => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  const found = new Set(seeds.filter((i) => away(i) < radius));
  for (let grown = true; grown; ) {
    grown = false;
    for (const [a, b] of [...edges, ...edges.map(([a, b]) => [b, a])]) {
      if (!found.has(a) || found.has(b) || away(b) >= radius) continue;
      found.add(b);
      grown = true;
    }
  }
  return new Map([...found].map((i) => [i, away(i)]));
}

describe("SurfaceReach", () => {
  it("equals brute force on any mesh, dab after dab", () => {
    const dab = fc.record({
      triangle: fc.nat(),
      centre: fc.tuple(coordinate, coordinate, coordinate),
      radius: fc.oneof(fc.double({ min: 0.1, max: 4, noNaN: true }), fc.constant(Infinity)),
    });
    fc.assert(
      fc.property(mesh, fc.array(dab, { minLength: 1, maxLength: 4 }), (made, dabs) => {
        const reach = new SurfaceReach(adjacencyOf(made.triangles.flat(), COUNT));
        for (const { triangle, centre, radius } of dabs) {
          const seeds = made.triangles[triangle % made.triangles.length];
          const middle = new Vector3(...centre);
          const { count, vertices, distances } = reach.around(made.positions, seeds, middle, radius);
          const expected = bruteForce(made, seeds, middle, radius);
          expect([...vertices.subarray(0, count)].sort((a, b) => a - b)).toEqual(
            [...expected.keys()].sort((a, b) => a - b),
          );
          for (let n = 0; n < count; n++)
            expect(distances[n]).toBeCloseTo(expected.get(vertices[n]) ?? Number.NaN, 4);
        }
      }),
      { seed: SEED },
    );
  });

  it("finds the vertices within the radius on the touched sheet, and none on the other", () => {
    const { positions, reach } = sheets();
    const place = fc.double({ min: 0.01, max: SIDE - 1.01, noNaN: true });
    fc.assert(
      fc.property(place, place, fc.double({ min: 1.5, max: 5, noNaN: true }), (x, y, radius) => {
        const centre = new Vector3(x, y, 0);
        const seed = Math.round(y) * SIDE + Math.round(x);
        const { count, vertices } = reach.around(positions, [seed], centre, radius);
        const expected: number[] = [];
        for (let i = 0; i < SIDE * SIDE; i++) {
          if (centre.distanceTo(new Vector3().fromArray(positions, 3 * i)) < radius) expected.push(i);
        }
        expect([...vertices.subarray(0, count)].sort((a, b) => a - b)).toEqual(expected);
      }),
      { seed: 5 },
    );
  });
});
