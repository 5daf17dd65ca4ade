import { correctedRest } from "./corrected-rest";
import type { Rig } from "./rig";

/**
 * Positions of frame `k` of a rig, 3V: out(i) = Σ w(i, j) · M(k, j) · [rest(i); 1], summed in f64, with the rest pose
 * corrected for that frame.
 * The engine's exports and the studio's picking use it; tests compare the viewport's shaders with it.
 * @param out 3V numbers, all written.
 */
export function blendPositions<A extends Float32Array | Float64Array>(rig: Rig, k: number, out: A): A {
  const { offsets, bones, values } = rig.weights;
  const { motion } = rig;
  const rest = correctedRest(rig, k);
  const frame = k * rig.bones.length * 12;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const x = rest[3 * i];
    const y = rest[3 * i + 1];
    const z = rest[3 * i + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const m = frame + 12 * bones[e];
      const w = values[e];
      px += w * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
      py += w * (motion[m + 4] * x + motion[m + 5] * y + motion[m + 6] * z + motion[m + 7]);
      pz += w * (motion[m + 8] * x + motion[m + 9] * y + motion[m + 10] * z + motion[m + 11]);
    }
    out[3 * i] = px;
    out[3 * i + 1] = py;
    out[3 * i + 2] = pz;
  }
  return out;
}
