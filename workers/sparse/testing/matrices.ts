/** Matrices with known properties, and meshes for Laplacians, for tests. */
import { createRandom } from "../../math/random";
import { type Csc, cscFromTriplets } from "../csc";

/** The dense matrix, row by row. */
export function dense(matrix: Csc): number[][] {
  const out = Array.from({ length: matrix.rows }, () => new Array<number>(matrix.columns).fill(0));
  for (let c = 0; c < matrix.columns; c++) {
    for (let e = matrix.offsets[c]; e < matrix.offsets[c + 1]; e++)
      out[matrix.indices[e]][c] = matrix.values[e];
  }
  return out;
}

/**
 * A symmetric, diagonally dominant and therefore positive definite matrix, with about `degree` entries per row and rows
 * of all scales.
 */
export function randomSpd(n: number, degree: number, seed: number): Csc {
  const random = createRandom(seed);
  const [row, column, value]: number[][] = [[], [], []];
  const add = (i: number, j: number, v: number) => {
    row.push(i);
    column.push(j);
    value.push(v);
  };
  for (let i = 0; i < n; i++) add(i, i, 0.1 + random.next());
  for (let e = 0; e < (n * degree) / 2; e++) {
    const [i, j] = [random.integer(n), random.integer(n)];
    const v = random.normal() * 10 ** (3 * random.next() - 1.5);
    if (i === j) continue;
    add(i, j, v);
    add(j, i, v);
    add(i, i, Math.abs(v));
    add(j, j, Math.abs(v));
  }
  return cscFromTriplets(n, n, { row, column, value });
}

/** The five-point Laplacian of a rectangle of nodes; rows sum to 0. */
export function gridLaplacian(width: number, height: number): Csc {
  const [row, column, value]: number[][] = [[], [], []];
  const edge = (i: number, j: number) => {
    row.push(i, j, i, j);
    column.push(i, j, j, i);
    value.push(1, 1, -1, -1);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x + 1 < width) edge(i, i + 1);
      if (y + 1 < height) edge(i, i + width);
    }
  }
  return cscFromTriplets(width * height, width * height, { row, column, value });
}
