import { bestRotation } from "../../math/best-rotation";
import { rotationMatrix } from "../../math/quaternion";

/** Points at rest and their goals in every frame. */
export interface Goals {
  count: number;
  frames: number;
  /** 3n. */
  rest: Float64Array;
  /** F·3n, frame-major. */
  goals: Float64Array;
  /** The weight of each point, n. */
  shares: Float64Array;
}

/**
 * Weight of the given rotation relative to the points. It is so small that it decides only what the points leave open.
 */
const LEAN = 1e-6;

const cross = new Float64Array(9);
const turn = new Float64Array(4);

/**
 * The rigid motion that takes the points with label `label` to their goals in each frame, by least squares weighted
 * with their shares (Horn 1987). 12F numbers, row-major 3x4. Points on a line do not determine the rotation about it,
 * and a single point determines none. `lean` (12F) decides these.
 */
export function fitRigid(
  { count, frames, rest, goals, shares }: Goals,
  labels: ArrayLike<number>,
  label: number,
  lean: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(12 * frames);
  const mean = [0, 0, 0];
  let total = 0;
  for (let n = 0; n < count; n++) {
    if (labels[n] !== label) continue;
    total += shares[n];
    for (let c = 0; c < 3; c++) mean[c] += shares[n] * rest[3 * n + c];
  }
  if (!(total > 0)) {
    for (let at = 0; at < out.length; at++) out[at] = lean[at];
    return out;
  }
  for (let c = 0; c < 3; c++) mean[c] /= total;
  for (let k = 0; k < frames; k++) {
    const base = 3 * count * k;
    const centre = [0, 0, 0];
    cross.fill(0);
    let spread = 0;
    for (let n = 0; n < count; n++) {
      if (labels[n] !== label) continue;
      const share = shares[n];
      for (let r = 0; r < 3; r++) {
        const y = share * goals[base + 3 * n + r];
        centre[r] += y;
        for (let c = 0; c < 3; c++) cross[3 * r + c] += y * (rest[3 * n + c] - mean[c]);
      }
      for (let c = 0; c < 3; c++) spread += share * (rest[3 * n + c] - mean[c]) ** 2;
    }
    const push = LEAN * (spread > 0 ? spread : 1);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) cross[3 * r + c] += push * lean[12 * k + 4 * r + c];
    bestRotation(cross, 0, turn, 0);
    rotationMatrix(turn, 0, cross, 0);
    for (let r = 0; r < 3; r++) {
      const at = 12 * k + 4 * r;
      let moved = 0;
      for (let c = 0; c < 3; c++) {
        out[at + c] = cross[3 * r + c];
        moved += out[at + c] * mean[c];
      }
      out[at + 3] = centre[r] / total - moved;
    }
  }
  return out;
}

/** Sum over the frames of the squared distance of each point from its goal under a motion (12F), n numbers. */
export function missOf({ count, frames, rest, goals }: Goals, motion: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0; k < frames; k++) {
    const m = 12 * k;
    for (let n = 0; n < count; n++) {
      const at = 3 * n;
      const g = 3 * count * k + at;
      for (let r = 0; r < 3; r++) {
        const q = m + 4 * r;
        const y =
          motion[q] * rest[at] + motion[q + 1] * rest[at + 1] + motion[q + 2] * rest[at + 2] + motion[q + 3];
        out[n] += (y - goals[g + r]) ** 2;
      }
    }
  }
}
