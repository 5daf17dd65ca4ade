/**
 * Finds weights next to bones whose weights are locked. At a vertex where locked bones have the sum L, the others share
 * 1 − L. With r_j = y − B_j v, the residual of shares u of the others is Σ_f u_f r'_f, where r'_f = (1 − L) r_f + Σ_l
 * w_l r_l: this is again a least squares problem on a simplex.
 */
import type { BlendSolver } from "../../../decompose/phases/blend-solver";
import { type BlendState, boneRows } from "../../../decompose/phases/blend-state";
import { type Share, simplexSquares } from "../../../math/optimise/simplex-squares";
import type { Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";

/** Vertices to process between two checkpoints. */
const VERTICES = 64;
/** Rows of bones to process between two checkpoints. */
const ROWS = 16;

/** The locked influences of a vertex. */
export interface LockedRow {
  vertex: number;
  locked: [bone: number, weight: number][];
  /** L. */
  sum: number;
}

/** Bᵀ B, 4h by 4h, and Uᵀ B, `rank` rows of 4h. */
interface Products {
  gram: Float64Array;
  reduced: Float64Array;
}

/** The vertices that locked bones move. */
export function lockedRows({ weights }: Pick<Rig, "weights">, lockedWeights: Uint8Array): LockedRow[] {
  const rows: LockedRow[] = [];
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const locked: LockedRow["locked"] = [];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (lockedWeights[weights.bones[e]]) locked.push([weights.bones[e], weights.values[e]]);
    }
    if (locked.length === 0) continue;
    rows.push({ vertex: i, locked, sum: locked.reduce((total, [, w]) => total + w, 0) });
  }
  return rows;
}

/**
 * Solves the rows that have locked influences, for the state's bones. Sets their errors and the total error.
 * @param freeAt the bones that the rest of a vertex's row may use.
 */
export async function solveLockedRows(
  solver: BlendSolver,
  state: BlendState,
  rows: readonly LockedRow[],
  freeAt: (vertex: number) => readonly number[],
  task: Task,
): Promise<void> {
  if (rows.length === 0) return;
  const products = await productsOf(solver, state, task);
  const { slots, limit, bones: h } = solver.options;
  for (const [n, row] of rows.entries()) {
    if (n % VERTICES === 0) await task.checkpoint();
    const residuals = residualGram(solver, products, row.vertex);
    const found = shareRest(residuals, h, row, freeAt(row.vertex), limit);
    const at = row.vertex * slots;
    state.ids.fill(-1, at, at + slots);
    state.values.fill(0, at, at + slots);
    found.forEach(([bone, weight], s) => {
      state.ids[at + s] = bone;
      state.values[at + s] = weight;
    });
    const error = found.reduce(
      (sum, [j, u]) => sum + found.reduce((part, [k, w]) => part + u * w * residuals[j * h + k], 0),
      0,
    );
    state.error += error - state.errors[row.vertex];
    state.errors[row.vertex] = error;
  }
}

/** Writes the locked weights, and the shares of the others. */
function shareRest(
  residuals: Float64Array,
  h: number,
  { locked, sum }: LockedRow,
  free: readonly number[],
  limit: number,
): [bone: number, weight: number][] {
  const rest = 1 - sum;
  if (rest < 1e-6 || free.length === 0) return locked.map(([j, w]) => [j, w / sum]);
  const n = free.length;
  const a = new Float64Array(n * n);
  const held = free.map((f) => locked.reduce((total, [l, w]) => total + w * residuals[f * h + l], 0));
  const constant = locked.reduce(
    (total, [l, w]) => total + locked.reduce((part, [m, u]) => part + w * u * residuals[l * h + m], 0),
    0,
  );
  for (let f = 0; f < n; f++) {
    for (let g = 0; g < n; g++) {
      a[f * n + g] = rest ** 2 * residuals[free[f] * h + free[g]] + rest * (held[f] + held[g]) + constant;
    }
  }
  const shares = simplexSquares(a, n, Math.max(1, limit - locked.length));
  return [...locked, ...shares.map(([f, u]: Share): [number, number] => [free[f], rest * u])];
}

async function productsOf(
  { problem, options }: BlendSolver,
  { bones }: BlendState,
  task: Task,
): Promise<Products> {
  const width = 4 * options.bones;
  const rows = boneRows(problem, options.kind);
  const gram = new Float64Array(width * width);
  const reduced = new Float64Array(problem.rank * width);
  for (let r = 0; r < rows; r++) {
    if (r % ROWS === 0) await task.checkpoint();
    const row = bones.subarray(r * width, (r + 1) * width);
    for (let i = 0; i < width; i++) for (let j = 0; j <= i; j++) gram[i * width + j] += row[i] * row[j];
    for (let q = 0; q < problem.rank; q++) {
      const u = problem.basis[r * problem.stride + q];
      for (let i = 0; i < width; i++) reduced[q * width + i] += u * row[i];
    }
  }
  for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) gram[j * width + i] = gram[i * width + j];
  return { gram, reduced };
}

/** (y − B_j v)·(y − B_k v) for all pairs of bones at a vertex, h by h. */
function residualGram(
  { problem, options }: BlendSolver,
  { gram, reduced }: Products,
  i: number,
): Float64Array {
  const h = options.bones;
  const width = 4 * h;
  const v = problem.rest.subarray(4 * i, 4 * i + 4);
  const along = new Float64Array(h);
  for (let q = 0; q < problem.rank; q++) {
    const y = problem.trajectories[i * problem.stride + q];
    for (let j = 0; j < h; j++) {
      for (let c = 0; c < 4; c++) along[j] += y * reduced[q * width + 4 * j + c] * v[c];
    }
  }
  const out = new Float64Array(h * h);
  for (let j = 0; j < h; j++) {
    for (let k = 0; k <= j; k++) {
      let both = 0;
      for (let a = 0; a < 4; a++) {
        for (let b = 0; b < 4; b++) both += v[a] * gram[(4 * j + a) * width + 4 * k + b] * v[b];
      }
      out[j * h + k] = problem.norms[i] - along[j] - along[k] + both;
      out[k * h + j] = out[j * h + k];
    }
  }
  return out;
}
