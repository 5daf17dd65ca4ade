import { bestRotation } from "../../../math/best-rotation";
import { rotationMatrix } from "../../../math/quaternion";
import type { Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";

/** The rig with rigid bones: each bone gets the nearest rotation, and its head stays where the bone carried it. */
export async function unscaledRig(rig: Rig, task: Task): Promise<Rig> {
  const { bones } = rig;
  const motion = new Float32Array(rig.motion.length);
  const linear = new Float64Array(9);
  const q = new Float64Array(4);
  const rotation = new Float64Array(9);
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % bones.length;
    if (j === 0) await task.checkpoint();
    const { head } = bones[j];
    for (let n = 0; n < 9; n++) linear[n] = rig.motion[at + 4 * Math.floor(n / 3) + (n % 3)];
    bestRotation(linear, 0, q, 0);
    rotationMatrix(q, 0, rotation, 0);
    for (let r = 0; r < 3; r++) {
      let shift = rig.motion[at + 4 * r + 3];
      for (let c = 0; c < 3; c++) {
        motion[at + 4 * r + c] = rotation[3 * r + c];
        shift += (linear[3 * r + c] - rotation[3 * r + c]) * head[c];
      }
      motion[at + 4 * r + 3] = shift;
    }
  }
  return { ...rig, boneKind: "rigid", motion };
}
