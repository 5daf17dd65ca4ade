/** Steps that literal implementations of published methods share, in plain arrays. */
import { Matrix, SingularValueDecomposition } from "ml-matrix";
import {
  type PlainBones,
  type PlainProblem,
  posed,
  residual,
  solveDense,
} from "../../kernels/testing/blend-reference";

type Vector = readonly number[];

/** The rigid motion of some vertices in each frame, as rows: the SVD of the cross-covariance, det +1 (Kabsch). */
export function rigidRows(problem: PlainProblem, members: readonly number[]): number[][] {
  const mean = (points: readonly Vector[]) =>
    [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length);
  const rest = members.map((i) => problem.rest[i]);
  const from = mean(rest);
  return Array.from({ length: problem.frameCount }, (_, k) => {
    const placed = members.map((i) => problem.trajectories[i].slice(3 * k, 3 * k + 3));
    const to = mean(placed);
    const cross = Matrix.zeros(3, 3);
    rest.forEach((p, n) => {
      for (let a = 0; a < 3; a++) {
        for (let c = 0; c < 3; c++)
          cross.set(a, c, cross.get(a, c) + (placed[n][a] - to[a]) * (p[c] - from[c]));
      }
    });
    const svd = new SingularValueDecomposition(cross);
    const [u, v] = [svd.leftSingularVectors, svd.rightSingularVectors];
    const sign = determinant(u.mmul(v.transpose())) < 0 ? -1 : 1;
    const turn = u.mmul(Matrix.diag([1, 1, sign])).mmul(v.transpose());
    return [0, 1, 2].map((a) => {
      const row = turn.getRow(a);
      return [...row, to[a] - row.reduce((sum, x, c) => sum + x * from[c], 0)];
    });
  }).flat();
}

const determinant = (m: Matrix): number => {
  const [a, b, c] = m.to2DArray();
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
};

/** Bones side by side: rows of 4h. */
export const besideEachOther = (bones: readonly number[][][]): PlainBones =>
  bones[0].map((_, row) => bones.flatMap((own) => own[row]));

/**
 * Weights w ≥ 0 that minimise |y − Σ w_j B_j v|² + penalty · Σw, divided by their sum. Tries every support.
 */
export function dividedWeights(
  problem: PlainProblem,
  bones: PlainBones,
  h: number,
  i: number,
  penalty: number,
): number[] {
  const images = Array.from({ length: h }, (_, j) => posed(problem, bones, i, j));
  const dot = (a: Vector, b: Vector) => a.reduce((sum, x, n) => sum + x * b[n], 0);
  const y = problem.trajectories[i];
  let [least, best] = [dot(y, y), new Array<number>(h).fill(0)];
  for (let set = 1; set < 1 << h; set++) {
    const support = Array.from({ length: h }, (_, j) => j).filter((j) => set & (1 << j));
    const w = solveDense(
      support.map((a) => support.map((b) => dot(images[a], images[b]))),
      support.map((a) => dot(images[a], y) - penalty / 2),
    );
    if (!w || w.some((x) => x < 0)) continue;
    const all = new Array<number>(h).fill(0);
    support.forEach((j, n) => {
      all[j] = w[n];
    });
    const value = residual(problem, bones, i, all) + penalty * w.reduce((a, b) => a + b, 0);
    if (value < least) [least, best] = [value, all];
  }
  const sum = best.reduce((a, b) => a + b, 0);
  return best.map((x) => x / sum);
}

export const errorOf = (problem: PlainProblem, bones: PlainBones, weights: readonly Vector[]): number =>
  weights.reduce((sum, w, i) => sum + residual(problem, bones, i, w), 0);

/** All orders of the numbers below n. */
export function ordersOf(n: number): number[][] {
  if (n === 0) return [[]];
  return ordersOf(n - 1).flatMap((order) =>
    Array.from({ length: n }, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)]),
  );
}

type Distance = (row: Vector, mean: Vector) => number;

/** k-means with given distances, from rows far from each other. For groups that are clearly apart. */
export function plainGroups(rows: readonly Vector[], k: number, distance: Distance): number[] {
  const seeds = [rows[0]];
  while (seeds.length < k) {
    const far = rows.map((row) => Math.min(...seeds.map((seed) => distance(row, seed))));
    seeds.push(rows[far.indexOf(Math.max(...far))]);
  }
  return groupsFrom(rows, seeds, distance);
}

/** k-means from given means, until no row changes its group. */
export function groupsFrom(rows: readonly Vector[], seeds: readonly Vector[], distance: Distance): number[] {
  let means = seeds;
  let labels: number[] = [];
  for (;;) {
    const next = rows.map((row) => {
      const all = means.map((mean) => distance(row, mean));
      return all.indexOf(Math.min(...all));
    });
    if (next.every((label, n) => label === labels[n])) return labels;
    labels = next;
    means = means.map((old, j) => {
      const own = rows.filter((_, n) => labels[n] === j);
      return own.length === 0 ? old : meanOf(own);
    });
  }
}

export const meanOf = (rows: readonly Vector[]): number[] =>
  rows[0].map((_, c) => rows.reduce((sum, row) => sum + row[c], 0) / rows.length);
