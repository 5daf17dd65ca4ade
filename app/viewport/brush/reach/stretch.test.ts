import fc from "fast-check";
import { Matrix4, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { ViewCamera } from "../../picking/view-camera";
import { LongAxis, stretchedLength, stretchOf } from "./stretch";

describe("a tilted pen", () => {
  it("leaves the brush round if it is nearly upright", () => {
    expect(stretchOf({ tiltX: 0, tiltY: 0 })).toBeNull();
    expect(stretchOf({ tiltX: 3, tiltY: -3 })).toBeNull();
  });

  it("stretches the brush by 1 / cos of its tilt, in the direction in which it leans", () => {
    expect(stretchOf({ tiltX: 60, tiltY: 0 })).toMatchObject({ x: 1, y: 0 });
    expect(stretchOf({ tiltX: 60, tiltY: 0 })?.by).toBeCloseTo(2, 10);
    expect(stretchOf({ tiltX: 0, tiltY: -45 })?.by).toBeCloseTo(Math.SQRT2, 10);
    expect(stretchOf({ tiltX: 0, tiltY: -45 })?.y).toBe(-1);
    // Flat on the tablet, it stops at three times.
    expect(stretchOf({ tiltX: 85, tiltY: 20 })?.by).toBe(3);
    expect(stretchOf({ tiltX: 90, tiltY: 0 })?.by).toBe(3);
  });

  it("shortens only the part of an offset along the axis", () => {
    fc.assert(
      fc.property(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 }), (tiltX, tiltY) => {
        const stretch = stretchOf({ tiltX, tiltY });
        if (!stretch) return;
        const { x, y, by } = stretch;
        expect(Math.hypot(x, y)).toBeCloseTo(1, 9);
        expect(stretchedLength(stretch, 4 * x, 4 * y)).toBeCloseTo(4 / by, 9);
        expect(stretchedLength(stretch, -4 * y, 4 * x)).toBeCloseTo(4, 9);
      }),
      { seed: 18 },
    );
  });

  it("has its long axis on the surface, as the camera sees it", () => {
    const viewCamera = new ViewCamera();
    viewCamera.camera.position.set(0, 0, 10);
    viewCamera.camera.updateMatrixWorld();
    const eye = { viewCamera, world: new Matrix4() };
    const axis = new LongAxis({ x: 1, y: 0, by: 2 }, new Vector3(), new Vector3(0, 0, 1), eye);
    expect(axis.distance([4, 0, 0], 0)).toBeCloseTo(2, 9);
    expect(axis.distance([0, 4, 0], 0)).toBeCloseTo(4, 9);
    // On a slope of 45°, the axis runs up the slope.
    const normal = new Vector3(-1, 0, 1).normalize();
    const slope = new LongAxis({ x: 1, y: 0, by: 2 }, new Vector3(), normal, eye);
    expect(slope.distance([Math.SQRT1_2, 0, Math.SQRT1_2], 0)).toBeCloseTo(0.5, 9);
  });
});
