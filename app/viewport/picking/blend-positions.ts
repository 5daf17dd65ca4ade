import type { Rig } from "../../../workers/model/rig";

/**
 * Linear blend skinning on the CPU, for the pointer: positions of frame `k` into `out`, 3V.
 * The viewport's shaders do the same; a test compares the two.
 */
export function blendPositions(rig: Rig, k: number, out: Float32Array): Float32Array {
  const { weights, motion, rest } = rig;
  const { offsets, bones, values } = weights;
  const base = 12 * k * rig.bones.length;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const vx = rest[3 * i];
    const vy = rest[3 * i + 1];
    const vz = rest[3 * i + 2];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const m = base + 12 * bones[e];
      const w = values[e];
      x += w * (motion[m] * vx + motion[m + 1] * vy + motion[m + 2] * vz + motion[m + 3]);
      y += w * (motion[m + 4] * vx + motion[m + 5] * vy + motion[m + 6] * vz + motion[m + 7]);
      z += w * (motion[m + 8] * vx + motion[m + 9] * vy + motion[m + 10] * vz + motion[m + 11]);
    }
    out[3 * i] = x;
    out[3 * i + 1] = y;
    out[3 * i + 2] = z;
  }
  return out;
}

/** The bone with the largest weight on vertex `i`, or null where it has none. */
export function dominantBone({ weights }: Rig, i: number): number | null {
  let best: number | null = null;
  let most = 0;
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    if (weights.values[e] > most) {
      most = weights.values[e];
      best = weights.bones[e];
    }
  }
  return best;
}
