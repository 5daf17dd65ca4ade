import { slerp } from "../../math/slerp";
import type { ClipLoop } from "../../model/files/export/clip-loop";
import type { LocalCurves } from "./local-curves";

type Arrays = Pick<LocalCurves, "translations" | "rotations" | "scales">;

/** a · b of quaternions x, y, z, w. */
function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const [x, y, z, w] = [a[0], a[1], a[2], a[3]];
  return [
    w * b[0] + x * b[3] + y * b[2] - z * b[1],
    w * b[1] - x * b[2] + y * b[3] + z * b[0],
    w * b[2] + x * b[1] - y * b[0] + z * b[3],
    w * b[3] - x * b[0] - y * b[1] - z * b[2],
  ];
}

const inverse = (q: ArrayLike<number>): number[] => [-q[0], -q[1], -q[2], q[3]];
const STILL = [0, 0, 0, 1];

/** Turns and moves each frame a little more than the one before, so that the last equals the first. */
function spread(curves: LocalCurves, kept: number): Arrays {
  const { frameCount: F, nodeCount: B } = curves;
  const last = F - 1;
  const out: Arrays = {
    translations: curves.translations.slice(),
    rotations: curves.rotations.slice(),
    scales: null,
  };
  if (curves.scales) out.scales = curves.scales.slice();
  const part = new Float64Array(4);
  for (let j = 0; j < B; j++) {
    if (j === kept) continue;
    const quaternion = (f: number) => curves.rotations.subarray(4 * (f * B + j), 4 * (f * B + j) + 4);
    const missing = product(inverse(quaternion(last)), quaternion(0));
    for (let f = 1; f <= last; f++) {
      slerp(STILL, 0, missing, 0, f / last, part, 0);
      out.rotations.set(product(quaternion(f), part), 4 * (f * B + j));
    }
    for (const values of [out.translations, out.scales]) {
      if (!values) continue;
      for (let c = 0; c < 3; c++) {
        const gap = values[3 * j + c] - values[3 * (last * B + j) + c];
        for (let f = 1; f <= last; f++) values[3 * (f * B + j) + c] += (gap * f) / last;
      }
    }
    copyFrame(out, B, j, 0, last);
    keepSign(out.rotations, B, j, last);
  }
  return out;
}

/** Of the two quaternions of a rotation, keeps the one nearer to the frame before, so that curves do not jump. */
function keepSign(rotations: Float32Array, B: number, j: number, f: number): void {
  const [now, before] = [4 * (f * B + j), 4 * ((f - 1) * B + j)];
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += rotations[now + c] * rotations[before + c];
  for (let c = 0; dot < 0 && c < 4; c++) rotations[now + c] *= -1;
}

/** Copies frame `from` of bone `j` to frame `to`, bit for bit. */
function copyFrame(arrays: Arrays, B: number, j: number, from: number, to: number): void {
  arrays.rotations.copyWithin(4 * (to * B + j), 4 * (from * B + j), 4 * (from * B + j) + 4);
  for (const values of [arrays.translations, arrays.scales]) {
    values?.copyWithin(3 * (to * B + j), 3 * (from * B + j), 3 * (from * B + j) + 3);
  }
}

/** Appends the first frame again. A travelling bone continues with its last step. */
function append(curves: LocalCurves, travelling: number): Arrays {
  const { frameCount: F, nodeCount: B } = curves;
  const longer = (values: Float32Array, width: number) => {
    const out = new Float32Array(values.length + width * B);
    out.set(values);
    out.set(values.subarray(0, width * B), values.length);
    return out;
  };
  const out: Arrays = {
    translations: longer(curves.translations, 3),
    rotations: longer(curves.rotations, 4),
    scales: curves.scales && longer(curves.scales, 3),
  };
  for (let j = 0; j < B; j++) keepSign(out.rotations, B, j, F);
  if (travelling < 0) return out;
  const quaternion = (f: number) =>
    out.rotations.subarray(4 * (f * B + travelling), 4 * (f * B + travelling) + 4);
  const turned = product(inverse(quaternion(F - 2)), quaternion(F - 1));
  quaternion(F).set(product(quaternion(F - 1), turned));
  for (let c = 0; c < 3; c++) {
    const at = (f: number) => 3 * (f * B + travelling) + c;
    out.translations[at(F)] = 2 * out.translations[at(F - 1)] - out.translations[at(F - 2)];
  }
  return out;
}

/**
 * Closes the curves of a clip that loops, so that its end equals its beginning bit for bit. If the last frame repeats
 * the first, the difference is spread over all frames. If it leads to the first, one frame is added.
 * @param travelling the bone that has the character's travel and stays open; −1 for none.
 */
export function closeLoop<C extends LocalCurves>(curves: C, kind: ClipLoop["kind"], travelling: number): C {
  if (kind === "none") return curves;
  const arrays = kind === "repeats" ? spread(curves, travelling) : append(curves, travelling);
  return { ...curves, ...arrays, frameCount: arrays.rotations.length / (4 * curves.nodeCount) };
}
