import { multiply3 } from "../../../math/matrix3";

/**
 * Rotations by three angles about given axes, R = R₁(a)·R₂(b)·R₃(c). "zxz" is the published order. It is singular at
 * the identity, where a and c turn about one axis. "xyz" is singular only a quarter of a turn away from it.
 */
export type EulerOrder = "xyz" | "zxz";

const first = new Float64Array(9);
const second = new Float64Array(9);
const third = new Float64Array(9);
const half = new Float64Array(9);

/** Writes the row-major 3x3 of the three angles from `at` on. */
export function eulerMatrix(
  order: EulerOrder,
  angles: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  turn(order[0], angles[at], false, first);
  turn(order[1], angles[at + 1], false, second);
  turn(order[2], angles[at + 2], false, third);
  multiply3(half, first, second);
  multiply3(out, half, third);
}

/** Writes dR/d(angle number `which`). */
export function eulerDerivative(
  order: EulerOrder,
  angles: ArrayLike<number>,
  at: number,
  which: number,
  out: Float64Array,
): void {
  turn(order[0], angles[at], which === 0, first);
  turn(order[1], angles[at + 1], which === 1, second);
  turn(order[2], angles[at + 2], which === 2, third);
  multiply3(half, first, second);
  multiply3(out, half, third);
}

function turn(axis: string, angle: number, derivative: boolean, out: Float64Array): void {
  const c = derivative ? -Math.sin(angle) : Math.cos(angle);
  const s = derivative ? Math.cos(angle) : Math.sin(angle);
  const along = axis === "x" ? 0 : axis === "y" ? 1 : 2;
  const [p, q] = [(along + 1) % 3, (along + 2) % 3];
  out.fill(0);
  out[4 * along] = derivative ? 0 : 1;
  out[4 * p] = c;
  out[4 * q] = c;
  out[3 * p + q] = -s;
  out[3 * q + p] = s;
}
