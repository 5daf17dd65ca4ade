import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coneVolume, isClosed } from "../../../workers/model/mesh/volume";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { cube } from "../geometry/testing/mesh";
import { frameError } from "./frame-error";
import { regionOf, regionVolume, volumeChange } from "./volume";

const mesh = cube();
const triangles = mesh.triangles.map((d) => mesh.solverIndex[d]);
const place = fc.double({ min: -20, max: 20, noNaN: true });
const size = fc.double({ min: 0.2, max: 5, noNaN: true });

/** A box: the unit cube scaled and moved. */
const boxOf = ([x, y, z]: number[], [a, b, c]: number[]) =>
  mesh.rest.map((value, n) => value * [a, b, c][n % 3] + [x, y, z][n % 3]);

/** Weights with one bone for each vertex. */
const rigid = (owners: number[]): SparseWeights => ({
  version: 1,
  offsets: Uint32Array.from({ length: owners.length + 1 }, (_, i) => i),
  bones: Uint16Array.from(owners),
  values: new Float32Array(owners.length).fill(1),
});

describe("volume", () => {
  it("of a box is the product of its sides, from any reference point", () => {
    fc.assert(
      fc.property(
        fc.tuple(place, place, place),
        fc.tuple(size, size, size),
        fc.tuple(place, place, place),
        (at, sides, from) => {
          const volume = Math.abs(coneVolume(boxOf(at, sides), triangles, from));
          const expected = sides[0] * sides[1] * sides[2];
          expect(Math.abs(volume - expected)).toBeLessThan(1e-3 + 1e-3 * expected);
        },
      ),
      { seed: 2 },
    );
  });

  it("changes by the factors of a box's sides", () => {
    const rest = coneVolume(mesh.rest, triangles, [0, 0, 0]);
    const now = coneVolume(boxOf([3, 1, 2], [2, 0.5, 0.9]), triangles, [3, 1, 2]);
    expect(volumeChange(now, rest, Math.sqrt(3))).toBeCloseTo(-0.1, 5);
    expect(volumeChange(1, 1e-9, 1)).toBeNull();
  });

  it("exists only for a surface without a rim", () => {
    expect(isClosed(triangles)).toBe(true);
    expect(isClosed(triangles.subarray(3))).toBe(false);
    expect(isClosed([])).toBe(false);
    const flipped = triangles.slice();
    flipped.set([flipped[1], flipped[0]], 0);
    expect(isClosed(flipped)).toBe(false);
  });

  it("of a region scales with the region, and ignores the rest of the mesh", () => {
    // The region has all vertices but the one at 1, 1, 1, so it lacks the triangles at that corner.
    const region = regionOf(triangles, rigid([0, 0, 0, 0, 0, 0, 0, 1]), 0);
    expect(region.triangles.length).toBeLessThan(triangles.length);
    expect(region.rim.length).toBeGreaterThan(2);
    const rest = regionVolume(mesh.rest, region);
    const scaled = boxOf([5, -2, 1], [2, 2, 2]);
    expect(regionVolume(scaled, region) / rest).toBeCloseTo(8, 4);
    scaled.set([40, 40, 40], 21);
    expect(regionVolume(scaled, region) / rest).toBeCloseTo(8, 4);
    expect(regionOf(triangles, rigid([0, 0, 0, 0, 0, 0, 0, 1]), 1).triangles).toHaveLength(0);
  });
});

describe("frameError", () => {
  it("is thousandths of half the diagonal, as in the report", () => {
    const source = Float32Array.from(mesh.rest, (x, n) => x + (n % 3 === 1 ? 0.3 : 0));
    // 1000 · sqrt(8 · 0.09 / (3 · 8)) · 2 / d
    expect(frameError(source, mesh.rest, 4)).toBeCloseTo((1000 * Math.sqrt(0.03) * 2) / 4, 2);
    expect(frameError(mesh.rest, mesh.rest, 4)).toBe(0);
  });
});
