import { rotationMatrix } from "../../../math/quaternion";
import type { Rules } from "../bench/rules";
import { turnInPose } from "./joint-axes";

/**
 * Closes the joints of bones that may not shift, and gives bones that may not change their size the nearest rotation,
 * in place. Bones that may not turn stay.
 * @param pose for each frame 3 rows of 4h: [A_k | τ_k].
 */
export function closePose(pose: Float64Array, parents: ArrayLike<number>, rules: Rules): void {
  const h = parents.length;
  for (let at = 0; at < pose.length; at += 12 * h) {
    const frame = pose.subarray(at, at + 12 * h);
    for (let k = 0; k < h; k++) {
      if (!rules.turns[k]) continue;
      if (!rules.scales[k]) makeRigid(frame, h, k);
      if (!rules.shifts[k] && parents[k] >= 0) for (let a = 0; a < 3; a++) frame[4 * (a * h + k) + 3] = 0;
    }
  }
}

/** Replaces a bone's 3x3 by the nearest rotation. */
function makeRigid(pose: Float64Array, h: number, k: number): void {
  const turn = new Float64Array(9);
  rotationMatrix(turnInPose(pose, h, k), 0, turn, 0);
  for (let a = 0; a < 3; a++) pose.set(turn.subarray(3 * a, 3 * a + 3), 4 * (a * h + k));
}
