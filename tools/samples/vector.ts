/** Vectors of three and 3x3 matrices (row-major, 9 numbers) for the sample generators. */
export type Vec3 = readonly [number, number, number];
export type Mat3 = readonly number[];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const normalise = (a: Vec3): Vec3 => scale(a, 1 / (length(a) || 1));
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => add(scale(a, 1 - t), scale(b, t));

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
/** 0 below `from`, 1 above `to`, smooth between. */
export const ramp = (from: number, to: number, x: number): number => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};

export const IDENTITY: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export const apply = (m: Mat3, a: Vec3): Vec3 => [
  m[0] * a[0] + m[1] * a[1] + m[2] * a[2],
  m[3] * a[0] + m[4] * a[1] + m[5] * a[2],
  m[6] * a[0] + m[7] * a[1] + m[8] * a[2],
];

export function multiply(a: Mat3, b: Mat3): Mat3 {
  const out: number[] = [];
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) out.push(a[r] * b[c] + a[r + 1] * b[c + 3] + a[r + 2] * b[c + 6]);
  }
  return out;
}

export const transpose = (m: Mat3): Mat3 => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

/** Rotations by angles in radians about z (pitch, for an object that faces x), then y (yaw), then x (roll). */
export function turn(roll: number, yaw: number, pitch: number): Mat3 {
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const aboutX = [1, 0, 0, 0, cr, -sr, 0, sr, cr];
  const aboutY = [cy, 0, sy, 0, 1, 0, -sy, 0, cy];
  const aboutZ = [cp, -sp, 0, sp, cp, 0, 0, 0, 1];
  return multiply(aboutX, multiply(aboutY, aboutZ));
}

/** The frame whose first column is `direction` and whose third is as close to `side` as possible. */
export function frameAlong(direction: Vec3, side: Vec3): Mat3 {
  const x = normalise(direction);
  const y = normalise(cross(side, x));
  const z = cross(x, y);
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}
