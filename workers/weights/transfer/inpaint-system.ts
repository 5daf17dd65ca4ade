import { cotangentLaplacian, vertexAreas } from "../../mesh/laplacian";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import { type Csc, cscFromTriplets } from "../../sparse/csc";

/** Equations for the rows of unknown vertices: matrix · x = −known · w. */
export interface InpaintSystem {
  /** U x U. Symmetric positive definite if each part of the mesh has a known vertex. */
  matrix: Csc;
  /** U x V: couplings between unknown and known vertices. */
  known: Csc;
  /** The number of each vertex among the unknown ones, V; −1 for known vertices. */
  number: Int32Array;
}

/** Added to the diagonal, relative to it, so that rounding cannot make the matrix singular. */
const SAFETY = 1e-9;
/** The least mass of a vertex, as a share of the mean. */
const LEAST_MASS = 1e-9;

/**
 * Q = L + L M⁻¹ L, restricted to unknown vertices (Abdrashitov et al. 2023, "Robust skin weights transfer via weight
 * inpainting", equation 3, where L has the opposite sign). L is the cotangent Laplacian, and M has the areas of the
 * vertices. Lengths are relative to the mesh's diagonal, so the result does not depend on its size.
 * @param positions 3V. @param unknown ascending.
 */
export function inpaintSystem(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  unknown: Uint32Array,
): InpaintSystem {
  const vertexCount = positions.length / 3;
  const size = diagonalOfBox(boundsOf(positions)) || 1;
  const laplacian = cotangentLaplacian(positions, triangles);
  const masses = vertexAreas(positions, triangles).map((area) => area / (size * size));
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / vertexCount || 1;
  const number = new Int32Array(vertexCount).fill(-1);
  unknown.forEach((i, u) => {
    number[i] = u;
  });
  const [inside, across] = [new Entries(), new Entries()];
  const add = (i: number, j: number, value: number) => {
    if (number[i] < 0) return;
    if (number[j] >= 0) inside.add(number[i], number[j], value);
    else across.add(number[i], j, value);
  };
  const { offsets, indices, values } = laplacian;
  for (let k = 0; k < vertexCount; k++) {
    const inverse = 1 / Math.max(LEAST_MASS * mean, masses[k]);
    for (let e = offsets[k]; e < offsets[k + 1]; e++) {
      add(indices[e], k, values[e]);
      if (number[indices[e]] < 0) continue;
      for (let f = offsets[k]; f < offsets[k + 1]; f++) {
        add(indices[e], indices[f], values[e] * inverse * values[f]);
      }
    }
  }
  const count = unknown.length;
  return { matrix: secured(inside.matrix(count, count)), known: across.matrix(count, vertexCount), number };
}

class Entries {
  readonly row: number[] = [];
  readonly column: number[] = [];
  readonly value: number[] = [];

  add(row: number, column: number, value: number): void {
    this.row.push(row);
    this.column.push(column);
    this.value.push(value);
  }

  matrix(rows: number, columns: number): Csc {
    return cscFromTriplets(rows, columns, this);
  }
}

/** The matrix with its diagonal enlarged by `SAFETY`. */
function secured(matrix: Csc): Csc {
  const values = matrix.values.slice();
  for (let c = 0; c < matrix.columns; c++) {
    for (let e = matrix.offsets[c]; e < matrix.offsets[c + 1]; e++) {
      if (matrix.indices[e] === c) values[e] *= 1 + SAFETY;
    }
  }
  return { ...matrix, values };
}
