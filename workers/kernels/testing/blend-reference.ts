// The blend kernels for tests, in plain TypeScript over whole residuals, without Gram matrices, bases or active sets.
// The time is exponential in the number of bones.

/** A small problem in plain arrays. */
export interface PlainProblem {
  vertexCount: number;
  frameCount: number;
  /** Homogeneous rest positions. */
  rest: number[][];
  /** Trajectory of each vertex: 3F numbers, row 3k + axis. */
  trajectories: number[][];
}

/** Bones as rows: bones[3k + axis][4j + column]. */
export type PlainBones = number[][];

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Position of vertex i under bone j: 3F numbers. */
export function posed(problem: PlainProblem, bones: PlainBones, i: number, j: number): number[] {
  return bones.map((row) => dot(row.slice(4 * j, 4 * j + 4), problem.rest[i]));
}

/** Squared residual of vertex i under weights on all bones. */
export function residual(
  problem: PlainProblem,
  bones: PlainBones,
  i: number,
  weights: readonly number[],
): number {
  const at = problem.trajectories[i].slice();
  weights.forEach((w, j) => {
    posed(problem, bones, i, j).forEach((x, row) => {
      at[row] -= w * x;
    });
  });
  return dot(at, at);
}

/** Solves a small dense system by elimination with pivoting; null if it is singular. */
export function solveDense(matrix: number[][], right: number[]): number[] | null {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let p = 0; p < n; p++) {
    let pivot = p;
    for (let i = p + 1; i < n; i++) if (Math.abs(rows[i][p]) > Math.abs(rows[pivot][p])) pivot = i;
    [rows[p], rows[pivot]] = [rows[pivot], rows[p]];
    if (Math.abs(rows[p][p]) < 1e-12) return null;
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const factor = rows[i][p] / rows[p][p];
      for (let c = p; c <= n; c++) rows[i][c] -= factor * rows[p][c];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/** min ‖y − Σ w_j B_j v‖² on exactly this support with Σw = 1; null if a weight would be negative. */
function onSupport(
  problem: PlainProblem,
  bones: PlainBones,
  i: number,
  support: readonly number[],
): number[] | null {
  const images = support.map((j) => posed(problem, bones, i, j));
  const n = support.length;
  const matrix = images.map((a) => [...images.map((b) => 2 * dot(a, b)), 1]);
  matrix.push([...new Array<number>(n).fill(1), 0]);
  const right = [...images.map((a) => 2 * dot(a, problem.trajectories[i])), 1];
  const solution = solveDense(matrix, right);
  if (!solution || solution.slice(0, n).some((w) => w < 0)) return null;
  return solution.slice(0, n);
}

/** The weights w ≥ 0, Σw = 1 of least residual on at most `limit` bones, on all bones: tries every support. */
export function leastWeights(
  problem: PlainProblem,
  bones: PlainBones,
  boneCount: number,
  i: number,
  limit: number,
): number[] {
  let [least, best] = [Infinity, new Array<number>(boneCount).fill(1 / boneCount)];
  for (let set = 1; set < 1 << boneCount; set++) {
    const support = Array.from({ length: boneCount }, (_, j) => j).filter((j) => set & (1 << j));
    if (support.length > limit) continue;
    const weights = onSupport(problem, bones, i, support);
    if (!weights) continue;
    const all = new Array<number>(boneCount).fill(0);
    support.forEach((j, at) => {
      all[j] = weights[at];
    });
    const own = residual(problem, bones, i, all);
    if (own < least) [least, best] = [own, all];
  }
  return best;
}

/** The least squared residual over all weights w ≥ 0, Σw = 1 on at most `limit` bones. */
export const leastResidual = (
  problem: PlainProblem,
  bones: PlainBones,
  boneCount: number,
  i: number,
  limit: number,
): number => residual(problem, bones, i, leastWeights(problem, bones, boneCount, i, limit));

/** Sum over the vertices of the squared residuals of a frame's three rows, for weights[i][j]. */
export function frameError(
  problem: PlainProblem,
  bones: PlainBones,
  weights: readonly number[][],
  k: number,
): number {
  let sum = 0;
  for (let i = 0; i < problem.vertexCount; i++) {
    for (let row = 3 * k; row < 3 * k + 3; row++) {
      let at = problem.trajectories[i][row];
      weights[i].forEach((w, j) => {
        at -= w * dot(bones[row].slice(4 * j, 4 * j + 4), problem.rest[i]);
      });
      sum += at * at;
    }
  }
  return sum;
}
