import type { Point } from "../model/skeleton/skeleton";

export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Point, by: number): Point => [by * a[0], by * a[1], by * a[2]];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Point): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The same direction with length 1; null if the vector is shorter than `least`. */
export function unit(a: Point, least = 1e-12): Point | null {
  const size = length(a);
  return size > least ? scaled(a, 1 / size) : null;
}
