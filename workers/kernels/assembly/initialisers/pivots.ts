import { dot } from "../dense/dot";

/**
 * One step of Gram-Schmidt with pivots over vertices, whose vectors are their trajectories and rest positions: removes
 * direction q (`stride` numbers and then four) from each. Items are vertices; remains[i], the squared length that
 * remains of vertex i, falls by the part along q.
 */
export function removeDirection(
  begin: i32,
  end: i32,
  _slot: i32,
  trajectories: usize,
  stride: i32,
  rest: usize,
  q: usize,
  remains: usize,
): void {
  const bytes = (<usize>stride) << 3;
  for (let i = <usize>begin; i < <usize>end; i++) {
    const along = dot(trajectories + i * bytes, q, stride) + dot(rest + (i << 5), q + bytes, 4);
    const at = remains + (i << 3);
    store<f64>(at, Math.max(load<f64>(at) - along * along, 0));
  }
}
