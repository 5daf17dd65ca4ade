/** The vertices and triangles that share each pair of bones, sorted by pair, in typed arrays. */
import type { Task } from "../../model/task";
import type { BlendRows } from "../deformer";

/** Rows between two checkpoints. */
const AT_ONCE = 2048;
const PHASE = "Sorting by pairs of bones";

/** The shares of rows in pairs of bones, sorted by pair. */
interface Shares {
  /** P + 1: pair p has the shares starts[p] .. starts[p + 1]. */
  starts: Uint32Array;
  /** Vertex or triangle of each share. */
  rows: Uint32Array;
  /** Weights of the lower and the higher bone, two for each share. */
  weights: Float32Array;
}

export interface InfluencePairs {
  count: number;
  ofVertices: Shares;
  /** Triangles with their mean weights, only for pairs that a vertex has. */
  ofTriangles: Shares;
}

/** Weights of the bones of one row, ascending, without zeros. */
interface Row {
  count: number;
  bones: Int32Array;
  values: Float64Array;
}

/**
 * @param triangles vertices, 3T.
 * @throws CancelledError if the task is cancelled.
 */
export async function sharesByPair(
  vertexCount: number,
  triangles: ArrayLike<number>,
  weights: BlendRows,
  task: Task,
): Promise<InfluencePairs> {
  const numbers = new Map<number, number>();
  const row = emptyRow(weights, vertexCount);
  const vertex = (i: number) => {
    row.count = 0;
    addRow(row, weights, i, 1);
  };
  const triangle = (t: number) => {
    row.count = 0;
    for (let c = 0; c < 3; c++) addRow(row, weights, triangles[3 * t + c], 1 / 3);
  };
  const number = (key: number) => {
    const known = numbers.get(key);
    if (known === undefined) numbers.set(key, numbers.size);
    return known ?? numbers.size - 1;
  };
  const known = (key: number) => numbers.get(key) ?? -1;
  const ofVertices = await sharesOf(vertexCount, row, vertex, number, task);
  const ofTriangles = await sharesOf(triangles.length / 3, row, triangle, known, task);
  const count = numbers.size;
  return { count, ofVertices: sorted(ofVertices, count), ofTriangles: sorted(ofTriangles, count) };
}

function emptyRow({ offsets }: BlendRows, vertexCount: number): Row {
  let longest = 0;
  for (let i = 0; i < vertexCount; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
  return { count: 0, bones: new Int32Array(3 * longest), values: new Float64Array(3 * longest) };
}

function addRow(row: Row, { offsets, bones, values }: BlendRows, i: number, scale: number): void {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (values[e] === 0) continue;
    let at = row.count;
    while (at > 0 && row.bones[at - 1] > bones[e]) at--;
    if (at > 0 && row.bones[at - 1] === bones[e]) {
      row.values[at - 1] += scale * values[e];
      continue;
    }
    row.bones.copyWithin(at + 1, at, row.count);
    row.values.copyWithin(at + 1, at, row.count);
    row.bones[at] = bones[e];
    row.values[at] = scale * values[e];
    row.count++;
  }
}

interface Unsorted {
  length: number;
  pairs: Int32Array;
  rows: Uint32Array;
  weights: Float32Array;
}

/** @param numberOf pair of a key, below 0 for none. */
async function sharesOf(
  rowCount: number,
  row: Row,
  read: (n: number) => void,
  numberOf: (key: number) => number,
  task: Task,
): Promise<Unsorted> {
  let all = allocate(4 * rowCount + 16);
  let length = 0;
  for (let n = 0; n < rowCount; n++) {
    if (n % AT_ONCE === 0) {
      task.progress({ phase: PHASE, done: null, detail: "" });
      await task.checkpoint();
    }
    read(n);
    for (let e = 0; e < row.count; e++) {
      for (let f = e + 1; f < row.count; f++) {
        const pair = numberOf(row.bones[e] * 65536 + row.bones[f]);
        if (pair < 0) continue;
        if (length === all.pairs.length) all = allocate(2 * length, all);
        all.pairs[length] = pair;
        all.rows[length] = n;
        all.weights[2 * length] = row.values[e];
        all.weights[2 * length + 1] = row.values[f];
        length++;
      }
    }
  }
  return { ...all, length };
}

function allocate(size: number, from?: Omit<Unsorted, "length">): Omit<Unsorted, "length"> {
  const [pairs, rows, weights] = [new Int32Array(size), new Uint32Array(size), new Float32Array(2 * size)];
  if (from) {
    pairs.set(from.pairs);
    rows.set(from.rows);
    weights.set(from.weights);
  }
  return { pairs, rows, weights };
}

/** Sorted by pair, otherwise in the same order. */
function sorted({ length, pairs, rows, weights }: Unsorted, pairCount: number): Shares {
  const starts = new Uint32Array(pairCount + 1);
  for (let n = 0; n < length; n++) starts[pairs[n] + 1]++;
  for (let p = 0; p < pairCount; p++) starts[p + 1] += starts[p];
  const next = starts.slice();
  const result = { starts, rows: new Uint32Array(length), weights: new Float32Array(2 * length) };
  for (let n = 0; n < length; n++) {
    const to = next[pairs[n]]++;
    result.rows[to] = rows[n];
    result.weights[2 * to] = weights[2 * n];
    result.weights[2 * to + 1] = weights[2 * n + 1];
  }
  return result;
}
