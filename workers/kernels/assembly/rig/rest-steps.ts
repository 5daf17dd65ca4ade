import { f64At, loadF32, loadF64, Optional } from "../memory";
import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** The scratch numbers that `restSteps` needs on each thread. */
export function restStepsScratch(): i32 {
  return 12;
}

/**
 * Moves each rest position (f32, in place) to its least-squares optimum, with the rig held fixed. Kavan et al. 2010
 * describe the step; Le & Deng 2014 take it at the end of algorithm 3. It solves (Σ MᵀM) d = Σ Mᵀe over the frames,
 * where M is the blended 3x3 and e the error. A step that does not lower the error is not taken. Items are vertices.
 * @param least a system whose smallest pivot is below this share of its largest diagonal is not solved.
 * @param counts square roots of the frames' weights; 0 if all weights are equal.
 */
export function restSteps(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  least: f64,
  scratch: usize,
  counts: Optional,
): void {
  const frames = rig.frames,
    bones = rig.bones,
    values = rig.values;
  const m = f64At(scratch, slot * restStepsScratch());
  for (let i = begin; i < end; i++) {
    const entry = rig.offsets + ((<usize>i) << 2);
    const first = load<i32>(entry),
      last = load<i32>(entry, 4);
    const at = rig.rest + <usize>i * 12;
    const x = <f64>load<f32>(at),
      y = <f64>load<f32>(at, 4),
      z = <f64>load<f32>(at, 8);
    let a00: f64 = 0,
      a01: f64 = 0,
      a02: f64 = 0,
      a11: f64 = 0,
      a12: f64 = 0,
      a22: f64 = 0;
    let g0: f64 = 0,
      g1: f64 = 0,
      g2: f64 = 0;
    for (let k = 0; k < frames; k++) {
      blend(rig.motion + <usize>k * rig.boneCount * 48, bones, values, first, last, m);
      const target = rig.staged + (<usize>k * rig.count + i) * 12;
      for (let r: usize = 0; r < 3; r++) {
        const row = m + (r << 5);
        let e = <f64>loadF32(target, r) - apply(row, x, y, z);
        let p = load<f64>(row),
          q = load<f64>(row, 8),
          s = load<f64>(row, 16);
        if (counts) {
          const root = loadF64(counts, k);
          e *= root;
          p *= root;
          q *= root;
          s *= root;
        }
        a00 += p * p;
        a01 += p * q;
        a02 += p * s;
        a11 += q * q;
        a12 += q * s;
        a22 += s * s;
        g0 += p * e;
        g1 += q * e;
        g2 += s * e;
      }
    }
    const floor = least * max(a00, max(a11, a22));
    if (!(a00 > floor)) continue;
    const l1 = a01 / a00,
      l2 = a02 / a00;
    const d1 = a11 - l1 * a01;
    if (!(d1 > floor)) continue;
    const l3 = (a12 - l2 * a01) / d1;
    const d2 = a22 - l2 * a02 - l3 * l3 * d1;
    if (!(d2 > floor)) continue;
    const h1 = g1 - l1 * g0,
      h2 = g2 - l2 * g0 - l3 * h1;
    const w = h2 / d2;
    const v = h1 / d1 - l3 * w;
    const u = g0 / a00 - l1 * v - l2 * w;
    const nx = <f32>(x + u),
      ny = <f32>(y + v),
      nz = <f32>(z + w);
    const dx = <f64>nx - x,
      dy = <f64>ny - y,
      dz = <f64>nz - z;
    const curve =
      a00 * dx * dx + a11 * dy * dy + a22 * dz * dz + 2 * (a01 * dx * dy + a02 * dx * dz + a12 * dy * dz);
    if (!(2 * (g0 * dx + g1 * dy + g2 * dz) > curve)) continue;
    store<f32>(at, nx);
    store<f32>(at, ny, 4);
    store<f32>(at, nz, 8);
  }
}
