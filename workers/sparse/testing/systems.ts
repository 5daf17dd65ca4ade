/** Systems to factorise, and the distance of vectors, for tests. */
import fc from "fast-check";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { addDiagonal } from "../csc";
import { gridLaplacian, randomSpd } from "./matrices";

export const normals = (size: number, seed: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: size }, () => random.normal());
};
export const largest = (x: ArrayLike<number>) =>
  Array.from(x).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
export const difference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  largest(Array.from(a, (v, n) => v - b[n]));
export const serial = (bytes = 1 << 24) => new Serial(new Arena(bytes, false));

export const matrices = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 8, noNaN: true }), fc.integer())
    .map(([n, d, s]) => randomSpd(n, d, s)),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
    .map(([w, h]) => addDiagonal(gridLaplacian(w, h), 0.01)),
);
export const columnCounts = fc.integer({ min: 1, max: 19 });
