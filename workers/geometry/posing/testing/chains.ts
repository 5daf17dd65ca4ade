import fc from "fast-check";
import { plus, scaled, unit } from "../../../math/vectors";
import { type Pose, poseMatrices } from "../../../model/rig/pose";
import type { Bone } from "../../../model/rig/rig";
import type { Point } from "../../../model/skeleton/skeleton";
import { numbersBetween } from "../../../testing/numbers-between";

/** The place of a bone's point by the matrices that pose the mesh, independent of the solver's own kinematics. */
export function placed(bones: readonly Bone[], pose: Pose, bone: number, point: Point): Point {
  const m = poseMatrices(bones, pose).subarray(12 * bone, 12 * bone + 12);
  return [0, 1, 2].map(
    (r) => m[4 * r] * point[0] + m[4 * r + 1] * point[1] + m[4 * r + 2] * point[2] + m[4 * r + 3],
  ) as Point;
}

export const heads = (bones: readonly Bone[], pose: Pose) =>
  bones.map(({ head }, j) => placed(bones, pose, j, head));

export const number = numbersBetween(-1, 1);
export const direction = fc
  .tuple(number, number, number)
  .map((v) => unit(v))
  .filter((v): v is Point => v !== null);

/** A chain of bones with random lengths and directions, and its end. */
export const chains = fc
  .array(fc.tuple(direction, numbersBetween(0.3, 1)), { minLength: 2, maxLength: 6 })
  .map((parts) => {
    const bones: Bone[] = [];
    let at: Point = [0.2, -0.4, 0.1];
    parts.forEach(([way, length], j) => {
      bones.push({ name: `bone ${j}`, parent: j - 1, head: at });
      at = plus(at, scaled(way, length));
    });
    const lengths = parts.map(([, length]) => length);
    return { bones, end: { bone: bones.length - 1, point: at }, total: lengths.reduce((a, b) => a + b, 0) };
  });
