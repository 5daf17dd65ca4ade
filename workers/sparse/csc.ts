/**
 * A sparse matrix by compressed columns: column c has the entries at offsets[c] .. offsets[c + 1], rows ascending, each
 * row once. Entries may be zero; a stored zero keeps its place in the pattern.
 */
export interface Csc {
  rows: number;
  columns: number;
  /** columns + 1. */
  offsets: Uint32Array;
  /** Row of each entry. */
  indices: Uint32Array;
  values: Float64Array;
}

/** Entries in any order: value[e] at (row[e], column[e]). Entries in one place are added. */
export interface Triplets {
  row: ArrayLike<number>;
  column: ArrayLike<number>;
  value: ArrayLike<number>;
}

/** Turns counts, shifted by one place, into offsets. */
function accumulate(counts: Uint32Array): Uint32Array {
  for (let c = 1; c < counts.length; c++) counts[c] += counts[c - 1];
  return counts;
}

/**
 * The matrix of the given entries; entries in one place are added in the given order, so equal input gives equal bits.
 * @throws RangeError for an entry outside the matrix.
 */
export function cscFromTriplets(rows: number, columns: number, { row, column, value }: Triplets): Csc {
  const starts = new Uint32Array(rows + 1);
  for (let e = 0; e < value.length; e++) {
    if (!(row[e] >= 0 && row[e] < rows && column[e] >= 0 && column[e] < columns)) {
      throw new RangeError(
        `Entry ${e} at (${row[e]}, ${column[e]}) is outside a ${rows} x ${columns} matrix`,
      );
    }
    starts[row[e] + 1]++;
  }
  accumulate(starts);
  // Sorts by rows first, so the transpose has its rows in order.
  const byRow = {
    rows: columns,
    columns: rows,
    offsets: starts,
    indices: new Uint32Array(value.length),
    values: new Float64Array(value.length),
  };
  const next = starts.slice(0, rows);
  for (let e = 0; e < value.length; e++) {
    const at = next[row[e]]++;
    byRow.indices[at] = column[e];
    byRow.values[at] = value[e];
  }
  return sumDuplicates(transpose(byRow));
}

/** Adds adjacent entries of the same place. */
function sumDuplicates(matrix: Csc): Csc {
  const { offsets, indices, values } = matrix;
  const starts = new Uint32Array(offsets.length);
  let size = 0;
  for (let c = 0; c < matrix.columns; c++) {
    for (let e = offsets[c]; e < offsets[c + 1]; e++) {
      if (size > starts[c] && indices[size - 1] === indices[e]) values[size - 1] += values[e];
      else {
        indices[size] = indices[e];
        values[size++] = values[e];
      }
    }
    starts[c + 1] = size;
  }
  return { ...matrix, offsets: starts, indices: indices.slice(0, size), values: values.slice(0, size) };
}

/** Aᵀ, with the rows of every column sorted. */
export function transpose(matrix: Csc): Csc {
  const { rows, columns, offsets, indices, values } = matrix;
  const starts = new Uint32Array(rows + 1);
  for (const r of indices) starts[r + 1]++;
  accumulate(starts);
  const out = new Uint32Array(indices.length);
  const outValues = new Float64Array(indices.length);
  const next = starts.slice(0, rows);
  for (let c = 0; c < columns; c++) {
    for (let e = offsets[c]; e < offsets[c + 1]; e++) {
      const at = next[indices[e]]++;
      out[at] = c;
      outValues[at] = values[e];
    }
  }
  return { rows: columns, columns: rows, offsets: starts, indices: out, values: outValues };
}

/**
 * P·A·Pᵀ: row and column order[k] of `matrix` become row and column k.
 * @param order each of 0 .. rows − 1 once.
 */
export function permuteSymmetric(matrix: Csc, order: ArrayLike<number>): Csc {
  const place = inversePermutation(order);
  const row = Array.from(matrix.indices, (r) => place[r]);
  const column: number[] = [];
  for (let c = 0; c < matrix.columns; c++) {
    for (let e = matrix.offsets[c]; e < matrix.offsets[c + 1]; e++) column.push(place[c]);
  }
  return cscFromTriplets(matrix.rows, matrix.columns, { row, column, value: matrix.values });
}

/**
 * place[order[k]] = k.
 * @throws RangeError when `order` is not a permutation.
 */
export function inversePermutation(order: ArrayLike<number>): Uint32Array {
  const place = new Uint32Array(order.length).fill(order.length);
  for (let k = 0; k < order.length; k++) {
    if (place[order[k]] !== order.length)
      throw new RangeError(`Place ${k}: ${order[k]} does not fit a permutation`);
    place[order[k]] = k;
  }
  return place;
}

/**
 * out = A·X for several vectors at once.
 * @param x columns·n numbers; row r of vector q is x[r·n + q].
 */
export function multiply(
  matrix: Csc,
  x: ArrayLike<number>,
  n = 1,
  out = new Float64Array(matrix.rows * n),
): Float64Array {
  out.fill(0);
  for (let c = 0; c < matrix.columns; c++) {
    for (let e = matrix.offsets[c]; e < matrix.offsets[c + 1]; e++) {
      const to = matrix.indices[e] * n;
      const value = matrix.values[e];
      for (let q = 0; q < n; q++) out[to + q] += value * x[c * n + q];
    }
  }
  return out;
}

/**
 * A + s·I for a square matrix, or A + diag(s).
 * @param s a number, or one for each row.
 */
export function addDiagonal(matrix: Csc, s: number | ArrayLike<number>): Csc {
  const size = matrix.values.length;
  const row = new Uint32Array(size + matrix.columns);
  const column = new Uint32Array(size + matrix.columns);
  const value = new Float64Array(size + matrix.columns);
  row.set(matrix.indices);
  value.set(matrix.values);
  for (let c = 0; c < matrix.columns; c++) {
    column.fill(c, matrix.offsets[c], matrix.offsets[c + 1]);
    row[size + c] = c;
    column[size + c] = c;
    value[size + c] = typeof s === "number" ? s : s[c];
  }
  return cscFromTriplets(matrix.rows, matrix.columns, { row, column, value });
}

/** @throws RangeError with the error in the arrays of a matrix. */
export function assertCsc(matrix: Csc): void {
  const { rows, columns, offsets, indices, values } = matrix;
  const wrong = (what: string) => new RangeError(`Not a ${rows} x ${columns} matrix by columns: ${what}`);
  if (offsets.length !== columns + 1) throw wrong(`${offsets.length} offsets`);
  if (offsets[0] !== 0 || offsets[columns] !== indices.length) throw wrong("offsets do not span the entries");
  if (indices.length !== values.length) throw wrong(`${indices.length} rows but ${values.length} values`);
  for (let c = 0; c < columns; c++) {
    if (offsets[c] > offsets[c + 1]) throw wrong(`the offsets of column ${c} fall`);
    for (let e = offsets[c]; e < offsets[c + 1]; e++) {
      if (indices[e] >= rows) throw wrong(`row ${indices[e]} in column ${c}`);
      if (e > offsets[c] && indices[e] <= indices[e - 1])
        throw wrong(`the rows of column ${c} are not in order`);
      if (!Number.isFinite(values[e])) throw wrong(`${values[e]} at (${indices[e]}, ${c})`);
    }
  }
}
