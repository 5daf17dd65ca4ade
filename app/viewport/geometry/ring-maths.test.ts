import fc from "fast-check";
import { Quaternion, Ray, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { angleOnRing, pointOn, type Ring, slideOnRing, spanOf, wrapped } from "./ring-maths";

const unit = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -3.1, max: 3.1, noNaN: true }))
  .map(([z, turn]) => {
    const flat = Math.sqrt(1 - z * z);
    return new Vector3(flat * Math.cos(turn), flat * Math.sin(turn), z);
  });
const place = fc.double({ min: -5, max: 5, noNaN: true });
const ringArbitrary = fc
  .tuple(place, place, place, unit, fc.double({ min: 0.1, max: 3, noNaN: true }))
  .map(([x, y, z, axis, radius]): Ring => ({ centre: new Vector3(x, y, z), axis, radius }));
const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
const seed = { seed: 11 };

/** A ray from far away through a point. */
function rayThrough(point: Vector3, towards: Vector3): Ray {
  return new Ray(point.clone().addScaledVector(towards, -12), towards.clone());
}

describe("rings", () => {
  it("measure angles as right-handed rotations about the axis", () => {
    fc.assert(
      fc.property(ringArbitrary, angle, (ring, turn) => {
        const start = pointOn(ring, 0).sub(ring.centre);
        const turned = start.applyQuaternion(new Quaternion().setFromAxisAngle(ring.axis, turn));
        expect(turned.add(ring.centre).distanceTo(pointOn(ring, turn))).toBeLessThan(1e-9);
        const [a, b] = spanOf(ring.axis);
        expect(a.cross(b).distanceTo(ring.axis)).toBeLessThan(1e-9);
      }),
      seed,
    );
  });

  it("return the angle of the ring's point that a ray passes through", () => {
    fc.assert(
      fc.property(ringArbitrary, angle, unit, (ring, turn, towards) => {
        const found = angleOnRing(ring, rayThrough(pointOn(ring, turn), towards));
        if (Math.abs(towards.dot(ring.axis)) < 0.12) expect(found).toBeNull();
        else expect(Math.abs(wrapped((found ?? 9) - turn))).toBeLessThan(1e-6);
      }),
      seed,
    );
  });

  it("agree with a search over the whole circle for the point nearest to a ray, from inside or outside", () => {
    fc.assert(
      fc.property(
        ringArbitrary,
        angle,
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        unit,
        (ring, turn, by, to) => {
          fc.pre(Math.abs(to.dot(ring.axis)) > 0.2);
          const inPlane = pointOn({ ...ring, radius: by * ring.radius }, turn);
          const found = angleOnRing(ring, rayThrough(inPlane, to)) ?? 9;
          let [best, least] = [0, Infinity];
          for (let n = -1800; n < 1800; n++) {
            const at = (Math.PI * n) / 1800;
            const away = pointOn(ring, at).distanceTo(inPlane);
            if (away < least) [best, least] = [at, away];
          }
          expect(Math.abs(wrapped(found - best))).toBeLessThan(2e-3);
        },
      ),
      { ...seed, numRuns: 40 },
    );
  });

  it("seen edge-on rotate by the distance along the tangent", () => {
    const ring: Ring = { centre: new Vector3(), axis: new Vector3(0, 0, 1), radius: 2 };
    // Looking along -y, at the point nearest to the viewer.
    const front = [0, 1, 2, 3].map((n) => (n * Math.PI) / 2).find((a) => pointOn(ring, a).y > 1.9) ?? 0;
    const ray = (x: number) => new Ray(new Vector3(x, 10, 0), new Vector3(0, -1, 0));
    // The tangent there is -x for a right-handed rotation about z.
    expect(slideOnRing(ring, front, ray(0), ray(-0.5))).toBeCloseTo(0.25, 9);
    expect(slideOnRing(ring, front, ray(0), ray(0.5))).toBeCloseTo(-0.25, 9);
  });

  it("wrap angles", () => {
    expect(wrapped(3 * Math.PI - 0.1)).toBeCloseTo(Math.PI - 0.1, 12);
    expect(wrapped(-7)).toBeCloseTo(2 * Math.PI - 7, 12);
  });
});
