import type { Rig } from "../../model/rig/rig";

/** RMS distance between the places to which two bones carry a point of the rest pose. */
export function gapOf({ bones, motion }: Rig, j: number, p: number, o: ArrayLike<number>): number {
  const n = 12 * bones.length;
  let sum = 0;
  for (let at = 0; at < motion.length; at += n) {
    for (let row = 0; row < 12; row += 4) {
      const [m, q] = [at + 12 * j + row, at + 12 * p + row];
      let d = motion[m + 3] - motion[q + 3];
      for (let c = 0; c < 3; c++) d += (motion[m + c] - motion[q + c]) * o[c];
      sum += d * d;
    }
  }
  return Math.sqrt((sum * n) / motion.length);
}
