import type { SparseWeights } from "../../../workers/model/sparse-weights";

/** Rows of skinning weights of some vertices. */
export interface WeightRows {
  /** N, ascending. */
  vertices: Uint32Array;
  /** N + 1. */
  offsets: Uint32Array;
  bones: Uint16Array;
  values: Float32Array;
}

/** Collects rows, given by ascending vertices. */
export class RowsBuilder {
  private readonly vertices: number[] = [];
  private readonly offsets: number[] = [0];
  private readonly bones: number[] = [];
  private readonly values: number[] = [];

  add(vertex: number, bones: ArrayLike<number>, values: ArrayLike<number>, first: number, end: number): void {
    this.vertices.push(vertex);
    for (let e = first; e < end; e++) {
      this.bones.push(bones[e]);
      this.values.push(values[e]);
    }
    this.offsets.push(this.bones.length);
  }

  get rows(): WeightRows {
    return {
      vertices: Uint32Array.from(this.vertices),
      offsets: Uint32Array.from(this.offsets),
      bones: Uint16Array.from(this.bones),
      values: Float32Array.from(this.values),
    };
  }
}

/** The rows of some vertices, ascending. */
export function rowsOf({ offsets, bones, values }: SparseWeights, vertices: Uint32Array): WeightRows {
  const builder = new RowsBuilder();
  for (const i of vertices) builder.add(i, bones, values, offsets[i], offsets[i + 1]);
  return builder.rows;
}

/** The weights with other rows for some vertices; O(influences). */
export function replaceRows(weights: SparseWeights, rows: WeightRows): SparseWeights {
  const count = weights.offsets.length - 1;
  let length = weights.offsets[count];
  rows.vertices.forEach((i, n) => {
    length += rows.offsets[n + 1] - rows.offsets[n] - (weights.offsets[i + 1] - weights.offsets[i]);
  });
  const offsets = new Uint32Array(count + 1);
  const bones = new Uint16Array(length);
  const values = new Float32Array(length);
  let at = 0;
  const copy = (from: Pick<WeightRows, "bones" | "values">, first: number, end: number) => {
    bones.set(from.bones.subarray(first, end), at);
    values.set(from.values.subarray(first, end), at);
    at += end - first;
  };
  // Between two rows that are replaced everything is copied at once.
  let next = 0;
  for (let n = 0; n <= rows.vertices.length; n++) {
    const i = n < rows.vertices.length ? rows.vertices[n] : count;
    const shift = at - weights.offsets[next];
    for (let v = next; v < i; v++) offsets[v + 1] = weights.offsets[v + 1] + shift;
    copy(weights, weights.offsets[next], weights.offsets[i]);
    if (i === count) break;
    copy(rows, rows.offsets[n], rows.offsets[n + 1]);
    offsets[i + 1] = at;
    next = i + 1;
  }
  return { version: 1, offsets, bones, values };
}

/** Leaves out rows that are as they were. */
export function changedRows({ offsets, bones, values }: SparseWeights, rows: WeightRows): WeightRows {
  const builder = new RowsBuilder();
  rows.vertices.forEach((i, n) => {
    const [first, end] = [rows.offsets[n], rows.offsets[n + 1]];
    let same = end - first === offsets[i + 1] - offsets[i];
    for (let e = first; same && e < end; e++) {
      const was = offsets[i] + e - first;
      same = bones[was] === rows.bones[e] && values[was] === rows.values[e];
    }
    if (!same) builder.add(i, rows.bones, rows.values, first, end);
  });
  return builder.rows;
}

/** How much weight each bone has more than before in some rows, summed over the vertices, B. */
export function gainedIn(
  { offsets, bones, values }: SparseWeights,
  rows: WeightRows,
  boneCount: number,
): Float64Array {
  const gained = new Float64Array(boneCount);
  rows.vertices.forEach((i, n) => {
    for (let e = rows.offsets[n]; e < rows.offsets[n + 1]; e++) gained[rows.bones[e]] += rows.values[e];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) gained[bones[e]] -= values[e];
  });
  return gained;
}
