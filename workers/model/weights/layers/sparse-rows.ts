import type { SparseWeights } from "../../rig/sparse-weights";

/** Rows of numbers by bone, for some vertices only. */
export interface SparseRows {
  /** N, ascending. */
  vertices: Uint32Array;
  /** N + 1. */
  offsets: Uint32Array;
  /** Ascending in each row. */
  bones: Uint16Array;
  values: Float32Array;
}

/** No rows, in new arrays. */
export const noRows = (): SparseRows => ({
  vertices: new Uint32Array(0),
  offsets: new Uint32Array(1),
  bones: new Uint16Array(0),
  values: new Float32Array(0),
});

/** Where a vertex is in an ascending list, at place `from` or later; −1 if it is not there. */
export function placeOf(vertices: Uint32Array, vertex: number, from = 0): number {
  if (vertices[from] === vertex) return from;
  const at = firstFrom(vertices, vertex, from);
  return vertices[at] === vertex ? at : -1;
}

/** The first place, from place `from` on, whose vertex is not below the given one; the length if there is none. */
export function firstFrom(vertices: Uint32Array, vertex: number, from = 0): number {
  let [low, high] = [from, vertices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (vertices[middle] < vertex) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Collects rows in the order of their vertices. */
export class RowsWriter {
  private count = 0;
  private length = 0;
  private vertices = new Uint32Array(256);
  private offsets = new Uint32Array(257);
  private bones = new Uint16Array(1024);
  private values = new Float32Array(1024);

  /** Adds the row of a vertex: the entries `first` to `end` of two lists, or all of them. */
  add(
    vertex: number,
    bones: ArrayLike<number>,
    values: ArrayLike<number>,
    first = 0,
    end = bones.length,
  ): void {
    this.reserve(this.length + end - first);
    for (let e = first; e < end; e++) {
      this.bones[this.length] = bones[e];
      this.values[this.length++] = values[e];
    }
    this.vertices[this.count++] = vertex;
    this.offsets[this.count] = this.length;
  }

  /** Makes room for one more row, and for `entries` entries in all. */
  private reserve(entries: number): void {
    if (this.count === this.vertices.length) {
      this.vertices = grown(this.vertices, new Uint32Array(2 * this.count));
      this.offsets = grown(this.offsets, new Uint32Array(2 * this.count + 1));
    }
    if (entries <= this.values.length) return;
    this.bones = grown(this.bones, new Uint16Array(2 * entries));
    this.values = grown(this.values, new Float32Array(2 * entries));
  }

  get rows(): SparseRows {
    return {
      vertices: this.vertices.slice(0, this.count),
      offsets: this.offsets.slice(0, this.count + 1),
      bones: this.bones.slice(0, this.length),
      values: this.values.slice(0, this.length),
    };
  }
}

function grown<T extends Uint32Array | Uint16Array | Float32Array>(array: T, longer: T): T {
  longer.set(array);
  return longer;
}

/** The rows of weights at some vertices, ascending. */
export function rowsOf({ offsets, bones, values }: SparseWeights, vertices: Uint32Array): SparseRows {
  let length = 0;
  for (const i of vertices) length += offsets[i + 1] - offsets[i];
  const rows: SparseRows = {
    vertices,
    offsets: new Uint32Array(vertices.length + 1),
    bones: new Uint16Array(length),
    values: new Float32Array(length),
  };
  let at = 0;
  for (let n = 0; n < vertices.length; n++) {
    const i = vertices[n];
    at = copyEntries({ bones, values }, offsets[i], offsets[i + 1], rows, at);
    rows.offsets[n + 1] = at;
  }
  return rows;
}

type Entries = Pick<SparseRows, "bones" | "values">;

/** Copies entries to position `at` and returns the end. A loop, because rows are too short for calls to `set`. */
function copyEntries(from: Entries, first: number, end: number, to: Entries, at: number): number {
  for (let e = first; e < end; e++) {
    to.bones[at] = from.bones[e];
    to.values[at++] = from.values[e];
  }
  return at;
}

/** Replaces the rows of some vertices. O(influences). */
export function replaceRows(weights: SparseWeights, rows: SparseRows): SparseWeights {
  const count = weights.offsets.length - 1;
  let length = weights.offsets[count];
  for (let n = 0; n < rows.vertices.length; n++) {
    const i = rows.vertices[n];
    length += rows.offsets[n + 1] - rows.offsets[n] - (weights.offsets[i + 1] - weights.offsets[i]);
  }
  const offsets = new Uint32Array(count + 1);
  const made = { bones: new Uint16Array(length), values: new Float32Array(length) };
  let at = 0;
  let next = 0;
  for (let n = 0; n <= rows.vertices.length; n++) {
    const i = n < rows.vertices.length ? rows.vertices[n] : count;
    const shift = at - weights.offsets[next];
    for (let v = next; v < i; v++) offsets[v + 1] = weights.offsets[v + 1] + shift;
    at = copyEntries(weights, weights.offsets[next], weights.offsets[i], made, at);
    if (i === count) break;
    at = copyEntries(rows, rows.offsets[n], rows.offsets[n + 1], made, at);
    offsets[i + 1] = at;
    next = i + 1;
  }
  return { version: 1, offsets, ...made };
}

/** Whether the entries `first` to `end` of two lists, rounded to f32, are the row of a vertex. */
export function isRowOf(
  { offsets, bones: own, values: numbers }: SparseWeights,
  vertex: number,
  bones: ArrayLike<number>,
  values: ArrayLike<number>,
  first: number,
  end: number,
): boolean {
  const shift = offsets[vertex] - first;
  if (end - first !== offsets[vertex + 1] - offsets[vertex]) return false;
  for (let e = first; e < end; e++) {
    if (own[e + shift] !== bones[e] || numbers[e + shift] !== Math.fround(values[e])) return false;
  }
  return true;
}

/** The rows of some vertices, ascending. A vertex without a row gets an empty one. */
export function rowsAt({ vertices, offsets, bones, values }: SparseRows, at: Uint32Array): SparseRows {
  const found = new RowsWriter();
  let from = 0;
  for (const i of at) {
    from = firstFrom(vertices, i, from);
    if (vertices[from] === i) found.add(i, bones, values, offsets[from], offsets[from + 1]);
    else found.add(i, bones, values, 0, 0);
  }
  return found.rows;
}

/** The rows with some of them replaced; an empty new row removes the old one. */
export function withRows(all: SparseRows, patch: SparseRows): SparseRows {
  const made = new RowsWriter();
  const copy = (from: SparseRows, n: number) =>
    made.add(from.vertices[n], from.bones, from.values, from.offsets[n], from.offsets[n + 1]);
  let a = 0;
  for (let n = 0; n < patch.vertices.length; n++) {
    for (; a < all.vertices.length && all.vertices[a] < patch.vertices[n]; a++) copy(all, a);
    if (all.vertices[a] === patch.vertices[n]) a++;
    if (patch.offsets[n + 1] > patch.offsets[n]) copy(patch, n);
  }
  for (; a < all.vertices.length; a++) copy(all, a);
  return made.rows;
}

/** The rows without those of some vertices, ascending. */
export const withoutRows = (all: SparseRows, gone: Uint32Array): SparseRows =>
  withRows(all, { ...noRows(), vertices: gone, offsets: new Uint32Array(gone.length + 1) });
