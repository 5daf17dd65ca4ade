/**
 * The part of an LDLᵀ factorisation that does not depend on values: the order of elimination, the elimination tree
 * (Liu 1990, "The role of elimination trees in sparse factorization") and the pattern of L, by rows and by columns.
 */
import { atOnce, type Steps } from "../math/steps";
import { type Csc, inversePermutation } from "./csc";
import { minimumDegree } from "./ordering";

/** The pattern of P·A·Pᵀ = L·D·Lᵀ. L has a unit diagonal that is not stored. */
export interface Symbolic {
  n: number;
  /** Row order[k] of A is row k of the factor. The order reduces fill, and is a postorder of the tree. */
  order: Uint32Array;
  /** place[order[k]] = k. */
  place: Uint32Array;
  /** Parent in the elimination tree, or −1; larger than its children. */
  parent: Int32Array;
  /** Upper triangle of P·A·Pᵀ by columns, diagonal last; entry t is the entry upperEntry[t] of A. */
  upperOffsets: Uint32Array;
  upperIndices: Uint32Array;
  upperEntry: Uint32Array;
  /** L by rows, columns ascending. */
  rowOffsets: Uint32Array;
  rowIndices: Uint32Array;
  /** L by columns, rows ascending. */
  columnOffsets: Uint32Array;
  columnIndices: Uint32Array;
}

interface Upper {
  offsets: Uint32Array;
  indices: Uint32Array;
  entry: Uint32Array;
}

/** Both triangles, without the diagonal, of a matrix that stores at least the upper one. */
function fullPattern({ columns, offsets, indices }: Csc) {
  const starts = new Uint32Array(columns + 1);
  for (let c = 0; c < columns; c++) {
    for (let e = offsets[c]; e < offsets[c + 1] && indices[e] < c; e++) {
      starts[indices[e] + 1]++;
      starts[c + 1]++;
    }
  }
  for (let c = 0; c < columns; c++) starts[c + 1] += starts[c];
  const both = new Uint32Array(starts[columns]);
  const next = starts.slice(0, columns);
  for (let c = 0; c < columns; c++) {
    for (let e = offsets[c]; e < offsets[c + 1] && indices[e] < c; e++) {
      both[next[indices[e]]++] = c;
      both[next[c]++] = indices[e];
    }
  }
  return { offsets: starts, indices: both };
}

/** The upper triangle of P·A·Pᵀ, rows of a column ascending. */
function permutedUpper({ columns: n, offsets, indices }: Csc, place: Uint32Array): Upper {
  // Sorts by rows first. Reading the rows in order then sorts every column.
  const rowStarts = new Uint32Array(n + 1);
  const starts = new Uint32Array(n + 1);
  for (let c = 0; c < n; c++) {
    for (let e = offsets[c]; e < offsets[c + 1] && indices[e] <= c; e++) {
      rowStarts[Math.min(place[indices[e]], place[c]) + 1]++;
      starts[Math.max(place[indices[e]], place[c]) + 1]++;
    }
  }
  for (let c = 0; c < n; c++) {
    rowStarts[c + 1] += rowStarts[c];
    starts[c + 1] += starts[c];
  }
  const highs = new Uint32Array(starts[n]);
  const entries = new Uint32Array(starts[n]);
  const nextInRow = rowStarts.slice(0, n);
  for (let c = 0; c < n; c++) {
    for (let e = offsets[c]; e < offsets[c + 1] && indices[e] <= c; e++) {
      const at = nextInRow[Math.min(place[indices[e]], place[c])]++;
      highs[at] = Math.max(place[indices[e]], place[c]);
      entries[at] = e;
    }
  }
  const upper = { offsets: starts, indices: new Uint32Array(starts[n]), entry: new Uint32Array(starts[n]) };
  const next = starts.slice(0, n);
  for (let low = 0; low < n; low++) {
    for (let t = rowStarts[low]; t < rowStarts[low + 1]; t++) {
      const at = next[highs[t]]++;
      upper.indices[at] = low;
      upper.entry[at] = entries[t];
    }
  }
  return upper;
}

/** Liu's algorithm with path compression. */
function eliminationTree(n: number, { offsets, indices }: Upper): Int32Array {
  const parent = new Int32Array(n).fill(-1);
  const shortcut = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    for (let t = offsets[k]; t < offsets[k + 1]; t++) {
      for (let i = indices[t]; i < k; ) {
        const up = shortcut[i];
        shortcut[i] = k;
        if (up < 0) {
          parent[i] = k;
          break;
        }
        i = up;
      }
    }
  }
  return parent;
}

/** Nodes of a forest, children before parents and each subtree in one run. */
function postorder(parent: Int32Array): Uint32Array {
  const n = parent.length;
  const firstChild = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n);
  const roots: number[] = [];
  for (let k = n - 1; k >= 0; k--) {
    if (parent[k] < 0) roots.push(k);
    else {
      sibling[k] = firstChild[parent[k]];
      firstChild[parent[k]] = k;
    }
  }
  const out = new Uint32Array(n);
  let size = 0;
  for (const root of roots.reverse()) {
    const stack = [root];
    while (stack.length > 0) {
      const k = stack[stack.length - 1];
      const child = firstChild[k];
      if (child >= 0) {
        firstChild[k] = sibling[child];
        stack.push(child);
      } else out[size++] = stack.pop()!;
    }
  }
  return out;
}

/** Row k of L is the part of the tree between the entries of row k of the lower triangle and k. */
function rowPatterns(n: number, { offsets, indices }: Upper, parent: Int32Array) {
  const mark = new Int32Array(n).fill(-1);
  const rowOffsets = new Uint32Array(n + 1);
  let columns = new Uint32Array(8 * indices.length + n);
  let size = 0;
  for (let k = 0; k < n; k++) {
    if (size + k > columns.length) {
      const more = new Uint32Array(2 * columns.length + n);
      more.set(columns);
      columns = more;
    }
    mark[k] = k;
    for (let t = offsets[k]; t < offsets[k + 1]; t++) {
      for (let i = indices[t]; mark[i] !== k; i = parent[i]) {
        mark[i] = k;
        columns[size++] = i;
      }
    }
    rowOffsets[k + 1] = size;
  }
  return { rowOffsets, columns: columns.subarray(0, size) };
}

/** The pattern of L: builds columns from rows, then rows again from the columns, which puts them in order. */
function* factorPattern(n: number, upper: Upper, parent: Int32Array) {
  const { rowOffsets, columns } = rowPatterns(n, upper, parent);
  yield;
  const size = columns.length;
  const columnOffsets = new Uint32Array(n + 1);
  for (const c of columns) columnOffsets[c + 1]++;
  for (let c = 0; c < n; c++) columnOffsets[c + 1] += columnOffsets[c];
  const columnIndices = new Uint32Array(size);
  const next = columnOffsets.slice(0, n);
  for (let k = 0; k < n; k++) {
    for (let t = rowOffsets[k]; t < rowOffsets[k + 1]; t++) columnIndices[next[columns[t]]++] = k;
  }
  yield;
  const rowIndices = new Uint32Array(size);
  const nextInRow = rowOffsets.slice(0, n);
  for (let c = 0; c < n; c++) {
    for (let t = columnOffsets[c]; t < columnOffsets[c + 1]; t++) {
      rowIndices[nextInRow[columnIndices[t]]++] = c;
    }
  }
  return { rowOffsets, rowIndices, columnOffsets, columnIndices };
}

/**
 * Analyses a symmetric matrix.
 * @param matrix square; only its upper triangle is read, and every diagonal entry must be stored.
 * @param order the order of elimination. Default: that of `minimumDegree`.
 * @throws RangeError if the matrix is not square or lacks a diagonal entry.
 */
export const analyse = (matrix: Csc, order?: ArrayLike<number>): Symbolic =>
  atOnce(analyseSteps(matrix, order));

/** `analyse` in steps. */
export function* analyseSteps(matrix: Csc, order?: ArrayLike<number>): Steps<Symbolic> {
  const n = matrix.columns;
  if (matrix.rows !== n) throw new RangeError(`A ${matrix.rows} x ${n} matrix is not symmetric`);
  const first = order ?? (yield* minimumDegree(n, fullPattern(matrix)));
  if (first.length !== n) throw new RangeError(`${first.length} rows in the order of a matrix of ${n}`);
  const tree = eliminationTree(n, permutedUpper(matrix, inversePermutation(first)));
  yield;
  const late = postorder(tree);
  const renumbered = inversePermutation(late);
  const parent = Int32Array.from(late, (k) => (tree[k] < 0 ? -1 : renumbered[tree[k]]));
  const final = late.map((k) => first[k]);
  const place = inversePermutation(final);
  yield;
  const upper = permutedUpper(matrix, place);
  for (let k = 0; k < n; k++) {
    const last = upper.offsets[k + 1] - 1;
    if (last < upper.offsets[k] || upper.indices[last] !== k) {
      throw new RangeError(`Row ${final[k]} has no entry on the diagonal`);
    }
  }
  yield;
  return {
    n,
    order: final,
    place,
    parent,
    upperOffsets: upper.offsets,
    upperIndices: upper.indices,
    upperEntry: upper.entry,
    ...(yield* factorPattern(n, upper, parent)),
  };
}
