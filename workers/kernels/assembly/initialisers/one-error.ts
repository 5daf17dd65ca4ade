import { loadF64 } from "../memory";

/** Squared error of one vertex under one bone: |y|² − 2 vᵀpanelᵀy + vᵀGv, as in `assignBones`. */
export function oneError(
  vertex: i32,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  norms: usize,
  panel: usize,
  gram: usize,
): f64 {
  const i = <usize>vertex;
  const y = trajectories + ((i * stride) << 3);
  const v = rest + (i << 5);
  let left = f64x2.splat(0),
    right = left;
  for (let r: usize = 0; r < <usize>rank; r++) {
    const s = v128.load64_splat(y + (r << 3));
    left = f64x2.add(left, f64x2.mul(s, v128.load(panel + (r << 5))));
    right = f64x2.add(right, f64x2.mul(s, v128.load(panel + (r << 5), 16)));
  }
  const a = load<f64>(v),
    b = load<f64>(v, 8),
    c = load<f64>(v, 16);
  const inner =
    a * f64x2.extract_lane(left, 0) +
    b * f64x2.extract_lane(left, 1) +
    c * f64x2.extract_lane(right, 0) +
    f64x2.extract_lane(right, 1);
  const square =
    a * row(gram, a, b, c) +
    b * row(gram + 32, a, b, c) +
    c * row(gram + 64, a, b, c) +
    row(gram + 96, a, b, c);
  return Math.max(loadF64(norms, i) - 2 * inner + square, 0);
}

/** @inline */
function row(g: usize, a: f64, b: f64, c: f64): f64 {
  return a * load<f64>(g) + b * load<f64>(g, 8) + c * load<f64>(g, 16) + load<f64>(g, 24);
}
