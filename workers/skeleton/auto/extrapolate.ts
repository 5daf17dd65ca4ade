import type { StrictState } from "../strict/strict-state";

/** Extrapolates beyond `to` by `beta` times the change since `from`: rotations along their axes, the rest linearly. */
export function extrapolated(from: StrictState, to: StrictState, beta: number): StrictState {
  const { tree } = to;
  const h = tree.parents.length;
  const width = 4 * h;
  const pose = to.pose.map((x, at) => x + beta * (x - from.pose[at]));
  for (let frame = 0; frame < pose.length; frame += 3 * width) {
    for (let at = frame; at < frame + width; at += 4)
      turnOn(from.pose, to.pose, pose, [at, at, at], width, beta);
  }
  const joints = tree.joints.map((x, at) => x + beta * (x - from.tree.joints[at]));
  return { tree: { ...tree, joints }, pose };
}

/**
 * Writes exp(β log(B Aᵀ)) B for two rotations A and B.
 * @param at the index at which A, B and the result begin. Their three rows are `width` numbers apart.
 */
export function turnOn(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  at: readonly [a: number, b: number, out: number],
  width: number,
  beta: number,
): void {
  const across = (row: number, other: number) => {
    const [m, n] = [at[1] + row * width, at[0] + other * width];
    return b[m] * a[n] + b[m + 1] * a[n + 1] + b[m + 2] * a[n + 2];
  };
  let [x, y, z] = [across(2, 1) - across(1, 2), across(0, 2) - across(2, 0), across(1, 0) - across(0, 1)];
  const sine = Math.hypot(x, y, z) / 2;
  const cosine = (across(0, 0) + across(1, 1) + across(2, 2) - 1) / 2;
  const angle = beta * Math.atan2(sine, cosine);
  const half = sine > 1e-12 ? Math.tan(angle / 2) / (2 * sine) : 0;
  [x, y, z] = [half * x, half * y, half * z];
  const n = 2 / (1 + x * x + y * y + z * z);
  const by = [
    [1 - n * (y * y + z * z), n * (x * y - z), n * (x * z + y)],
    [n * (x * y + z), 1 - n * (x * x + z * z), n * (y * z - x)],
    [n * (x * z - y), n * (y * z + x), 1 - n * (x * x + y * y)],
  ];
  for (let row = 0; row < 3; row++) {
    for (let c = 0; c < 3; c++) {
      out[at[2] + row * width + c] =
        by[row][0] * b[at[1] + c] + by[row][1] * b[at[1] + width + c] + by[row][2] * b[at[1] + 2 * width + c];
    }
  }
}
