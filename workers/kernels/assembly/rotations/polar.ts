import { f64At, loadF64, storeF64 } from "../memory";
import { nearestRotation } from "./rotation";

/**
 * If ζ = (σ1 + σ2)(σ2 + σ3)(σ3 + σ1) is below this share of λ³, it is too near 0 to divide by. Horn's method is used
 * instead.
 */
const NEAR_SINGULAR = 1e-3;

/** The most Newton steps. They converge quadratically from √3 down to λ ≥ 1, in at most ten steps unless ζ is small. */
const STEPS = 30;

/** @inline */
function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

/** a·b − c·d @inline */
function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

/** a·x + b·y + c·z @inline */
function dot3(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}

/**
 * The rotations R nearest to two 3x3 matrices C, one in each lane: those that maximise tr(RᵀC). FOAM (Markley 1993,
 * "Attitude determination using vector observations: a fast optimal matrix algorithm"): λ = max tr(RᵀC) is the largest
 * root of (λ² − |C|²)² − 8 λ det C − 4 |cof C|², found from above by Newton's method. Then R = [(κ + |C|²) C + λ cof C
 * − C·Cᵀ·C] / (κλ − det C) with κ = (λ² − |C|²) / 2. Everything is computed for C / |C|.
 * @param c nine pairs of numbers, row-major.
 * @param r nine pairs, out; the identity for the matrix 0.
 * @param scratch 41 numbers.
 * @returns λ of both.
 */
export function nearestRotations(c: usize, r: usize, scratch: usize): v128 {
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  let a = v128.load(c);
  let b = v128.load(c, 16);
  let d = v128.load(c, 32);
  let e = v128.load(c, 48);
  let f = v128.load(c, 64);
  let g = v128.load(c, 80);
  let h = v128.load(c, 96);
  let i = v128.load(c, 112);
  let j = v128.load(c, 128);
  const squares = f64x2.add(
    f64x2.add(dot3(a, a, b, b, d, d), dot3(e, e, f, f, g, g)),
    dot3(h, h, i, i, j, j),
  );
  const norm = f64x2.sqrt(squares);
  const inverse = f64x2.div(one, f64x2.max(norm, f64x2.splat(1e-150)));
  a = mul(a, inverse);
  b = mul(b, inverse);
  d = mul(d, inverse);
  e = mul(e, inverse);
  f = mul(f, inverse);
  g = mul(g, inverse);
  h = mul(h, inverse);
  i = mul(i, inverse);
  j = mul(j, inverse);
  const ka = minor(f, j, g, i);
  const kb = minor(g, h, e, j);
  const kd = minor(e, i, f, h);
  const ke = minor(d, i, b, j);
  const kf = minor(a, j, d, h);
  const kg = minor(b, h, a, i);
  const kh = minor(b, g, d, f);
  const ki = minor(d, e, a, g);
  const kj = minor(a, f, b, e);
  const det = dot3(a, ka, b, kb, d, kd);
  const det8 = f64x2.mul(f64x2.splat(8), det);
  const k4 = f64x2.mul(
    f64x2.splat(4),
    f64x2.add(
      f64x2.add(dot3(ka, ka, kb, kb, kd, kd), dot3(ke, ke, kf, kf, kg, kg)),
      dot3(kh, kh, ki, ki, kj, kj),
    ),
  );
  let lambda = f64x2.splat(Math.sqrt(3.0));
  for (let step = 0; step < STEPS; step++) {
    const rest = f64x2.sub(mul(lambda, lambda), one);
    const value = f64x2.sub(f64x2.sub(mul(rest, rest), mul(det8, lambda)), k4);
    const slope = f64x2.sub(mul(f64x2.splat(4), mul(lambda, rest)), det8);
    const by = f64x2.div(value, f64x2.max(slope, f64x2.splat(1e-30)));
    lambda = f64x2.sub(lambda, by);
    if (!v128.any_true(f64x2.gt(f64x2.abs(by), f64x2.splat(1e-13)))) break;
  }
  const kappa = f64x2.div(f64x2.sub(mul(lambda, lambda), one), two);
  const zeta = f64x2.sub(mul(kappa, lambda), det);
  const over = f64x2.div(one, f64x2.max(zeta, f64x2.splat(1e-30)));
  const s = f64x2.add(kappa, one);
  // CᵀC, symmetric.
  const xx = dot3(a, a, e, e, h, h);
  const xy = dot3(a, b, e, f, h, i);
  const xz = dot3(a, d, e, g, h, j);
  const yy = dot3(b, b, f, f, i, i);
  const yz = dot3(b, d, f, g, i, j);
  const zz = dot3(d, d, g, g, j, j);
  v128.store(r, entry(s, a, lambda, ka, dot3(a, xx, b, xy, d, xz), over));
  v128.store(r, entry(s, b, lambda, kb, dot3(a, xy, b, yy, d, yz), over), 16);
  v128.store(r, entry(s, d, lambda, kd, dot3(a, xz, b, yz, d, zz), over), 32);
  v128.store(r, entry(s, e, lambda, ke, dot3(e, xx, f, xy, g, xz), over), 48);
  v128.store(r, entry(s, f, lambda, kf, dot3(e, xy, f, yy, g, yz), over), 64);
  v128.store(r, entry(s, g, lambda, kg, dot3(e, xz, f, yz, g, zz), over), 80);
  v128.store(r, entry(s, h, lambda, kh, dot3(h, xx, i, xy, j, xz), over), 96);
  v128.store(r, entry(s, i, lambda, ki, dot3(h, xy, i, yy, j, yz), over), 112);
  v128.store(r, entry(s, j, lambda, kj, dot3(h, xz, i, yz, j, zz), over), 128);
  const cube = mul(lambda, mul(lambda, lambda));
  const safe = f64x2.gt(zeta, mul(f64x2.splat(NEAR_SINGULAR), cube));
  const known = v128.and(safe, f64x2.gt(norm, f64x2.splat(1e-150)));
  let first = f64x2.extract_lane(lambda, 0) * f64x2.extract_lane(norm, 0);
  let second = f64x2.extract_lane(lambda, 1) * f64x2.extract_lane(norm, 1);
  if (i64x2.extract_lane(known, 0) === 0) first = careful(c, r, scratch);
  if (i64x2.extract_lane(known, 1) === 0) second = careful(c + 8, r + 8, scratch);
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** @inline */
function entry(s: v128, c: v128, lambda: v128, k: v128, cubed: v128, over: v128): v128 {
  return f64x2.mul(f64x2.sub(f64x2.add(f64x2.mul(s, c), f64x2.mul(lambda, k)), cubed), over);
}

/** One lane by Horn's quaternion. Returns tr(RᵀC). */
function careful(c: usize, r: usize, scratch: usize): f64 {
  let largest = 0.0;
  for (let n: usize = 0; n < 9; n++) largest = Math.max(largest, Math.abs(load<f64>(c + (n << 4))));
  const scale = largest > 1e-300 ? 1.0 / largest : 0.0;
  for (let n: usize = 0; n < 9; n++) storeF64(scratch, n, scale * load<f64>(c + (n << 4)));
  nearestRotation(scratch, 24, scratch, 24, scratch + 72);
  let trace = 0.0;
  for (let n: usize = 0; n < 9; n++) {
    const x = loadF64(scratch, n);
    store<f64>(r + (n << 4), x);
    trace += x * load<f64>(c + (n << 4));
  }
  return trace;
}

/** The scratch numbers that `polarPairs` needs on each thread. */
export function polarScratch(): i32 {
  return 41;
}

/** R and tr(RᵀC) of `pairs` pairs of matrices, nine pairs of numbers each. */
export function polarPairs(
  begin: i32,
  end: i32,
  slot: i32,
  c: usize,
  r: usize,
  traces: usize,
  scratch: usize,
): void {
  for (let n = begin; n < end; n++) {
    const at = <usize>n * 144;
    v128.store(
      traces + ((<usize>n) << 4),
      nearestRotations(c + at, r + at, f64At(scratch, slot * polarScratch())),
    );
  }
}
