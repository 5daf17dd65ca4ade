// The rotation nearest to a 3x3 matrix by the characteristic polynomial of Horn's matrix K (Theobald 2005, "Rapid
// calculation of RMSDs using a quaternion-based characteristic polynomial"). This is several
// times as fast as Jacobi's method and is used for the steps of bones. Starts still use Jacobi's method, because the
// last bits decide between motions of equal error.

import { storeF64 } from "../memory";
import { nearestRotation, writeRotation } from "./rotation";

/** Newton steps for the eigenvalue. They take about eight from √3, and more only near a double eigenvalue. */
const STEPS = 16;

/**
 * The eigenvector is precise to about the rounding over its largest cofactor. With less than this, for |M| = 1, the two
 * largest eigenvalues are nearly equal.
 */
const LEAST_COFACTOR = 1e-3;

/** The same rotation as that of `nearestRotation`, up to rounding. `scratch` holds 32 numbers. */
export function nearestRotationFast(
  m: usize,
  rowBytes: usize,
  out: usize,
  outBytes: usize,
  scratch: usize,
): void {
  if (!fastQuaternion(m, rowBytes, scratch)) {
    nearestRotation(m, rowBytes, out, outBytes, scratch);
    return;
  }
  const q = scratch;
  writeRotation(load<f64>(q), load<f64>(q, 8), load<f64>(q, 16), load<f64>(q, 24), out, outBytes);
}

/**
 * Finds the quaternion w, x, y, z of the rotation that maximises tr(RᵀM), and writes it to `scratch`, 32 numbers. Its
 * length is not 1. Returns false if it would not be precise.
 */
function fastQuaternion(m: usize, rowBytes: usize, scratch: usize): bool {
  const unit = scratch;
  if (!normalise(m, rowBytes, unit)) return false;
  const k = scratch + 72;
  writeShifted(unit, largestEigenvalue(unit), k);
  return writeEigenvector(k, scratch);
}

/** Writes M / |M|. Returns false for the matrix 0, and where |M|² overflows. */
function normalise(m: usize, rowBytes: usize, unit: usize): bool {
  let square = 0.0;
  for (let a: usize = 0; a < 3; a++) {
    for (let c: usize = 0; c < 24; c += 8) {
      const x = load<f64>(m + a * rowBytes + c);
      store<f64>(unit + 24 * a + c, x);
      square += x * x;
    }
  }
  if (!(square > 1e-200 && square < 1e200)) return false;
  const scale = 1.0 / Math.sqrt(square);
  for (let at: usize = 0; at < 72; at += 8) store<f64>(unit + at, scale * load<f64>(unit + at));
  return true;
}

/** The largest root of (λ² − 1)² − 8 λ det M − 4 |cof M|² for |M| = 1, by Newton's method from above. */
function largestEigenvalue(m: usize): f64 {
  const a = load<f64>(m);
  const b = load<f64>(m, 8);
  const c = load<f64>(m, 16);
  const d = load<f64>(m, 24);
  const e = load<f64>(m, 32);
  const f = load<f64>(m, 40);
  const g = load<f64>(m, 48);
  const h = load<f64>(m, 56);
  const i = load<f64>(m, 64);
  const ka = e * i - f * h;
  const kb = f * g - d * i;
  const kc = d * h - e * g;
  const kd = c * h - b * i;
  const ke = a * i - c * g;
  const kf = b * g - a * h;
  const kg = b * f - c * e;
  const kh = c * d - a * f;
  const ki = a * e - b * d;
  const det8 = 8.0 * (a * ka + b * kb + c * kc);
  const squares4 =
    4.0 * (ka * ka + kb * kb + kc * kc + kd * kd + ke * ke + kf * kf + kg * kg + kh * kh + ki * ki);
  let lambda = Math.sqrt(3.0);
  for (let step = 0; step < STEPS; step++) {
    const rest = lambda * lambda - 1.0;
    const by = (rest * rest - det8 * lambda - squares4) / (4.0 * lambda * rest - det8);
    lambda -= by;
    if (!(Math.abs(by) > 1e-14)) break;
  }
  return lambda;
}

/** Writes K − λI: its diagonal, then the entries 01, 02, 03, 12, 13 and 23. */
function writeShifted(m: usize, lambda: f64, k: usize): void {
  const a = load<f64>(m);
  const e = load<f64>(m, 32);
  const i = load<f64>(m, 64);
  store<f64>(k, a + e + i - lambda);
  store<f64>(k, a - e - i - lambda, 8);
  store<f64>(k, e - a - i - lambda, 16);
  store<f64>(k, i - a - e - lambda, 24);
  store<f64>(k, load<f64>(m, 56) - load<f64>(m, 40), 32);
  store<f64>(k, load<f64>(m, 16) - load<f64>(m, 48), 40);
  store<f64>(k, load<f64>(m, 24) - load<f64>(m, 8), 48);
  store<f64>(k, load<f64>(m, 24) + load<f64>(m, 8), 56);
  store<f64>(k, load<f64>(m, 16) + load<f64>(m, 48), 64);
  store<f64>(k, load<f64>(m, 56) + load<f64>(m, 40), 72);
}

/**
 * Each column of the adjugate of K − λI is a multiple of the eigenvector. The one with the largest diagonal entry is
 * the most precise.
 */
function writeEigenvector(k: usize, q: usize): bool {
  const a00 = load<f64>(k);
  const a11 = load<f64>(k, 8);
  const a22 = load<f64>(k, 16);
  const a33 = load<f64>(k, 24);
  const a01 = load<f64>(k, 32);
  const a02 = load<f64>(k, 40);
  const a03 = load<f64>(k, 48);
  const a12 = load<f64>(k, 56);
  const a13 = load<f64>(k, 64);
  const a23 = load<f64>(k, 72);
  // Minors of the upper two rows, and of the lower two.
  const s0 = a00 * a11 - a01 * a01;
  const s1 = a00 * a12 - a01 * a02;
  const s2 = a00 * a13 - a01 * a03;
  const s3 = a01 * a12 - a11 * a02;
  const s4 = a01 * a13 - a11 * a03;
  const s5 = a02 * a13 - a12 * a03;
  const c1 = a02 * a23 - a03 * a22;
  const c2 = a02 * a33 - a03 * a23;
  const c3 = a12 * a23 - a13 * a22;
  const c4 = a12 * a33 - a13 * a23;
  const c5 = a22 * a33 - a23 * a23;
  const d0 = a11 * c5 - a12 * c4 + a13 * c3;
  const d1 = a00 * c5 - a02 * c2 + a03 * c1;
  const d2 = a03 * s4 - a13 * s2 + a33 * s0;
  const d3 = a02 * s3 - a12 * s1 + a22 * s0;
  const most = Math.max(Math.max(Math.abs(d0), Math.abs(d1)), Math.max(Math.abs(d2), Math.abs(d3)));
  if (!(most > LEAST_COFACTOR)) return false;
  if (most === Math.abs(d0))
    write(
      q,
      d0,
      a12 * c2 - a01 * c5 - a13 * c1,
      a01 * c4 - a11 * c2 + a13 * s5,
      a11 * c1 - a01 * c3 - a12 * s5,
    );
  else if (most === Math.abs(d1))
    write(
      q,
      a02 * c4 - a01 * c5 - a03 * c3,
      d1,
      a01 * c2 - a00 * c4 - a03 * s5,
      a00 * c3 - a01 * c1 + a02 * s5,
    );
  else if (most === Math.abs(d2))
    write(
      q,
      a13 * s5 - a23 * s4 + a33 * s3,
      a23 * s2 - a03 * s5 - a33 * s1,
      d2,
      a13 * s1 - a03 * s3 - a23 * s0,
    );
  else
    write(
      q,
      a22 * s4 - a12 * s5 - a23 * s3,
      a02 * s5 - a22 * s2 + a23 * s1,
      a12 * s2 - a02 * s4 - a23 * s0,
      d3,
    );
  return true;
}

/** @inline */
function write(q: usize, w: f64, x: f64, y: f64, z: f64): void {
  storeF64(q, 0, w);
  storeF64(q, 1, x);
  storeF64(q, 2, y);
  storeF64(q, 3, z);
}
