/**
 * Directions that a trajectory basis lacks. Where a frame of the mesh is flat, the rows of the basis for this frame
 * span a plane only. Affine bones over this basis are flat there too: their determinant is 0, and no constraint keeps
 * them from reflecting. Their normal needs a direction that no vertex moves in.
 */
import { symmetricEigen3 } from "../../math/symmetric-eigen3";

/**
 * A frame counts as flat in a direction if its rows along it are smaller than this, relative to the mean size of all
 * rows. Waving cloth has 0.33 or more. Cloth that has just been dropped, and only begins to bend, has 0.001 to 0.03.
 */
const FLAT = 0.1;
/** Two consecutive frames share a column if the cosine of the angle between their missing directions is above this. */
const SAME = 0.9;
/** What remains of a column beside the basis must be larger than this, relative to the column. */
const LEAST_REMAINDER = 1e-6;

/** Orthonormal columns of 3F numbers. Only the first `rank` of the `stride` numbers in each row are used. */
export interface Columns {
  basis: Float64Array;
  rank: number;
  stride: number;
}

/**
 * Unit columns, orthogonal to the basis and to each other, with which the rows of every frame span all three
 * directions. Flat frames in a row share a column, because nothing turns over between them.
 * @param others columns that come first.
 * @returns columns of 3F numbers. Without others there are none if no frame is flat.
 */
export function missingColumns(of: Columns, others: readonly Float64Array[] = []): Float64Array[] {
  const columns = [...others, ...directionsOf(of)];
  const found: Float64Array[] = [];
  for (const column of columns) {
    const size = norm(column);
    // Twice, because rounding after the first time is as large as what remains of a column near the basis.
    for (let pass = 0; pass < 2; pass++) {
      removeBasis(column, of);
      for (const other of found) addTo(column, other, -dot(column, other));
    }
    const left = norm(column);
    if (left > LEAST_REMAINDER * size) found.push(column.map((x) => x / left));
  }
  return found;
}

/** The directions that frames lack, as columns. */
function directionsOf(of: Columns): Float64Array[] {
  const { basis, rank, stride } = of;
  const rows = Math.floor(basis.length / stride);
  const least = FLAT ** 2 * (rank / rows);
  const columns: Float64Array[] = [];
  const square = new Float64Array(9);
  const vectors = new Float64Array(9);
  /** Columns that the last frame shares. */
  let open: Float64Array[] = [];
  for (let row = 0; row + 3 <= rows; row += 3) {
    rowProducts(of, row, square);
    symmetricEigen3(square, vectors);
    const next: Float64Array[] = [];
    for (let k = 0; k < 3; k++) {
      if (square[4 * k] > least) continue;
      const u = vectors.subarray(3 * k, 3 * k + 3);
      const along = (column: Float64Array) => dot(u, column.subarray(row - 3, row));
      let column = open.find((one) => !next.includes(one) && Math.abs(along(one)) > SAME);
      const sign = column && along(column) < 0 ? -1 : 1;
      if (!column) {
        column = new Float64Array(rows);
        columns.push(column);
      }
      for (let c = 0; c < 3; c++) column[row + c] = sign * u[c];
      next.push(column);
    }
    open = next;
  }
  return columns;
}

/** The products of the three rows of a frame with each other, 3x3. */
function rowProducts({ basis, rank, stride }: Columns, row: number, out: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let q = 0; q < rank; q++) sum += basis[(row + r) * stride + q] * basis[(row + c) * stride + q];
      out[3 * r + c] = sum;
    }
  }
}

/** Takes what lies in the basis from a column. */
export function removeBasis(column: Float64Array, { basis, rank, stride }: Columns): void {
  const along = new Float64Array(rank);
  for (let row = 0; row < column.length; row++) {
    if (column[row] === 0) continue;
    for (let q = 0; q < rank; q++) along[q] += column[row] * basis[row * stride + q];
  }
  for (let row = 0; row < column.length; row++) {
    for (let q = 0; q < rank; q++) column[row] -= along[q] * basis[row * stride + q];
  }
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, at) => sum + x * b[at], 0);
const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

function addTo(column: Float64Array, other: Float64Array, factor: number): void {
  for (let row = 0; row < column.length; row++) column[row] += factor * other[row];
}
