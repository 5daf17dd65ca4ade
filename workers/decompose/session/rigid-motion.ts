import { bestRotation } from "../../math/best-rotation";
import type { Rig } from "../../model/rig/rig";
import type { Problem } from "../problem/problem";
import { boneHeads } from "../result/rig-assembly";

/**
 * Replaces each bone's linear part by the nearest rotation. The point that is the mean of the bone's vertices, by
 * weight, moves as before. A rigid solve starts here when it continues from affine bones; it would otherwise keep them,
 * because they have less error.
 * @param motion F·B·12, normalised, of the rig's bones. It is changed in place.
 * @param locked B flags of bones that stay as they are, or null.
 */
export function makeRigid(
  motion: Float64Array,
  { bones, weights, rest }: Rig,
  locked: Uint8Array | null,
  { centre, scale }: Pick<Problem, "centre" | "scale">,
): void {
  const B = bones.length;
  const centres = boneHeads(weights, rest, B).map((head) => head.map((x, c) => (x - centre[c]) * scale));
  const q = new Float64Array(4);
  const linear = new Float64Array(9);
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % B;
    if (locked?.[j]) continue;
    for (let r = 0; r < 3; r++) linear.set(motion.subarray(at + 4 * r, at + 4 * r + 3), 3 * r);
    bestRotation(linear, 0, q, 0);
    const [x, y, z, w] = q;
    const rotation = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ];
    for (let r = 0; r < 3; r++) {
      const row = at + 4 * r;
      for (let c = 0; c < 3; c++) {
        motion[row + 3] += (motion[row + c] - rotation[r][c]) * centres[j][c];
        motion[row + c] = rotation[r][c];
      }
    }
  }
}
