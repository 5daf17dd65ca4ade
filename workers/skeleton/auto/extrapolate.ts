import type { StrictState } from "../strict/strict-state";

/** Extrapolates beyond `to` by `beta` times the change since `from`: rotations along their axes, the rest linearly. */
export function extrapolated(from: StrictState, to: StrictState, beta: number): StrictState {
  const { tree } = to;
  const h = tree.parents.length;
  const width = 4 * h;
  const pose = to.pose.map((x, at) => x + beta * (x - from.pose[at]));
  for (let frame = 0; frame < pose.length; frame += 3 * width) {
    for (let k = 0; k < h; k++) turnOn(from.pose, to.pose, pose, frame + 4 * k, width, beta);
  }
  const joints = tree.joints.map((x, at) => x + beta * (x - from.tree.joints[at]));
  return { tree: { ...tree, joints }, pose };
}

/** Writes exp(β log(B Aᵀ)) B. */
function turnOn(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  at: number,
  width: number,
  beta: number,
): void {
  const [r, s, t] = [at, at + width, at + 2 * width];
  const across = (i: number, j: number) => b[i] * a[j] + b[i + 1] * a[j + 1] + b[i + 2] * a[j + 2];
  let [x, y, z] = [across(t, s) - across(s, t), across(r, t) - across(t, r), across(s, r) - across(r, s)];
  const sine = Math.hypot(x, y, z) / 2;
  const cosine = (across(r, r) + across(s, s) + across(t, t) - 1) / 2;
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
      out[at + row * width + c] = by[row][0] * b[r + c] + by[row][1] * b[s + c] + by[row][2] * b[t + c];
    }
  }
}
