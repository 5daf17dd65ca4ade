import { Box3, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { cornersOf } from "../geometry/outline";
import { CameraMoves } from "./camera-moves";
import { OrbitCamera } from "./orbit-camera";

/** A page whose clock the test controls. */
function page(still = false) {
  let time = 0;
  let waiting: (() => void)[] = [];
  return {
    isStill: () => still,
    now: () => time,
    nextFrame: (call: () => void) => waiting.push(call),
    cancelFrame: () => {
      waiting = [];
    },
    pass(milliseconds: number) {
      time += milliseconds;
      const calls = waiting;
      waiting = [];
      for (const call of calls) call();
    },
  };
}

describe("camera moves", () => {
  it("turn the shorter way in less than a quarter of a second, and at once under reduced motion", () => {
    const clock = page();
    const orbit = new OrbitCamera();
    const moves = new CameraMoves(orbit, clock);
    orbit.lookFrom(3, 0);
    moves.look("left");
    clock.pass(90);
    // From 3 up to 2 pi - pi / 2, not down through 0.
    expect(orbit.yaw).toBeGreaterThan(3);
    expect(orbit.yaw).toBeLessThan(1.5 * Math.PI);
    clock.pass(160);
    expect(Math.sin(orbit.yaw)).toBeCloseTo(-1, 9);

    const still = new OrbitCamera();
    new CameraMoves(still, page(true)).look("top");
    expect(still.pitch).toBeCloseTo(Math.PI / 2, 2);
  });

  it("go back to earlier views and forward again", () => {
    const orbit = new OrbitCamera();
    const clock = page(true);
    const moves = new CameraMoves(orbit, clock);
    const first = orbit.pose;
    moves.look("right");
    const second = orbit.pose;
    moves.zoom(0.5);
    expect(orbit.distance).toBeCloseTo(second.distance / 2, 12);
    moves.previous();
    expect(orbit.pose).toEqual(second);
    moves.previous();
    expect(orbit.pose).toEqual(first);
    expect(moves.hasPrevious).toBe(false);
    moves.next();
    expect(orbit.pose).toEqual(second);
    // A gesture is a step too, and clears the later views. Turns of the wheel in quick succession are one gesture.
    moves.begin(true);
    orbit.zoom(0.9, 0, 0, 1);
    clock.pass(100);
    moves.begin(true);
    orbit.zoom(0.9, 0, 0, 1);
    expect(moves.hasNext).toBe(false);
    moves.previous();
    expect(orbit.pose).toEqual(second);
  });

  it("frame as the camera itself would, and frame again when the view changes its shape", () => {
    const points = cornersOf(new Box3(new Vector3(-1, 0, -2), new Vector3(3, 2, 1)));
    const [one, other] = [new OrbitCamera(), new OrbitCamera()];
    new CameraMoves(one, page(true)).frame(points, 1.5);
    other.frame(points, 1.5);
    expect(one.pose).toEqual(other.pose);
    one.keepFramed(0.5);
    other.keepFramed(0.5);
    expect(one.pose).toEqual(other.pose);
  });

  it("frame at the angle that a move was going to, even before it has arrived", () => {
    const points = cornersOf(new Box3(new Vector3(-1, 0, -2), new Vector3(3, 2, 1)));
    const clock = page();
    const orbit = new OrbitCamera();
    const moves = new CameraMoves(orbit, clock);
    orbit.lookFrom(0, 0.1);
    moves.turn(0.5, 0);
    clock.pass(60);
    moves.turn(0.5, 0);
    clock.pass(60);
    expect(orbit.yaw).toBeLessThan(0.9);
    moves.frame(points, 1.5);
    clock.pass(200);
    expect([orbit.yaw, orbit.pitch]).toEqual([expect.closeTo(1, 9), expect.closeTo(0.1, 9)]);
  });

  it("turn at the speed of the turntable", () => {
    const clock = page();
    const orbit = new OrbitCamera();
    const moves = new CameraMoves(orbit, clock);
    const before = orbit.yaw;
    moves.turntable(0.5);
    clock.pass(1000);
    clock.pass(1000);
    expect(orbit.yaw - before).toBeCloseTo(1, 9);
    moves.turntable(0);
    clock.pass(1000);
    expect(orbit.yaw - before).toBeCloseTo(1, 9);
  });

  it("look from the other side", () => {
    const orbit = new OrbitCamera();
    const moves = new CameraMoves(orbit, page(true));
    orbit.lookFrom(0.3, 0.2);
    moves.opposite();
    expect(orbit.pitch).toBeCloseTo(-0.2, 12);
    expect(Math.cos(orbit.yaw - 0.3)).toBeCloseTo(-1, 12);
  });
});
