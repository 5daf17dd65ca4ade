import { IDENTITY } from "../../math/affine";
import type { Bone, Rig } from "../../model/rig/rig";
import { rootName } from "../../model/rig/root-name";

/**
 * The rig with an additional first bone at the origin, which does not move and has no weight. The roots are below it.
 */
export function withStillRoot(rig: Rig): Rig {
  const B = rig.bones.length;
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * (B + 1) * frames);
  for (let k = 0; k < frames; k++) {
    motion.set(IDENTITY, 12 * k * (B + 1));
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), 12 * (k * (B + 1) + 1));
  }
  const below = rig.bones.map((bone): Bone => ({ ...bone, parent: bone.parent + 1 }));
  return {
    ...rig,
    bones: [{ name: rootName(rig.bones), parent: -1, head: [0, 0, 0] }, ...below],
    weights: { ...rig.weights, bones: rig.weights.bones.map((j) => j + 1) },
    motion,
  };
}
