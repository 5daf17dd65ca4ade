/**
 * How a segment that is not rigid bends. A spine bends by an angle θ about an axis a, spread evenly over its length,
 * and stretches by σ. A bone that stretches and twists does so about its own axis (Thiery & Eisemann 2018, section 3).
 * The sign of the term a × E in their equation 4 is reversed here. A test with many small rigid bones confirms this.
 */
import { rotationMatrix } from "../math/quaternion";

/** Numbers of a bend: axis x, y, z (of length 1; any axis if the angle is 0), angle in radians, stretch (1 at rest). */
export const BEND = 5;

/** sin(x) / x. */
const sinc = (x: number) => (Math.abs(x) < 1e-8 ? 1 : Math.sin(x) / x);

/** Writes the row-major 3x3 rotation by an angle about a unit axis. */
export function axisRotation(axis: ArrayLike<number>, angle: number, out: Float64Array): void {
  const half = Math.sin(angle / 2);
  rotationMatrix([half * axis[0], half * axis[1], half * axis[2], Math.cos(angle / 2)], 0, out, 0);
}

/**
 * Writes the row-major 3x4 at the position u between head and tail, 0..1: x → Rot(a, uθ) x + t(u). The segment's own
 * motion comes after it. At u = 0 it is the identity.
 */
export function bendAt(
  bend: ArrayLike<number>,
  head: ArrayLike<number>,
  tail: ArrayLike<number>,
  u: number,
  out: Float64Array,
): void {
  const angle = bend[3];
  const stretch = bend[4];
  const way = [tail[0] - head[0], tail[1] - head[1], tail[2] - head[2]];
  const [ax, ay, az] = [bend[0], bend[1], bend[2]];
  const rotation = new Float64Array(9);
  axisRotation([ax, ay, az], u * angle, rotation);
  const along = ax * way[0] + ay * way[1] + az * way[2];
  const across = [ay * way[2] - az * way[1], az * way[0] - ax * way[2], ax * way[1] - ay * way[0]];
  // sin(uθ)/θ and (1 − cos(uθ))/θ, also correct at θ = 0.
  const flat = stretch * u * (sinc(u * angle) - Math.cos(u * angle));
  const lift = stretch * u * (Math.sin((u * angle) / 2) * sinc((u * angle) / 2) - Math.sin(u * angle));
  const axis = [ax, ay, az];
  for (let r = 0; r < 3; r++) {
    let turnedHead = 0;
    let turnedWay = 0;
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = rotation[3 * r + c];
      turnedHead += rotation[3 * r + c] * head[c];
      turnedWay += rotation[3 * r + c] * way[c];
    }
    out[4 * r + 3] =
      head[r] -
      turnedHead +
      flat * (way[r] - along * axis[r]) +
      lift * across[r] +
      u * (stretch - 1) * turnedWay;
  }
}
