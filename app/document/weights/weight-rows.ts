import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { SparseRows } from "../../../workers/model/weights/layers/sparse-rows";

/** Rows of skinning weights for some vertices. */
export type WeightRows = SparseRows;

/** Collects rows in the order of their vertices. A stroke of a wide brush ends with tens of thousands. */
export class RowsBuilder {
  private readonly but: SparseWeights;
  private count = 0;
  private length = 0;
  private vertices = new Uint32Array(256);
  private offsets = new Uint32Array(257);
  private bones = new Uint16Array(1024);
  private values = new Float32Array(1024);

  /** @param but weights to compare with; leaves out rows that equal theirs. */
  constructor(but: SparseWeights) {
    this.but = but;
  }

  add(vertex: number, bones: ArrayLike<number>, values: ArrayLike<number>, first: number, end: number): void {
    this.reserve(this.length + end - first);
    const begin = this.length;
    for (let e = first; e < end; e++) {
      this.bones[this.length] = bones[e];
      this.values[this.length++] = values[e];
    }
    if (this.isAs(this.but, vertex, begin)) {
      this.length = begin;
      return;
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

  /** Whether a vertex has the same entries in other weights as those collected from `begin` on. */
  private isAs({ offsets, bones, values }: SparseWeights, vertex: number, begin: number): boolean {
    const shift = offsets[vertex] - begin;
    if (this.length - begin !== offsets[vertex + 1] - offsets[vertex]) return false;
    for (let e = begin; e < this.length; e++) {
      if (bones[e + shift] !== this.bones[e] || values[e + shift] !== this.values[e]) return false;
    }
    return true;
  }

  get rows(): WeightRows {
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

/** The rows of some vertices, ascending. */
export function rowsOf({ offsets, bones, values }: SparseWeights, vertices: Uint32Array): WeightRows {
  let length = 0;
  for (const i of vertices) length += offsets[i + 1] - offsets[i];
  const rows: WeightRows = {
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

type Entries = Pick<WeightRows, "bones" | "values">;

/** Copies entries to position `at` and returns the end. A loop, because rows are too short for calls to `set`. */
function copyEntries(from: Entries, first: number, end: number, to: Entries, at: number): number {
  for (let e = first; e < end; e++) {
    to.bones[at] = from.bones[e];
    to.values[at++] = from.values[e];
  }
  return at;
}

/** Replaces the rows of some vertices. O(influences). */
export function replaceRows(weights: SparseWeights, rows: WeightRows): SparseWeights {
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

/** The weight that each bone gained in some rows, summed over the vertices, B. */
export function gainedIn(
  { offsets, bones, values }: SparseWeights,
  rows: WeightRows,
  boneCount: number,
): Float64Array {
  const gained = new Float64Array(boneCount);
  for (let n = 0; n < rows.vertices.length; n++) {
    const i = rows.vertices[n];
    for (let e = rows.offsets[n]; e < rows.offsets[n + 1]; e++) gained[rows.bones[e]] += rows.values[e];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) gained[bones[e]] -= values[e];
  }
  return gained;
}
