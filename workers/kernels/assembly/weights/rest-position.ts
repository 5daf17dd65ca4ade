import { loadF64, loadI32 } from "../memory";

/** A rest position stays in place if the motion determines it less well than this (pivot over largest diagonal). */
const LEAST_PIVOT = 1e-4;

/**
 * Moves the rest position to where it fits bones and weights best (Le & Deng 2014, algorithm 3, last step). With M = Σ
 * w_j B_j, this is the least squares solution of M [v; 1] = y, from MᵀM = Σ w_j w_k G_jk and Mᵀy = Σ w_j B_jᵀy. Returns
 * how much the squared error falls.
 * @param products B_jᵀy, 4 numbers per bone.
 * @param gram BᵀB, 4h by 4h.
 */
export function moveRest(
  rest: usize,
  products: usize,
  gram: usize,
  bones: i32,
  ids: usize,
  weights: usize,
  n: i32,
): f64 {
  const width = 4 * bones;
  let a00 = 0.0;
  let a01 = 0.0;
  let a02 = 0.0;
  let a11 = 0.0;
  let a12 = 0.0;
  let a22 = 0.0;
  let r0 = 0.0;
  let r1 = 0.0;
  let r2 = 0.0;
  for (let i = 0; i < n; i++) {
    const j = loadI32(ids, i);
    const wj = loadF64(weights, i);
    const q = products + ((<usize>j) << 5);
    r0 += wj * load<f64>(q);
    r1 += wj * load<f64>(q, 8);
    r2 += wj * load<f64>(q, 16);
    for (let e = 0; e < n; e++) {
      const k = loadI32(ids, e);
      const w = wj * loadF64(weights, e);
      const row = gram + ((<usize>(4 * j * width + 4 * k)) << 3);
      const row1 = row + ((<usize>width) << 3);
      const row2 = row1 + ((<usize>width) << 3);
      a00 += w * load<f64>(row);
      a01 += w * load<f64>(row, 8);
      a02 += w * load<f64>(row, 16);
      r0 -= w * load<f64>(row, 24);
      a11 += w * load<f64>(row1, 8);
      a12 += w * load<f64>(row1, 16);
      r1 -= w * load<f64>(row1, 24);
      a22 += w * load<f64>(row2, 16);
      r2 -= w * load<f64>(row2, 24);
    }
  }
  const least = LEAST_PIVOT * Math.max(a00, Math.max(a11, a22));
  if (!(a00 > least)) return 0.0;
  const l10 = a01 / a00;
  const l20 = a02 / a00;
  const d1 = a11 - l10 * a01;
  if (!(d1 > least)) return 0.0;
  const e21 = a12 - l20 * a01;
  const l21 = e21 / d1;
  const d2 = a22 - l20 * a02 - l21 * e21;
  if (!(d2 > least)) return 0.0;
  const y1 = r1 - l10 * r0;
  const z = (r2 - l20 * r0 - l21 * y1) / d2;
  const y = y1 / d1 - l21 * z;
  const x = r0 / a00 - l10 * y - l20 * z;
  const dx = x - load<f64>(rest);
  const dy = y - load<f64>(rest, 8);
  const dz = z - load<f64>(rest, 16);
  store<f64>(rest, x);
  store<f64>(rest, y, 8);
  store<f64>(rest, z, 16);
  return dx * (a00 * dx + 2.0 * (a01 * dy + a02 * dz)) + dy * (a11 * dy + 2.0 * a12 * dz) + a22 * dz * dz;
}
