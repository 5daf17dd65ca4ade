import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cornerValues, splitVertices } from "./display-vertices";
import type { Faces } from "./faces";
import type { ParameterValues, Scope } from "./geometry-parameter";

/** Polygons of these sizes over these points. The file's corners and polygons are in another order. */
function facesOf(sizes: number[], points: number[]): Faces {
  const offsets = [0];
  for (const size of sizes) offsets.push(offsets[offsets.length - 1] + size);
  const corners = points.length;
  return {
    offsets: Uint32Array.from(offsets),
    points: Uint32Array.from(points),
    sourceCorner: Uint32Array.from({ length: corners }, (_, c) => corners - 1 - c),
    sourcePolygon: Uint32Array.from({ length: sizes.length }, (_, q) => sizes.length - 1 - q),
    runs: [],
    sizes: { constant: 1, uniform: sizes.length, vertex: Math.max(...points) + 1, corner: corners },
  };
}

const values = (
  scope: Scope,
  stride: number,
  numbers: number[],
  indices: number[] | null = null,
): ParameterValues => ({
  numbers: Float32Array.from(numbers),
  stride,
  scope,
  indices: indices && Uint32Array.from(indices),
});

const TWO = facesOf([3, 4], [0, 1, 2, 2, 1, 3, 4]);

describe("the value of a corner", () => {
  it("belongs to the mesh, its polygon, its point, or the corner itself in the file", () => {
    const of = (scope: Scope, indices: number[] | null = null) => [
      ...cornerValues(TWO, values(scope, 1, [], indices)),
    ];
    expect(of("constant")).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(of("uniform")).toEqual([1, 1, 1, 0, 0, 0, 0]);
    expect(of("vertex")).toEqual([0, 1, 2, 2, 1, 3, 4]);
    expect(of("corner")).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(of("constant", [9])).toEqual([9, 9, 9, 9, 9, 9, 9]);
    expect(of("vertex", [5, 4, 3, 2, 1])).toEqual([5, 4, 3, 3, 4, 2, 1]);
    expect(of("corner", [10, 11, 12, 13, 14, 15, 16])).toEqual([16, 15, 14, 13, 12, 11, 10]);
  });
});

describe("display vertices", () => {
  it("without UVs and normals are the used points in the order of their first use", () => {
    const { point, corners, exampleCorner } = splitVertices(facesOf([3, 3], [7, 2, 5, 5, 2, 0]), [], null);
    expect([...point]).toEqual([7, 2, 5, 0]);
    expect([...corners]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...exampleCorner]).toEqual([0, 1, 2, 5]);
  });

  it("are split where UVs or normals differ, as in a table of all combinations", () => {
    const small = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 3, max: 5 }), { minLength: 1, maxLength: 12 }),
        fc.array(small, { minLength: 300, maxLength: 300 }),
        fc.constantFrom<Scope>("corner", "vertex", "uniform", "constant"),
        fc.constantFrom<Scope | null>("corner", "vertex", "uniform", null),
        fc.boolean(),
        (sizes, random, uvScope, normalScope, named) => {
          const count = sizes.reduce((a, b) => a + b, 0);
          const faces = facesOf(
            sizes,
            random.slice(0, count).map((x, c) => 3 * x + (c % 2)),
          );
          const length = Math.max(count, 9);
          const uvs = values(
            uvScope,
            2,
            random.slice(100, 100 + 2 * length),
            named ? random.slice(0, length) : null,
          );
          const normals = normalScope && values(normalScope, 3, random.slice(30, 30 + 3 * length));
          const { point, corners, exampleCorner } = splitVertices(faces, [{ values: uvs, size: 2 }], normals);
          const [uv, normal] = [cornerValues(faces, uvs), normals && cornerValues(faces, normals)];
          const known = new Map<string, number>();
          const expected = [...faces.points].map((p, c) => {
            const key = [
              p,
              ...uvs.numbers.slice(2 * uv[c], 2 * uv[c] + 2),
              ...(normals && normal ? normals.numbers.slice(3 * normal[c], 3 * normal[c] + 3) : []),
            ].join();
            if (!known.has(key)) known.set(key, known.size);
            return known.get(key)!;
          });
          expect([...corners]).toEqual(expected);
          expect(point.length).toBe(known.size);
          expect(exampleCorner.length).toBe(known.size);
          for (const [d, c] of exampleCorner.entries()) {
            expect(c).toBe(expected.indexOf(d));
            expect(point[d]).toBe(faces.points[c]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are not split by noise in normals, but by any difference in UVs", () => {
    const faces = facesOf([3, 3], [0, 1, 2, 2, 1, 0]);
    // The file's corners are counted from the end, so one of a point's two corners has the same number here.
    const split = (uv: number[], normal: number[]) =>
      splitVertices(
        faces,
        [{ values: values("corner", 2, [...new Array(10).fill(0), ...uv]), size: 2 }],
        values("corner", 3, [...new Array(15).fill(0), ...normal]),
      ).point.length;
    expect(split([0, 0], [0, 0, 0])).toBe(3);
    expect(split([0, 1e-7], [0, 0, 0])).toBe(4);
    expect(split([1e-7, 0], [0, 0, 0])).toBe(4);
    for (let axis = 0; axis < 3; axis++) {
      const bent = (by: number) => [0, 1, 2].map((c) => (c === axis ? by : 0));
      expect(split([0, 0], bent(0.49 / 4096))).toBe(3);
      expect(split([0, 0], bent(0.51 / 4096))).toBe(4);
      expect(split([0, 0], bent(-0.51 / 4096))).toBe(4);
    }
  });

  it("use the first numbers of wider values", () => {
    const faces = facesOf([3, 3], [0, 1, 2, 2, 1, 0]);
    const split = (uv: number[]) =>
      splitVertices(
        faces,
        [{ values: values("corner", 3, [...new Array(15).fill(0), ...uv]), size: 2 }],
        null,
      ).point.length;
    expect(split([0, 0, 9])).toBe(3);
    expect(split([0, 9, 0])).toBe(4);
  });
});
