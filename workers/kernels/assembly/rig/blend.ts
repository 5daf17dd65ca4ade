import { loadF32 } from "../memory";

/** Σ w·M of the entries [first, last) in f64: three rows of four. `motion` is that of one frame. @inline */
export function blend(motion: usize, bones: usize, values: usize, first: i32, last: i32, out: usize): void {
  let a0 = f64x2.splat(0),
    a1 = a0,
    b0 = a0,
    b1 = a0,
    c0 = a0,
    c1 = a0;
  for (let e = first; e < last; e++) {
    const w = f64x2.splat(<f64>loadF32(values, e));
    const m = motion + <usize>load<u16>(bones + ((<usize>e) << 1)) * 48;
    a0 = f64x2.add(a0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m))));
    a1 = f64x2.add(a1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 8))));
    b0 = f64x2.add(b0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 16))));
    b1 = f64x2.add(b1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 24))));
    c0 = f64x2.add(c0, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 32))));
    c1 = f64x2.add(c1, f64x2.mul(w, f64x2.promote_low_f32x4(v128.load64_zero(m, 40))));
  }
  v128.store(out, a0);
  v128.store(out, a1, 16);
  v128.store(out, b0, 32);
  v128.store(out, b1, 48);
  v128.store(out, c0, 64);
  v128.store(out, c1, 80);
}

/** One row of a blended matrix on (x, y, z, 1). @inline */
export function apply(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 8) * y + load<f64>(row, 16) * z + load<f64>(row, 24);
}
