import { loadF64 } from "../memory";

/** Sum of a[i]·b[i] over n f64 numbers, two lanes at a time, in a fixed order. */
export function dot(a: usize, b: usize, n: i32): f64 {
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    const at = (<usize>i) << 3;
    sum0 = f64x2.add(sum0, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    sum1 = f64x2.add(sum1, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  const both = f64x2.add(sum0, sum1);
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (; i < n; i++) sum += loadF64(a, i) * loadF64(b, i);
  return sum;
}

/** The sum of the two lanes. @inline */
export function sumLanes(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}
