// Sums over sets of vertices. From them follows the error of the best rigid motion of a set, without visiting its
// vertices. A set has 8 numbers: n, Σw v (3), Σw|v|², Σ over frames of Σw|y|², and two unused ones; then 12 per frame:
// Σw y (3), Σw y vᵀ (9, by rows).

import { addTo, loadF32, loadF64, loadI32, storeF64 } from "../memory";

/**
 * Sums of sets of vertices. Items are sets; set s has the vertices members[offsets[s] .. offsets[s + 1]].
 * @param shares weight of each vertex, f64.
 * @param posed f32 posed[(i·frames + k)·3 + axis].
 */
export function setMoments(
  begin: i32,
  end: i32,
  _slot: i32,
  offsets: usize,
  members: usize,
  shares: usize,
  rest: usize,
  posed: usize,
  frames: i32,
  moments: usize,
): void {
  const bytes = (<usize>(8 + 12 * frames)) << 3;
  for (let s = begin; s < end; s++) {
    const out = moments + <usize>s * bytes;
    memory.fill(out, 0, bytes);
    const last = load<i32>(offsets + ((<usize>s) << 2), 4);
    for (let m = loadI32(offsets, s); m < last; m++) {
      const i = <usize>loadI32(members, m);
      const w = loadF64(shares, i);
      const v = rest + (i << 5);
      addVertex(
        out,
        w,
        load<f64>(v),
        load<f64>(v, 8),
        load<f64>(v, 16),
        posed + i * <usize>frames * 12,
        frames,
      );
    }
  }
}

function addVertex(out: usize, w: f64, x: f64, y: f64, z: f64, from: usize, frames: i32): void {
  addTo(out, w);
  addTo(out + 8, w * x);
  addTo(out + 16, w * y);
  addTo(out + 24, w * z);
  addTo(out + 32, w * (x * x + y * y + z * z));
  let squares: f64 = 0;
  let to = out + 64;
  for (let k = 0; k < frames; k++) {
    for (let a: usize = 0; a < 3; a++) {
      const p = <f64>loadF32(from, a);
      squares += p * p;
      const wp = w * p;
      addTo(to + (a << 3), wp);
      const row = to + 24 + a * 24;
      addTo(row, wp * x);
      addTo(row + 8, wp * y);
      addTo(row + 16, wp * z);
    }
    from += 12;
    to += 96;
  }
  addTo(out + 40, w * squares);
}

/**
 * Squared error of the best rigid motion of two sets together, over all frames. Items are pairs of sets, i32; if both
 * are the same set, it is the error of that set alone.
 */
export function pairErrors(
  begin: i32,
  end: i32,
  _slot: i32,
  pairs: usize,
  moments: usize,
  frames: i32,
  errors: usize,
): void {
  const bytes = (<usize>(8 + 12 * frames)) << 3;
  for (let p = begin; p < end; p++) {
    const a = load<i32>(pairs + ((<usize>p) << 3)),
      b = load<i32>(pairs + ((<usize>p) << 3), 4);
    const one = moments + <usize>a * bytes,
      other = moments + <usize>b * bytes;
    storeF64(errors, p, unionError(one, other, a === b ? 0 : 1, frames));
  }
}

/**
 * Σ_k |v − v̄|² + |y − ȳ|² − 2 max_R tr(RᵀH), H = Σ w y vᵀ − n ȳ v̄ᵀ, of two sets of moments, the second times `share`.
 * The maximum is the largest root of λ⁴ − 2|H|²λ² − 8 det(H) λ + 2|HᵀH|² − |H|⁴ (the characteristic polynomial of
 * Horn's quaternion matrix), by Newton's method from above (Theobald 2005). This is also right for a determinant of −1.
 */
function unionError(one: usize, other: usize, share: f64, frames: i32): f64 {
  const n = load<f64>(one) + share * load<f64>(other);
  const inverse: f64 = 1 / n;
  const vx = load<f64>(one, 8) + share * load<f64>(other, 8);
  const vy = load<f64>(one, 16) + share * load<f64>(other, 16);
  const vz = load<f64>(one, 24) + share * load<f64>(other, 24);
  const still = load<f64>(one, 32) + share * load<f64>(other, 32) - (vx * vx + vy * vy + vz * vz) * inverse;
  let total = <f64>frames * still + load<f64>(one, 40) + share * load<f64>(other, 40);
  for (let k = 0; k < frames; k++) {
    const p = one + 64 + <usize>k * 96,
      q = other + 64 + <usize>k * 96;
    const sx = load<f64>(p) + share * load<f64>(q);
    const sy = load<f64>(p, 8) + share * load<f64>(q, 8);
    const sz = load<f64>(p, 16) + share * load<f64>(q, 16);
    total -= (sx * sx + sy * sy + sz * sz) * inverse;
    const tx = sx * inverse,
      ty = sy * inverse,
      tz = sz * inverse;
    const a = load<f64>(p, 24) + share * load<f64>(q, 24) - tx * vx;
    const b = load<f64>(p, 32) + share * load<f64>(q, 32) - tx * vy;
    const c = load<f64>(p, 40) + share * load<f64>(q, 40) - tx * vz;
    const d = load<f64>(p, 48) + share * load<f64>(q, 48) - ty * vx;
    const e = load<f64>(p, 56) + share * load<f64>(q, 56) - ty * vy;
    const f = load<f64>(p, 64) + share * load<f64>(q, 64) - ty * vz;
    const g = load<f64>(p, 72) + share * load<f64>(q, 72) - tz * vx;
    const h = load<f64>(p, 80) + share * load<f64>(q, 80) - tz * vy;
    const i = load<f64>(p, 88) + share * load<f64>(q, 88) - tz * vz;
    total -= 2 * largestTrace(a, b, c, d, e, f, g, h, i);
  }
  return Math.max(total, 0);
}

/** max tr(RᵀM) over rotations R. @inline */
function largestTrace(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64): f64 {
  const aa = a * a + d * d + g * g,
    bb = b * b + e * e + h * h,
    cc = c * c + f * f + i * i;
  const ab = a * b + d * e + g * h,
    ac = a * c + d * f + g * i,
    bc = b * c + e * f + h * i;
  const square = aa + bb + cc;
  if (!(square > 0)) return 0;
  const quartic = aa * aa + bb * bb + cc * cc + 2 * (ab * ab + ac * ac + bc * bc);
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const c2 = -2 * square,
    c1 = -8 * determinant,
    c0 = 2 * quartic - square * square;
  let x = Math.sqrt(3 * square);
  for (let turn = 0; turn < 40; turn++) {
    const xx = x * x;
    const slope = (4 * xx + 2 * c2) * x + c1;
    if (!(slope > 0)) break;
    const step = ((xx + c2) * xx + c1 * x + c0) / slope;
    x -= step;
    if (step <= 1e-15 * x) break;
  }
  return x;
}
