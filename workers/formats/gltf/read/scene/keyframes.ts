/** Keyframes of one animated property and their interpolation (glTF 2.0, section 3.11 and appendix C). */
import { slerp } from "../../../../math/slerp";

export interface Keyframes {
  /** Seconds, ascending; at least one. */
  times: Float64Array;
  /** The number of components of a value. */
  width: number;
  /** One value per key; for CUBICSPLINE in-tangent, value and out-tangent. */
  values: Float64Array;
  interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
  /** Quaternions x, y, z, w: interpolated on the sphere, normalised. */
  rotation: boolean;
}

function normaliseQuaternion(q: Float64Array): void {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  if (length > 0) for (let c = 0; c < 4; c++) q[c] /= length;
  else q.set([0, 0, 0, 1]);
}

/** The last key at or before `t`, or 0. */
function keyBefore(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The value at time `t` (seconds), constant before the first key and after the last. Writes `width` numbers to `out`.
 */
export function sampleKeyframes(keys: Keyframes, t: number, out: Float64Array): void {
  const { times, width, values, interpolation, rotation } = keys;
  const k = keyBefore(times, t);
  const cubic = interpolation === "CUBICSPLINE";
  const stride = cubic ? 3 * width : width;
  const value = (key: number) => key * stride + (cubic ? width : 0);
  const held = t <= times[k] || k === times.length - 1 || interpolation === "STEP";
  if (held) {
    for (let c = 0; c < width; c++) out[c] = values[value(k) + c];
  } else {
    const span = times[k + 1] - times[k];
    const s = (t - times[k]) / span;
    if (cubic) hermite(values, value(k), value(k + 1), width, span, s, out);
    else if (rotation) slerp(values, value(k), values, value(k + 1), s, out, 0);
    else {
      const [a, b] = [value(k), value(k + 1)];
      for (let c = 0; c < width; c++) out[c] = values[a + c] + s * (values[b + c] - values[a + c]);
    }
  }
  if (rotation) normaliseQuaternion(out);
}

/** The cubic Hermite spline between the values at `a` and `b`. Tangents are stored next to them (appendix C.5). */
function hermite(
  values: Float64Array,
  a: number,
  b: number,
  width: number,
  span: number,
  s: number,
  out: Float64Array,
): void {
  const s2 = s * s;
  const s3 = s2 * s;
  for (let c = 0; c < width; c++) {
    const leaving = values[a + width + c] * span;
    const arriving = values[b - width + c] * span;
    out[c] =
      (2 * s3 - 3 * s2 + 1) * values[a + c] +
      (s3 - 2 * s2 + s) * leaving +
      (3 * s2 - 2 * s3) * values[b + c] +
      (s3 - s2) * arriving;
  }
}
