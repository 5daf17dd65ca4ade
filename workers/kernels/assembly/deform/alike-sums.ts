// The sums of optimised centres of rotation: see deform/centres-of-rotation.ts.

import { loadI32 } from "../memory";

const ROUND: f32 = 12582912;

/** The number of groups that are summed in f32 before the sum is added in f64. */
const CHUNK: usize = 32;

/** Bytes of a group of four triangles. */
const GROUP: usize = 96;

/**
 * Items are vertices' shares in pairs of bones. sums[item], four f64, becomes Σ m 2^−y (x, y, z, 1) over the triangles
 * of the pair with y = (w_j v_k − w_k v_j)² below `unlike`.
 * @param pairs the pair of each item, i32.
 * @param weights w_j and w_k of each item, f32.
 * @param starts the first group of each pair's triangles, then the number of groups, i32.
 * @param groups four triangles each: v_j, v_k (scaled so that y is in powers of 2), m, x, y, z, f32.
 */
export function alikeSums(
  begin: i32,
  end: i32,
  _slot: i32,
  pairs: usize,
  weights: usize,
  starts: usize,
  groups: usize,
  sums: usize,
  unlike: f32,
): void {
  const round = f32x4.splat(ROUND);
  const most = f32x4.splat(unlike);
  // 2^f for f in [−½, ½], interpolated in Chebyshev points: within 1.1e-7.
  const p0 = f32x4.splat(1.0000000754548972),
    p1 = f32x4.splat(0.6931471880262287);
  const p2 = f32x4.splat(0.24022107485308308),
    p3 = f32x4.splat(0.05550357114218722);
  const p4 = f32x4.splat(0.009676031918325055),
    p5 = f32x4.splat(0.0013390863364847402);
  for (let item = <usize>begin; item < <usize>end; item++) {
    const pair = starts + ((<usize>loadI32(pairs, item)) << 2);
    const wj = v128.load32_splat(weights + (item << 3));
    const wk = v128.load32_splat(weights + (item << 3), 4);
    let at = groups + <usize>load<i32>(pair) * GROUP;
    const last = groups + <usize>load<i32>(pair, 4) * GROUP;
    let xy = f64x2.splat(0),
      zm = f64x2.splat(0);
    while (at < last) {
      let x = f32x4.splat(0),
        y = x,
        z = x,
        m = x;
      const until = min(last, at + CHUNK * GROUP);
      for (; at < until; at += GROUP) {
        const difference = f32x4.sub(f32x4.mul(wj, v128.load(at, 16)), f32x4.mul(wk, v128.load(at)));
        const power = f32x4.mul(difference, difference);
        const shifted = f32x4.add(power, round);
        const f = f32x4.sub(f32x4.sub(shifted, round), power);
        let value = f32x4.add(p4, f32x4.mul(f, p5));
        value = f32x4.add(p3, f32x4.mul(f, value));
        value = f32x4.add(p2, f32x4.mul(f, value));
        value = f32x4.add(p1, f32x4.mul(f, value));
        value = f32x4.add(p0, f32x4.mul(f, value));
        // The nearest whole number is in the low bits of `shifted`; it goes into the exponent.
        value = i32x4.sub(value, i32x4.shl(shifted, 23));
        value = v128.and(value, f32x4.lt(power, most));
        const likeness = f32x4.mul(value, v128.load(at, 32));
        x = f32x4.add(x, f32x4.mul(likeness, v128.load(at, 48)));
        y = f32x4.add(y, f32x4.mul(likeness, v128.load(at, 64)));
        z = f32x4.add(z, f32x4.mul(likeness, v128.load(at, 80)));
        m = f32x4.add(m, likeness);
      }
      xy = f64x2.add(xy, f64x2(total(x), total(y)));
      zm = f64x2.add(zm, f64x2(total(z), total(m)));
    }
    v128.store(sums + (item << 5), xy);
    v128.store(sums + (item << 5), zm, 16);
  }
}

/** @inline */
function total(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    <f64>f32x4.extract_lane(v, 2) +
    <f64>f32x4.extract_lane(v, 3)
  );
}
