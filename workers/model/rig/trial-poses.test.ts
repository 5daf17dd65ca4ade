import fc from "fast-check";
import { expect, test } from "vitest";
import { rotationMatrix } from "../../math/quaternion";
import { numbersBetween } from "../../testing/numbers-between";
import type { Bone } from "./rig";
import { testPoses } from "./trial-poses";

const coordinate = numbersBetween(-2, 2);
const skeleton = fc
  .array(fc.tuple(fc.nat(), fc.tuple(coordinate, coordinate, coordinate)), { minLength: 2, maxLength: 9 })
  .map((rows) =>
    rows.map(([n, head], j): Bone => ({ name: `bone ${j}`, parent: j === 0 ? -1 : n % j, head })),
  );

const angleOf = (q: ArrayLike<number>, at: number) =>
  (2 * Math.atan2(Math.hypot(q[at], q[at + 1], q[at + 2]), q[at + 3]) * 180) / Math.PI;

test("every joint is bent both ways about both axes, and twisted; roots stay", () => {
  fc.assert(
    fc.property(skeleton, fc.integer(), (bones, seed) => {
      const poses = testPoses(bones, seed);
      expect(new Set(poses.map(({ name }) => name)).size).toBe(poses.length);
      for (const pose of poses) {
        expect(pose.rotations.length).toBe(4 * bones.length);
        expect(pose.translations).toEqual(new Float32Array(3 * bones.length));
        const turned = bones.map((_, j) => angleOf(pose.rotations, 4 * j));
        turned.forEach((_, j) => {
          expect(Math.hypot(...pose.rotations.subarray(4 * j, 4 * j + 4))).toBeCloseTo(1, 6);
        });
        expect(turned[0]).toBeCloseTo(0, 4);
        if (pose.name.startsWith("combined")) {
          expect(turned.filter((angle) => angle > 1).length).toBeGreaterThan(1);
          continue;
        }
        const moved = turned.findIndex((angle) => angle > 1);
        expect(pose.name.startsWith(`${bones[moved].name} `)).toBe(true);
        expect(turned.filter((angle) => angle > 1).length).toBe(1);
        const said = Number(/(\d+)°$/.exec(pose.name)![1]);
        expect(turned[moved]).toBeCloseTo(said, 3);
        expect(said).toBeGreaterThanOrEqual(60);
        expect(said).toBeLessThanOrEqual(90);
      }
      const joints = bones.length - 1;
      expect(poses.length).toBe(5 * joints + (joints > 1 ? 4 : 0));
    }),
  );
});

test("a twist keeps the limb in place, a bend turns it by its whole angle", () => {
  const bones: Bone[] = [
    { name: "root", parent: -1, head: [0, 0, 0] },
    { name: "arm", parent: 0, head: [1, 2, 3] },
    { name: "hand", parent: 1, head: [3, 1, 4] },
  ];
  const limb = [2, -1, 1].map((x) => x / Math.sqrt(6));
  for (const { name, rotations } of testPoses(bones, 1).filter(({ name }) => name.startsWith("arm "))) {
    const matrix = new Float64Array(9);
    rotationMatrix(rotations, 4, matrix, 0);
    const along = limb.reduce(
      (sum, x, r) => sum + x * limb.reduce((total, y, c) => total + matrix[3 * r + c] * y, 0),
      0,
    );
    const degrees = name.includes("twist") ? 0 : angleOf(rotations, 4);
    expect(along, name).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 5);
  }
});

test("equal seeds give equal poses; a rig without parents works too", () => {
  const bones = [0, 1, 2].map((j): Bone => ({ name: `bone_0${j + 1}`, parent: -1, head: [j, 0, 0] }));
  expect(testPoses(bones, 7)).toEqual(testPoses(bones, 7));
  expect(testPoses(bones, 7)[0].name).toMatch(/^bone_02 bend \d+°$/);
  expect(testPoses(bones.slice(0, 1), 7)).toEqual([]);
});
