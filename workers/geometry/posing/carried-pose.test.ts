import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { type Pose, poseMatrices } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { carriedPose } from "./carried-pose";

const PARENTS = [-1, 0, 1, 0];

function bonesOf(random: ReturnType<typeof createRandom>): Bone[] {
  return PARENTS.map((parent, j) => ({
    name: `bone_${j}`,
    parent,
    head: [random.normal(), random.normal(), random.normal()],
  }));
}

/** A random pose with closed joints, except at the bones that move. */
function poseOf(random: ReturnType<typeof createRandom>, moved: readonly number[]): Pose {
  const rotations = PARENTS.flatMap(() => {
    const q = [random.normal(), random.normal(), random.normal(), random.normal()];
    const length = Math.hypot(...q);
    return q.map((x) => x / length);
  });
  const translations = PARENTS.flatMap((_, j) =>
    [0, 1, 2].map(() => (moved.includes(j) ? random.normal() : 0)),
  );
  return {
    name: "some",
    rotations: Float32Array.from(rotations),
    translations: Float32Array.from(translations),
  };
}

/** The linear part of each bone's matrix, and the place where a bone carries a point. */
const linearOf = (m: Float32Array, j: number) => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[12 * j + c]);
const carried = (m: Float32Array, j: number, [x, y, z]: Point) =>
  [0, 4, 8].map((r) => m[12 * j + r] * x + m[12 * j + r + 1] * y + m[12 * j + r + 2] * z + m[12 * j + r + 3]);

function expectNear(a: readonly number[], b: readonly number[]): void {
  a.forEach((x, n) => {
    expect(x).toBeCloseTo(b[n], 4);
  });
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("a pose for edited bones", () => {
  it("keeps joints closed if heads moved, also below the first bone", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const before = bonesOf(random);
        const pose = poseOf(random, [0]);
        const bones = before.map((bone, j) => ({
          ...bone,
          head: bone.head.map((x) => (j > 0 ? x + random.normal() : x)) as Point,
        }));
        const found = carriedPose(pose, before, bones, [0, 1, 2, 3]);
        const [was, now] = [poseMatrices(before, pose), poseMatrices(bones, found)];
        bones.forEach(({ parent, head }, j) => {
          expectNear(linearOf(now, j), linearOf(was, j));
          if (parent >= 0) expectNear(carried(now, j, head), carried(now, parent, head));
        });
      }),
    );
  });

  it("leaves a bone in its place when it gets another parent", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const before = bonesOf(random);
        const pose = poseOf(random, [0, 2]);
        // Bone 2 was below 1, and is below 0 now.
        const bones = before.map((bone, j) => (j === 2 ? { ...bone, parent: 0 } : bone));
        const found = carriedPose(pose, before, bones, [0, 1, 2, 3]);
        const [was, now] = [poseMatrices(before, pose), poseMatrices(bones, found)];
        expectNear([...now], [...was]);
      }),
    );
  });

  it("moves a new bone along with its parent", () => {
    const random = createRandom(7);
    const before = bonesOf(random);
    const pose = poseOf(random, [0]);
    const bones: Bone[] = [...before, { name: "new", parent: 2, head: [1, 2, 3] }];
    const now = poseMatrices(bones, carriedPose(pose, before, bones, [0, 1, 2, 3, -1]));
    expectNear([...now.subarray(48, 60)], [...now.subarray(24, 36)]);
  });
});
