import type { Adjacency } from "../../geometry/adjacency";
import { sumOf } from "../../math/sum";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import { meanRow, NO_SUM, type WeightRow, withLocked } from "./rows";

/** Vertices between two checkpoints. */
const AT_ONCE = 2048;
/** Smaller weights are dropped after smoothing, because they have no visible effect. */
const LEAST_SMOOTHED = 1e-4;

/** Weights by vertex that operations read and change. */
export interface WeightsByVertex {
  rows: WeightRow[];
  mesh: Adjacency;
  locked: Uint8Array;
  /** The vertices that may change. */
  vertices: Uint32Array;
  task: Task;
}

const around = ({ offsets, neighbours }: Adjacency, i: number) =>
  neighbours.subarray(offsets[i], offsets[i + 1]);

async function eachVertex(
  { vertices, task }: WeightsByVertex,
  phase: string,
  visit: (i: number) => void,
): Promise<void> {
  for (const [n, i] of vertices.entries()) {
    if (n % AT_ONCE === 0) {
      task.progress({ phase, done: n / vertices.length, detail: "" });
      await task.checkpoint();
    }
    visit(i);
  }
}

/** Each pass moves every vertex half of the way to the mean that its neighbours had in the last pass. */
export async function smoothed(input: WeightsByVertex, passes: number): Promise<Map<number, WeightRow>> {
  const { mesh, locked } = input;
  const rows = [...input.rows];
  const changed = new Map<number, WeightRow>();
  for (let pass = 0; pass < passes; pass++) {
    const next = new Map<number, WeightRow>();
    await eachVertex(input, `Smoothing, pass ${pass + 1} of ${passes}`, (i) => {
      const near = around(mesh, i);
      if (near.length === 0) return;
      const own = rows[i];
      const wanted = meanRow([own, meanRow(Array.from(near, (k) => rows[k]))]);
      for (const [bone, value] of wanted) if (value < LEAST_SMOOTHED) wanted.delete(bone);
      const row = withLocked(own, wanted, locked);
      if (row) next.set(i, row);
    });
    for (const [i, row] of next) {
      rows[i] = row;
      changed.set(i, row);
    }
  }
  return changed;
}

/**
 * Gives vertices without weights the mean of the neighbours that have weights, ring by ring. In parts of the mesh
 * without any weights, a vertex gets the weights of the nearest vertex that has some.
 * @param rest 3V
 */
export async function filled(
  input: WeightsByVertex,
  rest: ArrayLike<number>,
): Promise<Map<number, WeightRow>> {
  const { mesh, locked, task } = input;
  const rows = [...input.rows];
  const isEmpty = (i: number) => sumOf(rows[i].values()) <= NO_SUM;
  const changed = new Map<number, WeightRow>();
  const take = (i: number, wanted: WeightRow) => {
    const row = withLocked(rows[i], wanted, locked);
    if (row) changed.set(i, row);
    return row;
  };
  let empty = Array.from(input.vertices).filter(isEmpty);
  const given = Array.from(rows.keys()).filter((i) => !isEmpty(i));
  while (empty.length > 0) {
    task.progress({
      phase: "Filling",
      done: null,
      detail: `${howMany(empty.length, "vertex is", "vertices are")} left`,
    });
    await task.checkpoint();
    const ring = new Map<number, WeightRow>();
    for (const i of empty) {
      const near = Array.from(around(mesh, i)).filter((k) => !isEmpty(k));
      const row = near.length > 0 ? take(i, meanRow(near.map((k) => rows[k]))) : null;
      if (row) ring.set(i, row);
    }
    if (ring.size === 0) break;
    for (const [i, row] of ring) rows[i] = row;
    empty = empty.filter((i) => !ring.has(i));
  }
  if (given.length === 0) return changed;
  for (const [n, i] of empty.entries()) {
    if (n % 16 === 0) await task.checkpoint();
    take(i, rows[nearestOf(given, rest, i)]);
  }
  return changed;
}

/** The vertex of `among` that is nearest to vertex i at rest. */
function nearestOf(among: readonly number[], rest: ArrayLike<number>, i: number): number {
  let [best, least] = [among[0], Number.POSITIVE_INFINITY];
  for (const k of among) {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (rest[3 * k + c] - rest[3 * i + c]) ** 2;
    if (square < least) [best, least] = [k, square];
  }
  return best;
}

/** Half the sum of absolute differences: 0 for equal rows, 1 for rows without a common bone. */
export function rowDistance(a: WeightRow, b: WeightRow): number {
  let sum = 0;
  for (const [bone, value] of a) sum += Math.abs(value - (b.get(bone) ?? 0));
  for (const [bone, value] of b) if (!a.has(bone)) sum += value;
  return sum / 2;
}

/**
 * Replaces the weights of outliers, which differ by more than `apart` from the mean of their neighbours, by that mean.
 * Neighbours that are outliers too are left out of means, so an outlier does not spoil the vertices around it.
 */
export async function hammered(input: WeightsByVertex, apart: number): Promise<Map<number, WeightRow>> {
  const { rows, mesh, locked } = input;
  const meanAround = (i: number, counts: (k: number) => boolean) => {
    const near = Array.from(around(mesh, i)).filter(counts);
    return near.length > 0 ? meanRow(near.map((k) => rows[k])) : null;
  };
  const isOutlier = new Uint8Array(rows.length);
  await eachVertex(input, "Looking for outliers", (i) => {
    const mean = meanAround(i, () => true);
    if (mean && rowDistance(rows[i], mean) > apart) isOutlier[i] = 1;
  });
  const changed = new Map<number, WeightRow>();
  for (const i of input.vertices) {
    if (!isOutlier[i]) continue;
    const mean = meanAround(i, (k) => !isOutlier[k]);
    const row = mean && withLocked(rows[i], mean, locked);
    if (row) changed.set(i, row);
  }
  return changed;
}
