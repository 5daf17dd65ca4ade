/** Vectors of three numbers. Functions read the first three numbers of a list. */

/** x, y, z. */
export type Vector = [x: number, y: number, z: number];
type Given = ArrayLike<number>;

export const plus = (a: Given, b: Given): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Given, b: Given): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Given, by: number): Vector => [by * a[0], by * a[1], by * a[2]];
export const dot = (a: Given, b: Given): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Given): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Given, b: Given): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const cross = (a: Given, b: Given): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The point at the fraction `t` of the way from `a` to `b`. */
export const lerp = (a: Given, b: Given, t: number): Vector => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];

/** The same direction with length 1; null if the vector is shorter than `least`. */
export function unit(a: Given, least = 1e-12): Vector | null {
  const size = length(a);
  return size > least ? scaled(a, 1 / size) : null;
}
