import { storeF64 } from "../memory";

/**
 * The dissimilarity of landmarks' motions: out[a·count + b], for b up to a, is the mean over the frames of (|y_a − y_b|
 * − |x_a − x_b|)² + turn · 8 (1 − (q_a·q_b)²), where 8 (1 − (q_a·q_b)²) is |R_a − R_b|². Items are landmarks a. A
 * landmark has three rows of `frames` numbers for its positions and four for its quaternions. `frames` is even; the
 * last frame is repeated if needed.
 */
export function motionDissimilarity(
  begin: i32,
  end: i32,
  _slot: i32,
  positions: usize,
  turns: usize,
  rest: usize,
  frames: i32,
  count: i32,
  turn: f64,
  out: usize,
): void {
  const row = (<usize>frames) << 3;
  const share = 1 / <f64>frames;
  for (let a = begin; a < end; a++) {
    const xa = rest + ((<usize>a) << 5);
    const ya = positions + <usize>(3 * a) * row,
      qa = turns + <usize>(4 * a) * row;
    for (let b = 0; b <= a; b++) {
      const xb = rest + ((<usize>b) << 5);
      const yb = positions + <usize>(3 * b) * row,
        qb = turns + <usize>(4 * b) * row;
      const dx = load<f64>(xa) - load<f64>(xb),
        dy = load<f64>(xa, 8) - load<f64>(xb, 8),
        dz = load<f64>(xa, 16) - load<f64>(xb, 16);
      const length = f64x2.splat(Math.sqrt(dx * dx + dy * dy + dz * dz));
      let stretch = f64x2.splat(0),
        alike = f64x2.splat(0);
      for (let k: usize = 0; k < row; k += 16) {
        const x = f64x2.sub(v128.load(ya + k), v128.load(yb + k));
        const y = f64x2.sub(v128.load(ya + row + k), v128.load(yb + row + k));
        const z = f64x2.sub(v128.load(ya + 2 * row + k), v128.load(yb + 2 * row + k));
        const square = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
        const by = f64x2.sub(f64x2.sqrt(square), length);
        stretch = f64x2.add(stretch, f64x2.mul(by, by));
        let q = f64x2.mul(v128.load(qa + k), v128.load(qb + k));
        q = f64x2.add(q, f64x2.mul(v128.load(qa + row + k), v128.load(qb + row + k)));
        q = f64x2.add(q, f64x2.mul(v128.load(qa + 2 * row + k), v128.load(qb + 2 * row + k)));
        q = f64x2.add(q, f64x2.mul(v128.load(qa + 3 * row + k), v128.load(qb + 3 * row + k)));
        alike = f64x2.add(alike, f64x2.mul(q, q));
      }
      const apart = (f64x2.extract_lane(stretch, 0) + f64x2.extract_lane(stretch, 1)) * share;
      const same = (f64x2.extract_lane(alike, 0) + f64x2.extract_lane(alike, 1)) * share;
      storeF64(out, <usize>a * <usize>count + <usize>b, apart + turn * 8 * Math.max(0, 1 - same));
    }
  }
}
