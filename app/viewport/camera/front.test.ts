import { Matrix4 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../workers/math/random";
import { upright } from "../geometry/placement";
import { frontYaw } from "./front";

/** Random points in boxes, [centre, half size] each. */
function body(boxes: [[number, number, number], [number, number, number]][]): Float32Array {
  const random = createRandom(7);
  return Float32Array.from(
    boxes.flatMap(([centre, half]) =>
      Array.from({ length: 900 }, () =>
        centre.map((c, axis) => c + half[axis] * (2 * random.next() - 1)),
      ).flat(),
    ),
  );
}

/** An upright figure that faces +z: body, legs, feet that point forward, head. */
const FIGURE = body([
  [
    [0, 1.1, 0],
    [0.25, 0.5, 0.12],
  ],
  [
    [0.14, 0.35, 0],
    [0.07, 0.35, 0.07],
  ],
  [
    [-0.14, 0.35, 0],
    [0.07, 0.35, 0.07],
  ],
  [
    [0.14, 0.04, 0.12],
    [0.06, 0.04, 0.2],
  ],
  [
    [-0.14, 0.04, 0.12],
    [0.06, 0.04, 0.2],
  ],
  [
    [0, 1.75, 0.02],
    [0.1, 0.14, 0.12],
  ],
]);

/** An animal that faces +z: a long body, four legs, a high head in front. */
const ANIMAL = body([
  [
    [0, 0.8, 0],
    [0.25, 0.25, 0.8],
  ],
  ...(
    [
      [0.18, 0.6],
      [-0.18, 0.6],
      [0.18, -0.6],
      [-0.18, -0.6],
    ] as const
  ).map(([x, z]): [[number, number, number], [number, number, number]] => [
    [x, 0.3, z],
    [0.07, 0.3, 0.07],
  ]),
  [
    [0, 1.25, 0.95],
    [0.14, 0.25, 0.25],
  ],
]);

const turned = (points: Float32Array, yaw: number) => {
  const out = points.slice();
  for (let n = 0; n < out.length; n += 3) {
    const [x, z] = [points[n], points[n + 2]];
    out[n] = x * Math.cos(yaw) + z * Math.sin(yaw);
    out[n + 2] = -x * Math.sin(yaw) + z * Math.cos(yaw);
  }
  return out;
};

/** The same pose in every frame, each displaced from the one before it. */
const walking = (rest: Float32Array, step = [0, 0, 0], frameCount = 9) => ({
  rest,
  frameCount,
  frames: Float32Array.from(
    Array.from({ length: frameCount }, (_, k) => [...rest.map((x, n) => x + k * step[n % 3])]).flat(),
  ),
});

describe.each([
  ["an upright figure", FIGURE],
  ["an animal", ANIMAL],
])("the front of %s", (_, rest) => {
  it.each([0, 90, -90])("is found if it faces %i degrees away from +z", (degrees) => {
    const yaw = (degrees * Math.PI) / 180;
    expect(frontYaw(walking(turned(rest, yaw)), new Matrix4())).toBeCloseTo(yaw, 9);
  });

  it.each([0, 90, -90, 180])("is where it walks to, %i degrees from +z", (degrees) => {
    const yaw = (degrees * Math.PI) / 180;
    const step = [0.6 * Math.sin(yaw), 0, 0.6 * Math.cos(yaw)];
    // Turned the other way around, so that head and feet tell the opposite.
    const front = frontYaw(walking(turned(rest, yaw + Math.PI), step), new Matrix4());
    expect(Math.cos(front - yaw)).toBeCloseTo(1, 9);
  });

  it("does not follow steps that are shorter than the body, nor steps to the side", () => {
    expect(frontYaw(walking(rest, [0, 0, -0.06]), new Matrix4())).toBe(0);
    expect(frontYaw(walking(rest, [-1, 0, -0.6]), new Matrix4())).toBe(0);
  });

  it("is −y where z is up", () => {
    const zUp = rest.slice();
    for (let n = 0; n < zUp.length; n += 3) [zUp[n + 1], zUp[n + 2]] = [-rest[n + 2], rest[n + 1]];
    expect(frontYaw(walking(zUp), upright("z"))).toBe(0);
  });
});

it("the front of a ball or a point is +z", () => {
  const ball = body([
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
  ]);
  expect(frontYaw(walking(ball), new Matrix4())).toBe(0);
  expect(frontYaw(walking(new Float32Array(3)), new Matrix4())).toBe(0);
});

it("a flag keeps its front in the wind, which moves it by more than its thickness", () => {
  const flag = body([
    [
      [0.8, 1.4, 0],
      [0.8, 0.6, 0.05],
    ],
  ]);
  expect(frontYaw(walking(flag, [0, 0, -0.06]), new Matrix4())).toBe(0);
});
