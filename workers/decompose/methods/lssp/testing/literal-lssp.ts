import { EigenvalueDecomposition, Matrix, solve } from "ml-matrix";
import type { PlainBones, PlainProblem } from "../../../../kernels/testing/blend-reference";
import {
  besideEachOther,
  dividedWeights,
  errorOf,
  plainGroups,
  rigidRows,
} from "../../../testing/literal-steps";

/** The neighbour whose distance is the local scale (Zelnik-Manor & Perona 2004). */
const LOCAL = 7;
const DIFFERENCE = 1e-6;

/**
 * LSSP's decomposition of one subject (Hasler et al. 2010), in plain arrays over all vertices and frames: self-tuning
 * spectral clustering by the change of distances, a rigid bone for each group, and in turn non-negative weights with an
 * L1 term, divided by their sum, and all bones of a frame at once by Levenberg-Marquardt to convergence.
 * @returns the squared error of the best weights so far, at the start and after each alternation.
 */
export function literalLssp(
  problem: PlainProblem,
  { bones: h, alternations, sparsity }: { bones: number; alternations: number; sparsity: number },
): number[] {
  const labels = spectralLabels(problem, h);
  const groups = Array.from({ length: h }, (_, j) => labels.flatMap((label, i) => (label === j ? [i] : [])));
  let bones = besideEachOther(groups.map((members) => rigidRows(problem, members)));
  const penalty = sparsity * 1e-6 * problem.frameCount;
  const errors: number[] = [];
  for (let turn = 0; ; turn++) {
    const weights = problem.rest.map((_, i) => dividedWeights(problem, bones, h, i, penalty));
    errors.push(Math.min(errorOf(problem, bones, weights), errors.at(-1) ?? Infinity));
    if (turn === alternations) return errors;
    bones = Array.from({ length: problem.frameCount }, (_, k) =>
      fittedFrame(problem, bones, weights, k),
    ).flat();
  }
}

function spectralLabels(
  { rest, trajectories, frameCount, vertexCount: V }: PlainProblem,
  h: number,
): number[] {
  const apart = (a: readonly number[], b: readonly number[], at: number) =>
    Math.hypot(a[at] - b[at], a[at + 1] - b[at + 1], a[at + 2] - b[at + 2]);
  const squares = rest.map((a, i) =>
    rest.map((b, l) => {
      let sum = 0;
      for (let k = 0; k < frameCount; k++)
        sum += (apart(trajectories[i], trajectories[l], 3 * k) - apart(a, b, 0)) ** 2;
      return sum / frameCount;
    }),
  );
  const scale = squares.map((row) => Math.sqrt(row.toSorted((a, b) => a - b)[LOCAL]));
  const affinity = squares.map((row, i) =>
    row.map((square, l) => (i === l ? 0 : Math.exp(-square / (scale[i] * scale[l])))),
  );
  const degree = affinity.map((row) => row.reduce((a, b) => a + b, 0));
  const normalised = affinity.map((row, i) => row.map((x, l) => x / Math.sqrt(degree[i] * degree[l])));
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(new Matrix(normalised), {
    assumeSymmetric: true,
  });
  const first = [...realEigenvalues.keys()]
    .sort((a, b) => realEigenvalues[b] - realEigenvalues[a])
    .slice(0, h);
  const rows = Array.from({ length: V }, (_, i) => {
    const row = first.map((n) => eigenvectorMatrix.get(i, n));
    return row.map((x) => x / Math.hypot(...row));
  });
  return plainGroups(rows, h, (row, mean) => row.reduce((sum, x, c) => sum + (x - mean[c]) ** 2, 0));
}

/** The three rows of a frame's bones, turned by rotation vectors and shifted: 6h numbers from all zeros. */
function movedRows(rows: PlainBones, step: readonly number[]): PlainBones {
  const out = rows.map((row) => row.slice());
  for (let j = 0; j < step.length / 6; j++) {
    const [x, y, z, ...shift] = step.slice(6 * j, 6 * j + 6);
    const angle = Math.hypot(x, y, z);
    const [s, c] = angle > 0 ? [Math.sin(angle) / angle, (1 - Math.cos(angle)) / angle ** 2] : [1, 0.5];
    const turn = [
      [1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y],
      [c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x],
      [c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y)],
    ];
    for (let a = 0; a < 3; a++) {
      for (let d = 0; d < 3; d++)
        out[a][4 * j + d] = turn[a].reduce((sum, t, b) => sum + t * rows[b][4 * j + d], 0);
      out[a][4 * j + 3] += shift[a];
    }
  }
  return out;
}

/** Levenberg-Marquardt over all bones of frame k, with slopes by differences. */
function fittedFrame(
  problem: PlainProblem,
  bones: PlainBones,
  weights: readonly number[][],
  k: number,
): PlainBones {
  const residualsOf = (rows: PlainBones) =>
    problem.rest.flatMap((v, i) =>
      rows.map((row, a) => {
        const blended = weights[i].reduce(
          (sum, w, j) => sum + w * v.reduce((x, c, n) => x + c * row[4 * j + n], 0),
          0,
        );
        return blended - problem.trajectories[i][3 * k + a];
      }),
    );
  const square = (all: readonly number[]) => all.reduce((sum, x) => sum + x * x, 0);
  let rows = bones.slice(3 * k, 3 * k + 3);
  let left = residualsOf(rows);
  let damping = 1e-3;
  const unknowns = (6 * rows[0].length) / 4;
  for (let round = 0; round < 30 && damping < 1e6; round++) {
    const columns = Array.from({ length: unknowns }, (_, n) => {
      const moved = residualsOf(movedRows(rows, new Array<number>(unknowns).fill(0).with(n, DIFFERENCE)));
      return moved.map((x, at) => (x - left[at]) / DIFFERENCE);
    });
    const slopes = new Matrix(columns);
    const normal = slopes.mmul(slopes.transpose());
    for (let n = 0; n < unknowns; n++) normal.set(n, n, normal.get(n, n) * (1 + damping) + 1e-12);
    const step = solve(normal, slopes.mmul(Matrix.columnVector(left)).mul(-1)).getColumn(0);
    const next = movedRows(rows, step);
    const after = residualsOf(next);
    const gain = square(left) - square(after);
    if (gain < 0) damping *= 10;
    else {
      [rows, left, damping] = [next, after, damping / 10];
      if (gain < 1e-10 * square(left)) break;
    }
  }
  return rows;
}
