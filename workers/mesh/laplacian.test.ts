import fc from "fast-check";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { tentacle } from "../../tools/samples/tentacle";
import { createRandom } from "../math/random";
import { assertCsc, type Csc, multiply, transpose } from "../sparse/csc";
import { dense } from "../sparse/testing/matrices";
import { numbersBetween } from "../testing/numbers-between";
import { cotangentLaplacian, graphLaplacian, meshEdges, uniformLaplacian, vertexAreas } from "./laplacian";

const VERTICES = 12;

/**
 * Any triangles over few vertices: non-manifold edges, boundaries, isolated vertices, repeated corners. Some positions
 * coincide, some are collinear, and scales vary widely.
 */
const wildMesh = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11)), { maxLength: 20 }),
    fc.integer(),
    fc.integer({ min: -6, max: 6 }),
  )
  .map(([triangles, seed, exponent]) => {
    const random = createRandom(seed);
    const size = 10 ** exponent;
    const positions = Float64Array.from({ length: 3 * VERTICES }, () => size * random.normal());
    positions.copyWithin(0, 3, 6);
    for (let c = 0; c < 3; c++) {
      positions[6 + c] = 0.5 * (positions[9 + c] + positions[12 + c]);
      positions[15 + c] = positions[18 + c] + 1e-9 * size * random.normal();
    }
    return { positions, triangles: triangles.flat() };
  });

/** A flat patch of irregular triangles: a jittered grid in a tilted plane, with a list of its inner vertices. */
function flatPatch(seed: number, size = 6) {
  const random = createRandom(seed);
  const [u, v] = [
    [0.8, 0.1, 0.3],
    [-0.2, 0.9, 0.4],
  ];
  const positions = new Float64Array(3 * size * size);
  const [triangles, inner]: number[][] = [[], []];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      const [s, t] = [x + 0.4 * (random.next() - 0.5), y + 0.4 * (random.next() - 0.5)];
      for (let c = 0; c < 3; c++) positions[3 * i + c] = 5 + s * u[c] + t * v[c];
      if (x + 1 < size && y + 1 < size) {
        if (random.next() < 0.5) triangles.push(i, i + 1, i + size, i + 1, i + size + 1, i + size);
        else triangles.push(i, i + 1, i + size + 1, i, i + size + 1, i + size);
      }
      if (x > 0 && y > 0 && x + 1 < size && y + 1 < size) inner.push(i);
    }
  }
  return { positions, triangles, inner };
}

/** Checks that a matrix is symmetric, that rows sum to 0 and that no eigenvalue is below 0, up to rounding. */
function expectLaplacian(matrix: Csc): void {
  assertCsc(matrix);
  const size = matrix.values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const turned = transpose(matrix);
  expect(turned.indices).toEqual(matrix.indices);
  expect(turned.values).toEqual(matrix.values);
  for (const sum of multiply(matrix, new Float64Array(matrix.columns).fill(1))) {
    expect(Math.abs(sum)).toBeLessThanOrEqual(1e-13 * size);
  }
  const { realEigenvalues } = new EigenvalueDecomposition(new Matrix(dense(matrix)), {
    assumeSymmetric: true,
  });
  expect(Math.min(...realEigenvalues)).toBeGreaterThanOrEqual(-1e-12 * size);
}

describe("Laplacians of any mesh", () => {
  it("are symmetric and positive semi-definite with rows that sum to 0, and isolated vertices have empty rows", () => {
    fc.assert(
      fc.property(wildMesh, ({ positions, triangles }) => {
        const used = new Set(triangles);
        for (const matrix of [
          cotangentLaplacian(positions, triangles),
          cotangentLaplacian(positions, triangles, { nonNegative: true }),
          uniformLaplacian(VERTICES, triangles),
        ]) {
          expectLaplacian(matrix);
          expect(matrix.columns).toBe(VERTICES);
          for (let i = 0; i < VERTICES; i++) {
            if (!used.has(i)) expect(matrix.offsets[i + 1] - matrix.offsets[i]).toBe(0);
          }
        }
      }),
      { seed: 5 },
    );
  });

  it("have finite weights, and none is negative if negative weights are not allowed", () => {
    fc.assert(
      fc.property(wildMesh, ({ positions, triangles }) => {
        const { values } = cotangentLaplacian(positions, triangles);
        // Each of 20 triangles adds at most ½ / SLACK to each of its edges, and a diagonal entry has two edges of a
        // triangle.
        for (const v of values) expect(Math.abs(v)).toBeLessThan(20 * 2 * 0.5e4);
        const clamped = cotangentLaplacian(positions, triangles, { nonNegative: true });
        for (let c = 0; c < clamped.columns; c++) {
          for (let e = clamped.offsets[c]; e < clamped.offsets[c + 1]; e++) {
            if (clamped.indices[e] === c) expect(clamped.values[e]).toBeGreaterThanOrEqual(0);
            else expect(clamped.values[e]).toBeLessThanOrEqual(0);
          }
        }
      }),
      { seed: 6 },
    );
  });
});

describe("cotangentLaplacian", () => {
  it("has the cotangents of the angles, from vectors", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const positions = Array.from({ length: 9 }, () => random.normal());
        const at = (i: number) => positions.slice(3 * i, 3 * i + 3);
        const from = (a: number, b: number) => at(b).map((x, c) => x - at(a)[c]);
        const rows = dense(cotangentLaplacian(positions, [0, 1, 2]));
        for (let i = 0; i < 3; i++) {
          const [j, k] = [(i + 1) % 3, (i + 2) % 3];
          const [p, q] = [from(i, j), from(i, k)];
          const cross = Math.hypot(
            p[1] * q[2] - p[2] * q[1],
            p[2] * q[0] - p[0] * q[2],
            p[0] * q[1] - p[1] * q[0],
          );
          const cotangent = (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) / cross;
          if (Math.abs(cotangent) > 20) continue;
          expect(rows[j][k]).toBeCloseTo(-0.5 * cotangent, 8);
        }
      }),
      { seed: 7 },
    );
  });

  it("is 0 on linear functions inside a flat patch, whatever the triangles", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { positions, triangles, inner } = flatPatch(seed);
        const product = multiply(cotangentLaplacian(positions, triangles), positions, 3);
        for (const i of inner) {
          for (let c = 0; c < 3; c++) expect(Math.abs(product[3 * i + c])).toBeLessThan(1e-10);
        }
      }),
      { seed: 8 },
    );
  });

  it("does not depend on the mesh's size, place and rotation", () => {
    const { positions, triangles } = flatPatch(3);
    const one = cotangentLaplacian(positions, triangles).values;
    const turned = positions.map((_, n) => {
      const [x, y, z] = positions.subarray(n - (n % 3), n - (n % 3) + 3);
      return [1e4 * (0.6 * x - 0.8 * y), 1e4 * (0.8 * x + 0.6 * y), 1e4 * z - 500][n % 3];
    });
    const other = cotangentLaplacian(turned, triangles).values;
    one.forEach((v, e) => {
      expect(other[e]).toBeCloseTo(v, 8);
    });
  });

  it("changes only the slivers", () => {
    const { positions, triangles } = flatPatch(4);
    const clean = dense(cotangentLaplacian(positions, triangles));
    // A triangle of three vertices on a line, beside the patch.
    const more = [...positions, 50, 0, 0, 51, 0, 0, 52, 0, 0];
    const n = positions.length / 3;
    const rows = dense(cotangentLaplacian(more, [...triangles, n, n + 1, n + 2]));
    expect(rows.slice(0, n).map((row) => row.slice(0, n))).toEqual(clean);
    // A cap: its two short sides have positive weights, its long side a negative one.
    expect(rows[n][n + 1]).toBeLessThan(0);
    expect(rows[n][n + 2]).toBeGreaterThan(0);
  });

  it("has the same weights whichever corner of a triangle comes first, slivers included", () => {
    const thickness = fc.constantFrom(0, 1e-7, 1e-4, 0.1);
    fc.assert(
      fc.property(thickness, numbersBetween(0.01, 0.99), (thin, foot) => {
        // A triangle whose corner lies on the longest side, or nearly.
        const positions = [0, 0, 0, 1, 0, 0, foot, thin, 0];
        const first = dense(cotangentLaplacian(positions, [0, 1, 2]));
        for (const order of [
          [1, 2, 0],
          [2, 0, 1],
          [0, 2, 1],
          [2, 1, 0],
          [1, 0, 2],
        ]) {
          const other = dense(cotangentLaplacian(positions, order));
          first.flat().forEach((x, n) => {
            expect(Math.abs(other.flat()[n] - x)).toBeLessThan(1e-6 * (1 + Math.abs(x)));
          });
          expect([...vertexAreas(positions, order)]).toEqual(
            Array.from({ length: 3 }, () => expect.closeTo(thin / 6, 7)),
          );
        }
      }),
    );
  });

  it("does not change with triangles that name a vertex twice, in any two corners", () => {
    const { positions, triangles } = flatPatch(6);
    const clean = dense(cotangentLaplacian(positions, triangles));
    for (const odd of [
      [7, 7, 20],
      [20, 7, 7],
      [7, 20, 7],
      [7, 7, 7],
    ])
      expect(dense(cotangentLaplacian(positions, [...odd, ...triangles]))).toEqual(clean);
  });

  it("treats a triangle that is one point as equilateral", () => {
    const { values } = cotangentLaplacian(new Float64Array(9).fill(3), [0, 1, 2]);
    expect(values[1]).toBeCloseTo(-0.5 / Math.sqrt(3), 12);
  });
});

describe("uniformLaplacian and its edges", () => {
  it("count an edge once, even if several triangles share it", () => {
    const triangles = [0, 1, 2, 0, 1, 3, 1, 0, 4, 2, 2, 0];
    expect([...meshEdges(6, triangles)]).toEqual([0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 1, 3, 1, 4]);
    expect(dense(uniformLaplacian(6, triangles)).map((row, i) => row[i])).toEqual([4, 4, 2, 2, 2, 0]);
  });

  it("adds edges between parts", () => {
    const rows = dense(graphLaplacian(3, [0, 1, 1, 2, 1, 0, 2, 2], [1, 2, 3, 9]));
    expect(rows).toEqual([
      [4, -4, 0],
      [-4, 6, -2],
      [0, -2, 2],
    ]);
  });
});

describe("vertexAreas", () => {
  it("sums to the area of the surface", () => {
    const total = (areas: Float64Array) => areas.reduce((sum, a) => sum + a, 0);
    expect(total(vertexAreas([0, 0, 0, 3, 0, 0, 3, 2, 0, 0, 2, 0, 9, 9, 9], [0, 1, 2, 0, 2, 3]))).toBeCloseTo(
      6,
      12,
    );
    expect([...vertexAreas([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])]).toEqual([0, 0, 0]);
    const { rest, triangles, solverIndex } = tentacle({ rings: 20, sectors: 12, frames: 2 });
    const welded = triangles.map((d) => solverIndex[d]);
    let sum = 0;
    for (let t = 0; t < welded.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((q) => rest.subarray(3 * welded[t + q], 3 * welded[t + q] + 3));
      const [p, q] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
      sum +=
        0.5 * Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]);
    }
    expect(total(vertexAreas(rest, welded))).toBeCloseTo(sum, 5);
  });
});
