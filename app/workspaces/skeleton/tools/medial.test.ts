import fc from "fast-check";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import {
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  DoubleSide,
  Ray,
  SphereGeometry,
  Vector3,
} from "three/webgpu";
import { MeshBVH } from "three-mesh-bvh";
import { describe, expect, it } from "vitest";
import { exitOf, insideOf, nearestInside } from "./inside";
import { type Cast, medialNear, middleAlong } from "./medial";

function castOn(geometry: BufferGeometry): Cast {
  const bvh = new MeshBVH(geometry);
  return (ray) =>
    bvh.raycast(ray, DoubleSide).map(({ distance, face }) => ({
      distance,
      enters: (face?.normal.dot(ray.direction) ?? 0) < 0,
    }));
}

/** "+2" is a surface entered at 2, "-3" one that is left at 3. */
const at = (...signed: number[]) => signed.map((x) => ({ distance: Math.abs(x), enters: x > 0 }));

describe("insideOf", () => {
  it("treats separate shells separately, and overlapping ones as one", () => {
    expect(insideOf(at(1, -2, 4, -6))).toEqual([
      [1, 2],
      [4, 6],
    ]);
    expect(insideOf(at(1, 2, -3, -5))).toEqual([[1, 5]]);
    expect(insideOf(at(5, -6, 1, 2, -4, -3))).toEqual([
      [1, 4],
      [5, 6],
    ]);
  });

  it("leaves out hollows, and ignores the orientation of faces", () => {
    expect(insideOf(at(1, -2, 3, -4))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(insideOf(at(-1, 2, -4, 6))).toEqual([
      [1, 2],
      [4, 6],
    ]);
  });

  it("handles open surfaces, and edges that are hit twice", () => {
    expect(insideOf(at(3))).toEqual([[3, 3]]);
    expect(insideOf([])).toEqual([]);
    expect(insideOf(at(1, 2, -3))).toEqual([[1, 3]]);
    expect(insideOf(at(1, 1.000001, -3))).toEqual([[1, 3]]);
    expect(insideOf(at(1, -3, -3.000001))).toEqual([[1, 3]]);
  });

  it("is the union of balls along a line (seed 3)", () => {
    const ball = fc.record({
      middle: fc.double({ min: 5, max: 20, noNaN: true }),
      radius: fc.double({ min: 0.5, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(ball, { minLength: 1, maxLength: 5 }), (balls) => {
        const signed = balls.flatMap(({ middle, radius }) => [middle - radius, -(middle + radius)]);
        const found = insideOf(at(...signed));
        for (let x = 0.01; x < 24; x += 0.37) {
          const truth = balls.some(({ middle, radius }) => Math.abs(x - middle) < radius);
          const near = balls.some(({ middle, radius }) => Math.abs(Math.abs(x - middle) - radius) < 1e-3);
          if (!near) expect(found.some(([from, to]) => x > from && x < to)).toBe(truth);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it("finds the nearest interval and the exit", () => {
    expect(
      nearestInside(
        [
          [1, 2],
          [4, 6],
        ],
        3.5,
      ),
    ).toEqual([4, 6]);
    expect(
      nearestInside(
        [
          [1, 2],
          [4, 6],
        ],
        1.5,
      ),
    ).toEqual([1, 2]);
    expect(nearestInside([], 1)).toBeNull();
    expect(exitOf(at(1, -2, -3))).toBe(3);
    expect(exitOf(at(-2, 3, -4))).toBe(2);
    expect(exitOf([])).toBeNull();
  });
});

describe("the middle of volumes", () => {
  const view = new Vector3(0.2, -0.3, -1).normalize();
  const towards = (target: Vector3) => new Ray(target.clone().addScaledVector(view, -20), view);
  const off = (p: Vector3) => Math.hypot(p.x, p.z);

  it("lies on the axis of a limb under the pointer", () => {
    const cast = castOn(new CapsuleGeometry(0.5, 6, 12, 32));
    for (const y of [-2.5, -1, 0, 1.3, 2.6]) {
      const middle = middleAlong(cast, towards(new Vector3(0, y, 0)), null)!;
      expect(off(middle)).toBeLessThan(0.02);
    }
  });

  it("is found from anywhere on the limb (seed 5)", () => {
    const cast = castOn(new CapsuleGeometry(0.5, 6, 12, 32));
    const offset = fc.double({ min: -0.42, max: 0.42, noNaN: true });
    const height = fc.double({ min: -2.2, max: 2.2, noNaN: true });
    fc.assert(
      fc.property(offset, height, (x, y) => {
        const begin = middleAlong(cast, towards(new Vector3(x, y, 0)), null)!;
        expect(off(medialNear(cast, begin, view))).toBeLessThan(0.025);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("belongs to the limb in front, or to the one nearest to a given distance", () => {
    const behind = new CapsuleGeometry(0.5, 6).translate(-2, 0, -10);
    const cast = castOn(mergeGeometries([new CapsuleGeometry(0.5, 6), behind]));
    const ray = towards(new Vector3(0, 0, 0));
    const hits = insideOf(cast(ray));
    expect(hits.length).toBeGreaterThan(0);
    expect(off(middleAlong(cast, ray, null)!)).toBeLessThan(0.02);
    const through = new Ray(new Vector3(1, 0, 5), new Vector3(-3, 0, -15).normalize());
    const far = middleAlong(cast, through, 15.8)!;
    expect(far.distanceTo(new Vector3(-2, 0, -10))).toBeLessThan(0.1);
  });

  it("is found in a tube without ends, and in overlapping shells", () => {
    const tube = castOn(new CylinderGeometry(0.5, 0.5, 6, 32, 1, true));
    const begin = middleAlong(tube, towards(new Vector3(0.3, 0.4, 0)), null)!;
    expect(off(medialNear(tube, begin, view))).toBeLessThan(0.02);
    const two = mergeGeometries([
      new SphereGeometry(1, 32, 24),
      new SphereGeometry(1, 32, 24).translate(0, 0, 1),
    ]);
    const middle = middleAlong(castOn(two), new Ray(new Vector3(0, 0.01, 9), new Vector3(0, 0, -1)), null)!;
    expect(middle.z).toBeCloseTo(0.5, 2);
  });
});
