/** Frames of a clip between its own, and the motion from one of its poses instead of the bind pose. */

import { slerp, turnAt } from "../../../geometry/posing/turns";
import { rotationMatrix } from "../../../math/quaternion";
import type { SkeletonClip } from "../../../model/files/skeleton-source";
import { boneRotations } from "../../../model/rig/bone-rotations";
import type { ClipFrames } from "../../../model/skeleton/fit-alignment";

/** The matrices of all bones at a time of a clip in frames: 12 per bone. Times outside its range are its ends. */
export function clipPose({ motions, frameCount }: SkeletonClip, time: number): Float32Array {
  const size = motions.length / frameCount;
  const within = Math.min(Math.max(time, 0), frameCount - 1);
  const before = Math.floor(within);
  const part = within - before;
  const first = motions.subarray(before * size, (before + 1) * size);
  if (part < 1e-6) return first;
  const second = motions.subarray((before + 1) * size, (before + 2) * size);
  if (part > 1 - 1e-6) return second;
  return between(first, second, part);
}

/** Rotations along the shorter way, what is left of the matrices along lines. */
function between(a: Float32Array, b: Float32Array, part: number): Float32Array {
  const out = a.map((x, n) => x + part * (b[n] - x));
  const [p, q, mean] = [boneRotations(a), boneRotations(b), boneRotations(out)];
  const [wanted, straight] = [new Float64Array(9), new Float64Array(9)];
  for (let j = 0; 12 * j < a.length; j++) {
    rotationMatrix(slerp(turnAt(p, j), turnAt(q, j), part), 0, wanted, 0);
    rotationMatrix(mean, 4 * j, straight, 0);
    const mixed = out.slice(12 * j, 12 * j + 12);
    const size =
      (Math.cbrt(determinant(a, 12 * j)) * (1 - part) + Math.cbrt(determinant(b, 12 * j)) * part) /
      (Math.cbrt(determinant(mixed, 0)) || 1);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let x = 0;
        for (let i = 0; i < 3; i++) {
          for (let l = 0; l < 3; l++) x += wanted[3 * r + i] * straight[3 * l + i] * mixed[4 * l + c];
        }
        out[12 * j + 4 * r + c] = size * x;
      }
    }
  }
  return out;
}

function determinant(m: ArrayLike<number>, at: number): number {
  const [a, b, c, d, e, f] = [m[at], m[at + 1], m[at + 2], m[at + 4], m[at + 5], m[at + 6]];
  const [g, h, i] = [m[at + 8], m[at + 9], m[at + 10]];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** The time of a clip at frame k of a sequence. */
export const clipTime = ({ first, step }: ClipFrames, k: number): number => first + k * step;

/** M N⁻¹ of all bones, for affine matrices, 12 per bone. */
export function relativeTo(m: ArrayLike<number>, n: ArrayLike<number>): Float64Array {
  const out = new Float64Array(m.length);
  for (let at = 0; at < m.length; at += 12) {
    const inverse = inverseOf(n, at);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 4; c++) {
        let x = c === 3 ? m[at + 4 * r + 3] : 0;
        for (let i = 0; i < 3; i++) x += m[at + 4 * r + i] * inverse[4 * i + c];
        out[at + 4 * r + c] = x;
      }
    }
  }
  return out;
}

/** The inverse of a row-major 3x4. A bone of no size has none: it stays. */
export function inverseOf(m: ArrayLike<number>, at: number): Float64Array {
  const out = new Float64Array(12);
  const scale = determinant(m, at);
  if (Math.abs(scale) < 1e-30) return out.fill(1, 0, 1).fill(1, 5, 6).fill(1, 10, 11);
  const e = (r: number, c: number) => m[at + 4 * (r % 3) + (c % 3)];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = (e(c + 1, r + 1) * e(c + 2, r + 2) - e(c + 1, r + 2) * e(c + 2, r + 1)) / scale;
    }
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[4 * r + 3] -= out[4 * r + c] * m[at + 4 * c + 3];
  }
  return out;
}
