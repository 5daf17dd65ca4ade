import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { areasAround, frameNeighbours, surfaceNormals, writeSurfaceFrame } from "./surface-frames";

const V = 7;
const vertices = fc.integer({ min: 0, max: V - 1 });
const meshes = fc.array(fc.uniqueArray(vertices, { minLength: 3, maxLength: 3 }), { maxLength: 10 });

const minus = (a: number[], b: number[]) => a.map((x, c) => x - b[c]);
const dot = (a: number[], b: number[]) => a.reduce((sum, x, c) => sum + x * b[c], 0);
const cross = ([a, b, c]: number[], [d, e, f]: number[]) => [b * f - c * e, c * d - a * f, a * e - b * d];

function randomPoints(seed: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: V }, () => [random.normal(), random.normal(), random.normal()]);
}

function expectNear(found: ArrayLike<number>, expected: number[], digits = 10): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((x, n) => {
    expect(found[n]).toBeCloseTo(x, digits);
  });
}

describe("frames of a surface", () => {
  it("have the sums of the triangles' normals, whose lengths are twice the areas, and the sums of these areas", () => {
    fc.assert(
      fc.property(meshes, fc.integer(), (triangles, seed) => {
        const points = randomPoints(seed);
        const normals = points.map(() => [0, 0, 0]);
        const areas = points.map(() => 0);
        for (const [a, b, c] of triangles) {
          const normal = cross(minus(points[b], points[a]), minus(points[c], points[a]));
          for (const i of [a, b, c]) {
            normals[i] = normals[i].map((x, k) => x + normal[k]);
            areas[i] += Math.hypot(...normal);
          }
        }
        expectNear(surfaceNormals(points.flat(), triangles.flat()), normals.flat());
        expectNear(areasAround(points.flat(), triangles.flat()), areas);
      }),
    );
  });

  it("point to the neighbour whose edge is longest in the tangent plane, and are right-handed about the normal", () => {
    fc.assert(
      fc.property(meshes, fc.integer(), (triangles, seed) => {
        const points = randomPoints(seed);
        const [flat, corners] = [points.flat(), triangles.flat()];
        const normals = surfaceNormals(flat, corners);
        const chosen = frameNeighbours(flat, normals, corners);
        const frame = new Float64Array(9);
        for (let i = 0; i < V; i++) {
          const n = [...normals.subarray(3 * i, 3 * i + 3)];
          const mates = triangles.flatMap((t) => (t.includes(i) ? t.filter((k) => k !== i) : []));
          const tangents = mates.map((k) => {
            const edge = minus(points[k], points[i]);
            return minus(
              edge,
              n.map((x) => (x * dot(edge, n)) / dot(n, n)),
            );
          });
          const lengths = tangents.map((t) => Math.hypot(...t));
          const longest = Math.max(0, ...lengths);
          // Rounding decides near zero; random points are there only if triangles cancel.
          if (!(longest > 1e-3) || Math.hypot(...n) < 1e-3) continue;
          const length = lengths[mates.indexOf(chosen[i])];
          expect(length * 1.001).toBeGreaterThanOrEqual(longest);
          frame.fill(9);
          expect(writeSurfaceFrame(flat, normals, chosen, i, frame)).toBe(true);
          const tangent = tangents[mates.indexOf(chosen[i])].map((x) => x / length);
          const normal = n.map((x) => x / Math.hypot(...n));
          expectNear(frame, [...tangent, ...cross(normal, tangent), ...normal], 6);
        }
      }),
    );
  });

  it("take the first of nearly equal edges, or an edge that is clearly longer", () => {
    const frameOf = (x: number) => {
      const points = [0, 0, 0, 1, 0, 0, 0, x, 0, -1, 0, 0];
      const triangles = [0, 1, 2, 0, 2, 3];
      return frameNeighbours(points, surfaceNormals(points, triangles), triangles)[0];
    };
    expect(frameOf(1)).toBe(1);
    expect(frameOf(1.0005)).toBe(1);
    expect(frameOf(1.0015)).toBe(2);
    expect(frameOf(0.5)).toBe(1);
  });

  it("do not exist without faces, on slivers, and if the edge is a point or perpendicular to the surface", () => {
    const square = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const triangles = [0, 1, 2];
    const frame = new Float64Array(9).fill(9);
    const up = [0, 0, 1, 0, 0, 1, 0, 0, 1];
    const at = (positions: number[], normals: number[], to: number) =>
      writeSurfaceFrame(positions, Float64Array.from(normals), Int32Array.of(to, 0, 0), 0, frame);
    expect(
      frameNeighbours([...square, 5, 5, 5], surfaceNormals([...square, 5, 5, 5], triangles), triangles)[3],
    ).toBe(-1);
    expect(at(square, up, -1)).toBe(false);
    expect(at(square, [0, 0, 0, ...up.slice(3)], 1)).toBe(false);
    // A normal shorter than a millionth of the edge squared.
    expect(at(square, [0, 0, 0.9e-6, ...up.slice(3)], 1)).toBe(false);
    expect(at([0, 0, 0, 0, 0, 0, 0, 1, 0], up, 1)).toBe(false);
    expect(at([0, 0, 0, 0, 0, 2, 0, 1, 0], up, 1)).toBe(false);
    expect([...frame]).toEqual(new Array(9).fill(9));
    expect(at(square, [0, 0, 1.1e-6, ...up.slice(3)], 1)).toBe(true);
    expect([...frame]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});
