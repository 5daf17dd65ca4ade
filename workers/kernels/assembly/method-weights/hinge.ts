/**
 * One alternating step on coordinates that should not be below 0 (scaled duals u, penalty over stiffness t), for
 * numbers [begin, end); both bounds are even. v = weight + moved + u; split = v if v > 0, otherwise min(v + t, 0); u =
 * v − split; `work` = split − u − weight, from which the next right side is computed. `moved` and `work` may be the
 * same.
 */
export function hingeStep(
  begin: i32,
  end: i32,
  _slot: i32,
  weights: usize,
  moved: usize,
  duals: usize,
  work: usize,
  lift: f64,
): void {
  const t = f64x2.splat(lift),
    zero = f64x2.splat(0);
  for (let at = (<usize>begin) << 3; at < (<usize>end) << 3; at += 16) {
    const w = v128.load(weights + at);
    const v = f64x2.add(f64x2.add(w, v128.load(moved + at)), v128.load(duals + at));
    const z = f64x2.max(v, f64x2.min(zero, f64x2.add(v, t)));
    const u = f64x2.sub(v, z);
    v128.store(duals + at, u);
    v128.store(work + at, f64x2.sub(f64x2.sub(z, u), w));
  }
}
