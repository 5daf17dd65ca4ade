import fc from "fast-check";
import { Box3, PerspectiveCamera, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { cornersOf } from "../geometry/outline";
import { OrbitCamera } from "./orbit-camera";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const box = fc
  .tuple(
    fc.array(number(-50, 50), { minLength: 3, maxLength: 3 }),
    fc.array(number(0.1, 30), { minLength: 3, maxLength: 3 }),
  )
  .map(([at, size]) => new Box3(new Vector3(...at), new Vector3(...at).add(new Vector3(...size))));

describe("OrbitCamera", () => {
  it("looks at a new file from the front, wherever the camera was before", () => {
    const corners = cornersOf(new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1)));
    const [fresh, used] = [new OrbitCamera(), new OrbitCamera()];
    fresh.frame(corners, 1.5);
    used.lookFrom(2.5, -1);
    used.zoom(0.3, 0.5, 0.5, 1.5);
    used.frameFromFront(corners, 1.5);
    expect([used.yaw, used.pitch, used.distance]).toEqual([fresh.yaw, fresh.pitch, fresh.distance]);
    expect(used.target).toEqual(fresh.target);
  });

  it("frames a box so that all of it is visible from any angle", () => {
    fc.assert(
      fc.property(box, number(-7, 7), number(-1.5, 1.5), number(0.4, 2), (target, yaw, pitch, aspect) => {
        const orbit = new OrbitCamera();
        orbit.lookFrom(yaw, pitch);
        orbit.frame(cornersOf(target), aspect);
        const camera = new PerspectiveCamera();
        orbit.apply(camera, aspect, 200);
        let most = 0;
        for (const corner of cornersOf(target)) {
          corner.project(camera);
          most = Math.max(most, Math.abs(corner.x), Math.abs(corner.y));
          expect(corner.z).toBeLessThan(1);
        }
        expect(most).toBeLessThan(1);
        expect(most).toBeGreaterThan(0.3);
      }),
      { seed: 2 },
    );
  });

  it("frames tightly: both sides of the tighter axis are as far from the points", () => {
    fc.assert(
      fc.property(box, number(-7, 7), number(-1.5, 1.5), number(0.4, 2), (target, yaw, pitch, aspect) => {
        const orbit = new OrbitCamera();
        orbit.lookFrom(yaw, pitch);
        orbit.frame(cornersOf(target), aspect);
        const camera = new PerspectiveCamera();
        orbit.apply(camera, aspect, 200);
        const ends = cornersOf(target).map((corner) => corner.project(camera));
        const tops = (["x", "y"] as const).map((axis) => {
          const places = ends.map((end) => end[axis]);
          return { most: Math.max(...places), least: Math.min(...places) };
        });
        // The looser axis has its ends as far from the middle of the picture, too.
        for (const { most, least } of tops) expect(most + least).toBeCloseTo(0, 4);
        const tight = tops[0].most > tops[1].most ? tops[0] : tops[1];
        expect(tight.most).toBeCloseTo(0.82, 6);
        expect(tight.least).toBeCloseTo(-0.82, 6);
      }),
      { seed: 4 },
    );
  });

  it("keeps the point under the pointer when it zooms, in the target's plane", () => {
    fc.assert(
      fc.property(number(-0.9, 0.9), number(-0.9, 0.9), number(0.5, 2), (x, y, factor) => {
        const orbit = new OrbitCamera();
        orbit.frame(cornersOf(new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1))), 1.5);
        const camera = new PerspectiveCamera();
        orbit.apply(camera, 1.5, 10);
        const depth = orbit.target.clone().project(camera).z;
        const point = new Vector3(x, y, depth).unproject(camera);
        orbit.zoom(factor, x, y, 1.5);
        orbit.apply(camera, 1.5, 10);
        const after = point.project(camera);
        expect(after.x).toBeCloseTo(x, 6);
        expect(after.y).toBeCloseTo(y, 6);
      }),
      { seed: 3 },
    );
  });

  it("pans by the movement of the pointer", () => {
    const orbit = new OrbitCamera();
    orbit.frame(cornersOf(new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1))), 1.5);
    const camera = new PerspectiveCamera();
    orbit.apply(camera, 1.5, 10);
    const point = orbit.target.clone();
    orbit.pan(90, -40, 900, 600);
    orbit.apply(camera, 1.5, 10);
    point.project(camera);
    expect((point.x * 900) / 2).toBeCloseTo(90, 6);
    expect((-point.y * 600) / 2).toBeCloseTo(-40, 6);
  });

  it("frames again for a view of another shape, until the artist moves the camera", () => {
    const points = cornersOf(new Box3(new Vector3(-3, 0, -1), new Vector3(3, 2, 1)));
    const seen = (orbit: OrbitCamera, aspect: number) => {
      const camera = new PerspectiveCamera();
      orbit.apply(camera, aspect, 50);
      const ends = points.map((p) => p.clone().project(camera));
      return Math.max(...ends.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y))));
    };
    const orbit = new OrbitCamera();
    orbit.frame(points, 2);
    orbit.keepFramed(0.7);
    expect(seen(orbit, 0.7)).toBeGreaterThan(0.7);
    orbit.zoom(0.5, 0, 0, 0.7);
    const { distance } = orbit;
    orbit.keepFramed(2);
    expect(orbit.distance).toBe(distance);
  });
});
