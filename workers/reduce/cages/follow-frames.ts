/** Poses of a cage that follow the frames of an animation. */
import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { choleskySolve } from "../../math/cholesky-solve";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { type Csc, cscFromTriplets } from "../../sparse/csc";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyse } from "../../sparse/symbolic";

/** Beside the mean of the diagonal, how much a cage vertex is drawn to where the nearest affine map puts it. */
const PULL = 1e-3;

/** Σ_i w_ij w_ik, N·N. */
function gramOf({ offsets, bones, values }: SparseWeights, N: number): Float64Array {
  const gram = new Float64Array(N * N);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let a = offsets[i]; a < offsets[i + 1]; a++) {
      for (let b = offsets[i]; b < offsets[i + 1]; b++)
        gram[bones[a] * N + bones[b]] += values[a] * values[b];
    }
  }
  return gram;
}

/** All entries of a square matrix, upper triangle. */
function dense(matrix: Float64Array, N: number): Csc {
  const [row, column, value]: number[][] = [[], [], []];
  for (let k = 0; k < N; k++) {
    for (let j = 0; j <= k; j++) {
      row.push(j);
      column.push(k);
      value.push(matrix[j * N + k]);
    }
  }
  return cscFromTriplets(N, N, { row, column, value });
}

/** The rows of the affine map from rest points to a frame, by least squares. */
function affineOf(rest: Float32Array, frame: Float32Array): Float64Array[] {
  const normal = new Float64Array(16);
  const sides = [0, 1, 2].map(() => new Float64Array(4));
  for (let i = 0; i < rest.length; i += 3) {
    const h = [rest[i], rest[i + 1], rest[i + 2], 1];
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) normal[4 * a + b] += h[a] * h[b];
      for (let c = 0; c < 3; c++) sides[c][a] += h[a] * frame[i + c];
    }
  }
  // A flat mesh says nothing about the direction across it, which stays as it is.
  const ridge = 1e-9 * (normal[0] + normal[5] + normal[10] + normal[15]);
  return sides.map((side, c) => {
    const matrix = normal.slice();
    for (let a = 0; a < 4; a++) matrix[5 * a] += ridge;
    side[c] += ridge;
    choleskySolve(matrix, side);
    return side;
  });
}

async function solveAll(
  matrix: Csc,
  sides: Float64Array,
  columns: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<void> {
  const symbolic = analyse(matrix);
  const threads = threadsToReserve(makeParallel);
  const parallel = await makeParallel(SparseLdlt.bytes(symbolic, threads, columns) + 4096);
  try {
    const system = await SparseLdlt.create(parallel, matrix, task, symbolic);
    await system.solve(sides, columns, task);
  } finally {
    parallel.dispose();
  }
}

/**
 * The places of the cage's vertices in each frame: min Σ_i |Σ_j w_ij c_j − y_i|² + PULL·Σ_j |c_j − a_j|², where a is
 * the cage as the affine map nearest to the frame moves it.
 * @param rest 3V, at which the weights were found; `frames` F·3V.
 * @returns F·3N.
 * @throws CancelledError if the task is cancelled.
 */
export async function followFrames(
  rest: Float32Array,
  frames: Float32Array,
  positions: Float32Array,
  weights: SparseWeights,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Float32Array> {
  const N = positions.length / 3;
  const F = frames.length / rest.length;
  const { offsets, bones, values } = weights;
  const gram = gramOf(weights, N);
  let pull = 0;
  for (let j = 0; j < N; j++) pull += (PULL * gram[j * N + j]) / N;
  for (let j = 0; j < N; j++) gram[j * N + j] += pull;
  // sides[j·3F + 3k + c] is coordinate c of vertex j in frame k.
  const sides = new Float64Array(N * 3 * F);
  for (let k = 0; k < F; k++) {
    task.progress({ phase: "Following the animation", done: k / F, detail: `frame ${k + 1}` });
    await task.checkpoint();
    const frame = frames.subarray(k * rest.length, (k + 1) * rest.length);
    const affine = affineOf(rest, frame);
    for (let c = 0; c < 3; c++) {
      const at = 3 * k + c;
      for (let j = 0; j < N; j++) {
        const [x, y, z] = positions.subarray(3 * j, 3 * j + 3);
        sides[j * 3 * F + at] =
          pull * (affine[c][0] * x + affine[c][1] * y + affine[c][2] * z + affine[c][3]);
      }
      for (let i = 0; i + 1 < offsets.length; i++) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++)
          sides[bones[e] * 3 * F + at] += values[e] * frame[3 * i + c];
      }
    }
  }
  await solveAll(dense(gram, N), sides, 3 * F, makeParallel, task);
  return Float32Array.from({ length: F * 3 * N }, (_, n) => {
    const [k, j, c] = [Math.floor(n / (3 * N)), Math.floor((n % (3 * N)) / 3), n % 3];
    return sides[j * 3 * F + 3 * k + c];
  });
}
