import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { CUBE_FACES, CUBE_TRIANGLES, cubeCorners } from "../testing/cube";
import { vertexFans } from "./vertex-fans";
import { vertexNormal, vertexNormals } from "./vertex-normals";

/** A cube's corners and two triangulations of its faces. */
const CUBE = cubeCorners(-1, 1);
const cutFirst = CUBE_TRIANGLES;
const cutSecond = CUBE_FACES.flatMap(([a, b, c, d]) => [a, b, d, b, c, d]);

describe("vertexNormals", () => {
  it("points out of a cube's corners, for any triangulation of its faces", () => {
    for (const triangles of [cutFirst, cutSecond]) {
      const normals = vertexNormals(CUBE, triangles);
      for (let i = 0; i < 24; i++) expect(normals[i]).toBeCloseTo(CUBE[i] / Math.sqrt(3), 6);
    }
  });

  it("adds the unit normals of all triangles around a vertex, each times its angle there", () => {
    const vertices = fc.integer({ min: 0, max: 5 });
    const meshes = fc.array(fc.uniqueArray(vertices, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(meshes, fc.integer(), (triangles, seed) => {
        const random = createRandom(seed);
        const points = Array.from({ length: 6 }, () => [random.normal(), random.normal(), random.normal()]);
        const minus = (p: number[], q: number[]) => p.map((x, c) => x - q[c]);
        const cross = ([a, b, c]: number[], [d, e, f]: number[]) => [
          b * f - c * e,
          c * d - a * f,
          a * e - b * d,
        ];
        const dot = (p: number[], q: number[]) => p.reduce((sum, x, c) => sum + x * q[c], 0);
        const sums = points.map(() => [0, 0, 0]);
        for (const [a, b, c] of triangles) {
          for (const [i, j, k] of [
            [a, b, c],
            [b, c, a],
            [c, a, b],
          ]) {
            const [out, other] = [minus(points[j], points[i]), minus(points[k], points[i])];
            const angle = Math.acos(dot(out, other) / Math.hypot(...out) / Math.hypot(...other));
            const normal = cross(out, other);
            sums[i] = sums[i].map((x, n) => x + (angle * normal[n]) / Math.hypot(...normal));
          }
        }
        const out = new Float32Array(18).fill(7);
        expect(vertexNormals(points.flat(), triangles.flat(), out)).toBe(out);
        sums.forEach((sum, i) => {
          const length = Math.hypot(...sum);
          // Where normals cancel, rounding decides the result.
          if (length < 1e-3 && triangles.flat().includes(i)) return;
          for (let c = 0; c < 3; c++) expect(out[3 * i + c]).toBeCloseTo(sum[c] / (length || 1), 4);
        });
      }),
    );
  });

  it("gives no direction where there is no area, and does not affect neighbours", () => {
    const normals = vertexNormals([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5], [0, 1, 2, 0, 1, 1]);
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
  });

  it("of a vertex without triangles has no direction", () => {
    const fans = vertexFans({ vertexCount: 4, triangles: Uint32Array.from([0, 1, 2, 0, 1, 1]) });
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5];
    const out = Float64Array.from([7, 7, 7, 9]);
    expect([...vertexNormal(points, fans, 3, out)].slice(0, 3)).toEqual([0, 0, 0]);
    expect([...vertexNormal(points, fans, 2, Float64Array.from([7, 7, 7]))]).toEqual([0, 0, 1]);
  });

  it("computes the same for a single vertex", () => {
    const random = createRandom(5);
    const points = Float32Array.from({ length: 3 * 40 }, () => random.normal());
    const triangles = Uint32Array.from({ length: 3 * 90 }, () => Math.floor(40 * random.next()));
    const all = vertexNormals(points, triangles);
    const fans = vertexFans({ vertexCount: 40, triangles });
    const one = new Float64Array(3);
    for (let i = 0; i < 40; i++) {
      vertexNormal(points, fans, i, one);
      for (let c = 0; c < 3; c++) expect(one[c]).toBeCloseTo(all[3 * i + c], 5);
    }
  });
});
