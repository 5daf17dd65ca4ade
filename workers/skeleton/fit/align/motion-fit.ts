/**
 * Places a skeleton by its motion. Each vertex is assigned to the bone that moves most like it. All is computed in the
 * file's axes, y = Rᵀx. If a vertex follows bone k with the matrix [A | b], its error is |A y₀ − y + s b + (I − A) τ|,
 * where s is the scale and τ = Rᵀ shift. The error is linear in s and τ. A small turn ω of the axes adds A (y₀ × ω) − y
 * × ω.
 */

import { nearestQuaternion } from "../../../math/best-rotation";
import { choleskySolve } from "../../../math/cholesky-solve";
import { rotationMatrix } from "../../../math/quaternion";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";

/** Some vertices in some frames of a mesh, and the bones of a skeleton in the same frames. */
export interface MotionSample {
  /** 3N: positions of the vertices at rest. */
  rest: Float64Array;
  /** For each frame 3N: positions of the vertices. */
  frames: Float64Array[];
  /** For each frame 12B: matrices of the bones from the pose of `rest`, in the file's coordinates. */
  bones: ArrayLike<number>[];
}

export interface MotionFit extends Placement {
  /** Mean squared distance of a vertex in a frame. */
  meanSquare: number;
}

/** Rounds in which scale and shift move, and rounds in which the axes turn too. */
const PLAIN_ROUNDS = 4;
const TURN_ROUNDS = 8;
/**
 * A placement that scales the skeleton by more than this factor, up or down, is rejected: all vertices would follow one
 * point.
 */
const FARTHEST = 10;
/** Regularises unknowns that the motion does not determine: a share of the mean diagonal entry. */
const RIDGE = 1e-7;

/**
 * Improves a placement. It alternates between the best bone of each vertex and the placement.
 * @param turns whether the axes may turn by any angle.
 */
export async function fitMotion(
  sample: MotionSample,
  from: Placement,
  turns: boolean,
  task: Task,
): Promise<MotionFit> {
  let current: Placement = from;
  let best: MotionFit = { ...from, meanSquare: Infinity };
  const rounds = turns ? TURN_ROUNDS : PLAIN_ROUNDS;
  for (let round = 0; round <= rounds; round++) {
    await task.checkpoint();
    const { bones, meanSquare } = bestBones(sample, current);
    if (meanSquare < best.meanSquare) best = { ...current, meanSquare };
    else if (round > 0) break;
    if (round < rounds) current = improved(sample, current, bones, turns);
    if (!(Math.max(current.scale / from.scale, from.scale / current.scale) < FARTHEST)) break;
  }
  return best;
}

/** Rᵀ x of packed positions. */
export function turnedPoints(turn: readonly number[], positions: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      out[i + c] = turn[c] * positions[i] + turn[3 + c] * positions[i + 1] + turn[6 + c] * positions[i + 2];
    }
  }
  return out;
}

/** The bone with the least error at each vertex over all frames, and the squared distances that remain there. */
export function bestBones(
  { rest, frames, bones }: MotionSample,
  placement: Placement,
): { bones: Int32Array; squares: Float64Array; meanSquare: number } {
  const { scale, turn } = placement;
  const B = bones[0].length / 12;
  const N = rest.length / 3;
  const tau = turnedPoints(turn, Float64Array.from(placement.shift));
  const y0 = turnedPoints(turn, rest);
  const squares = new Float64Array(N * B);
  frames.forEach((frame, f) => {
    const y = turnedPoints(turn, frame);
    const m = bones[f];
    for (let i = 0; i < N; i++) {
      const [u, v, w] = [y0[3 * i] - tau[0], y0[3 * i + 1] - tau[1], y0[3 * i + 2] - tau[2]];
      for (let j = 0; j < B; j++) {
        let sum = 0;
        for (let r = 0; r < 3; r++) {
          const at = 12 * j + 4 * r;
          const d = m[at] * u + m[at + 1] * v + m[at + 2] * w + scale * m[at + 3] - (y[3 * i + r] - tau[r]);
          sum += d * d;
        }
        squares[i * B + j] += sum;
      }
    }
  });
  const best = new Int32Array(N);
  const least = new Float64Array(N);
  let total = 0;
  for (let i = 0; i < N; i++) {
    for (let j = 1; j < B; j++) if (squares[i * B + j] < squares[i * B + best[i]]) best[i] = j;
    least[i] = squares[i * B + best[i]];
    total += least[i];
  }
  return { bones: best, squares: least, meanSquare: total / (N * frames.length) };
}

/**
 * One Gauss-Newton step of scale, shift and, on request, the turn of the axes.
 * @param weights N: how much each vertex counts.
 */
export function improved(
  { rest, frames, bones }: MotionSample,
  placement: Placement,
  which: Int32Array,
  turns: boolean,
  weights: Float64Array | null = null,
): Placement {
  const { scale, turn, shift } = placement;
  const n = turns ? 7 : 4;
  const tau = turnedPoints(turn, Float64Array.from(shift));
  const y0 = turnedPoints(turn, rest);
  const system = new Float64Array(n * n);
  const right = new Float64Array(n);
  const row = new Float64Array(n);
  frames.forEach((frame, f) => {
    const y = turnedPoints(turn, frame);
    for (let i = 0; i < which.length; i++) {
      const weight = weights?.[i] ?? 1;
      for (let r = 0; r < 3; r++) {
        const left = writeRow(row, bones[f], 12 * which[i], r, y0, y, 3 * i, tau, scale);
        for (let a = 0; a < n; a++) {
          right[a] -= weight * row[a] * left;
          for (let b = 0; b <= a; b++) system[a * n + b] += weight * row[a] * row[b];
        }
      }
    }
  });
  // The unknowns have different units, so each is regularised by its own diagonal entry.
  for (let a = 0; a < n; a++)
    system[a * n + a] += RIDGE * system[a * n + a] + 1e-12 * (system[a * n + a] || 1);
  choleskySolve(system, right);
  return stepped(placement, right);
}

/** The placement after a step of scale, τ and, if there are seven numbers, ω. */
export function stepped({ scale, turn, shift }: Placement, step: ArrayLike<number>): Placement {
  const tau = turnedPoints(turn, Float64Array.from(shift));
  const moved = [0, 1, 2].map((c) => tau[c] + step[1 + c]);
  const next = step.length > 4 ? turnedAxes(turn, [step[4], step[5], step[6]]) : turn;
  return {
    scale: Math.max(scale + step[0], 1e-3 * scale),
    turn: next,
    shift: [0, 1, 2].map(
      (r) => next[3 * r] * moved[0] + next[3 * r + 1] * moved[1] + next[3 * r + 2] * moved[2],
    ) as Point,
  };
}

/** Writes how axis r of a distance changes with scale, τ and ω. Returns the distance. */
export function writeRow(
  row: Float64Array,
  m: ArrayLike<number>,
  bone: number,
  r: number,
  y0: Float64Array,
  y: Float64Array,
  i: number,
  tau: Float64Array,
  scale: number,
): number {
  const at = bone + 4 * r;
  let left = scale * m[at + 3] - (y[i + r] - tau[r]);
  row[0] = m[at + 3];
  for (let c = 0; c < 3; c++) {
    left += m[at + c] * (y0[i + c] - tau[c]);
    row[1 + c] = (c === r ? 1 : 0) - m[at + c];
  }
  if (row.length < 7) return left;
  for (let c = 0; c < 3; c++) {
    const [u, v] = [(c + 1) % 3, (c + 2) % 3];
    // y × e_c = y_v e_u − y_u e_v.
    const turned = m[at + u] * y0[i + v] - m[at + v] * y0[i + u];
    const own = r === u ? y[i + v] : r === v ? -y[i + u] : 0;
    row[4 + c] = turned - own;
  }
  return left;
}

/** The axes R after a small turn ω, with which y = Rᵀx becomes y + y × ω. */
function turnedAxes(turn: readonly number[], [x, y, z]: readonly number[]): number[] {
  // y + y × ω = (I − [ω]×) y, so Rᵀ becomes (I − [ω]×) Rᵀ and R becomes R (I + [ω]×).
  const by = [1, -z, y, z, 1, -x, -y, x, 1];
  const product = Array.from({ length: 9 }, (_, n) => {
    const [r, c] = [Math.floor(n / 3), n % 3];
    return turn[3 * r] * by[c] + turn[3 * r + 1] * by[3 + c] + turn[3 * r + 2] * by[6 + c];
  });
  const out = new Float64Array(9);
  rotationMatrix(nearestQuaternion(product), 0, out, 0);
  return Array.from(out);
}
