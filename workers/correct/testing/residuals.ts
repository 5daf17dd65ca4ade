import { solveDense } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import { correctedRest } from "../../model/rig/corrected-rest";
import type { Rig, RigCorrection } from "../../model/rig/rig";
import { bendingBar } from "../../testing/sequences";

/** Blended 3x3 and error of vertex i in frame k, computed as they are defined, for tests of the kernels. */
export interface Residual {
  m: number[][];
  e: number[];
}

/** residuals[k][i] of a rig without its correction. */
export function residualsOf(sequence: MeshSequence, rig: Rig): Residual[][] {
  const { offsets, bones, values } = rig.weights;
  return Array.from({ length: sequence.frameCount }, (_, k) =>
    Array.from({ length: sequence.vertexCount }, (_, i) => {
      const rows = [0, 1, 2].map(() => [0, 0, 0, 0]);
      for (let entry = offsets[i]; entry < offsets[i + 1]; entry++) {
        const at = 12 * (k * rig.bones.length + bones[entry]);
        for (let c = 0; c < 12; c++) rows[c >> 2][c & 3] += values[entry] * rig.motion[at + c];
      }
      const v = [...rig.rest.subarray(3 * i, 3 * i + 3), 1];
      const frame = frameOf(sequence, k);
      const e = rows.map((row, a) => frame[3 * i + a] - row.reduce((sum, x, c) => sum + x * v[c], 0));
      return { m: rows.map((row) => row.slice(0, 3)), e };
    }),
  );
}

/** Σ ‖e − M Δ‖² with the shapes and weights of a correction. */
export function squaredError(residuals: Residual[][], rig: Rig, correction: RigCorrection): number {
  let sum = 0;
  residuals.forEach((row, k) => {
    const rest = correctedRest({ ...rig, correction }, k);
    row.forEach(({ m, e }, i) => {
      const moved = [0, 1, 2].map((c) => rest[3 * i + c] - rig.rest[3 * i + c]);
      e.forEach((x, a) => {
        sum += (x - m[a].reduce((total, y, c) => total + y * moved[c], 0)) ** 2;
      });
    });
  });
  return sum;
}

/** d = M⁻¹ e of each frame as a row of 3V numbers. */
export function restResiduals(residuals: Residual[][]): number[][] {
  return residuals.map((row) => row.flatMap(({ m, e }) => solveDense(m, e)!));
}

/** The least error that ordinary alternating least squares finds from several random starts. */
export function leastByAlternating(residuals: Residual[][], rank: number, starts: number): number {
  let best = Infinity;
  for (let seed = 1; seed <= starts; seed++) {
    const random = createRandom(seed);
    let c = residuals.map(() => Array.from({ length: rank }, random.normal));
    let error = Infinity;
    for (let sweep = 0; sweep < 80; sweep++) {
      const s = residuals[0].map((_, i) => shapesOfVertex(residuals, c, i, rank));
      c = residuals.map((row) => coefficientsOfFrame(row, s, rank));
      error = residuals.reduce((sum, row, k) => sum + frameError(row, s, c[k]), 0);
    }
    best = Math.min(best, error);
  }
  return best;
}

/** Solves normal equations of rows aᵀx = b. */
function leastSquares(rows: { a: number[]; b: number }[], n: number): number[] {
  const matrix = Array.from({ length: n }, (_, p) =>
    Array.from({ length: n }, (_, q) => rows.reduce((sum, { a }) => sum + a[p] * a[q], p === q ? 1e-12 : 0)),
  );
  const right = Array.from({ length: n }, (_, p) => rows.reduce((sum, { a, b }) => sum + a[p] * b, 0));
  return solveDense(matrix, right) ?? new Array(n).fill(0);
}

const shapesOfVertex = (residuals: Residual[][], c: number[][], i: number, rank: number) =>
  leastSquares(
    residuals.flatMap((row, k) =>
      row[i].e.map((b, a) => ({ a: c[k].flatMap((x) => row[i].m[a].map((y) => x * y)), b })),
    ),
    3 * rank,
  );

const posedBy = (m: number[], shapes: number[], rank: number) =>
  Array.from({ length: rank }, (_, n) => m.reduce((sum, y, axis) => sum + y * shapes[3 * n + axis], 0));

const coefficientsOfFrame = (row: Residual[], s: number[][], rank: number) =>
  leastSquares(
    row.flatMap(({ m, e }, i) => e.map((b, a) => ({ a: posedBy(m[a], s[i], rank), b }))),
    rank,
  );

const frameError = (row: Residual[], s: number[][], c: number[]) =>
  row.reduce(
    (sum, { m, e }, i) =>
      sum +
      e.reduce((total, b, a) => {
        const explained = posedBy(m[a], s[i], c.length).reduce((x, y, n) => x + y * c[n], 0);
        return total + (b - explained) ** 2;
      }, 0),
    0,
  );

/** A bar with a rig that follows it up to noise of `size`. */
export function noisyBar(frames: number, size: number, seed: number): { sequence: MeshSequence; rig: Rig } {
  const { sequence, rig } = bendingBar({ bones: 3, length: 3, width: 1, frames, seed });
  const random = createRandom(seed);
  return {
    sequence: { ...sequence, frames: sequence.frames.map((x) => x + size * random.normal()) },
    rig,
  };
}
