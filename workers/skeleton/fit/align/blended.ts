/**
 * Places a skeleton exactly even if several bones move a vertex. Weights and placement are solved together. Each vertex
 * has its own weights, which are eliminated from the step of the placement (variable projection, Golub & Pereyra 1973).
 * So the step accounts for the change of the weights, and few steps suffice.
 */

import { choleskySolve } from "../../../math/cholesky-solve";
import type { Share } from "../../../math/optimise/simplex-squares";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Task } from "../../../model/task";
import { minimisePairs } from "../../../reduce/refit-weights";
import { bestBones, type MotionFit, type MotionSample, stepped, turnedPoints, writeRow } from "./motion-fit";
import { snappedScale, snappedTurn } from "./placements";

const ROUNDS = 20;
/** The number of bones that may move a vertex: the bones with the least error if each moves it alone. */
const CANDIDATES = 16;
/** The number of shorter steps to try if a whole step raises the error. */
const HALVINGS = 4;
/** The new placement is taken if its error is below this share of the old one. */
const CLEARLY = 0.25;
/** Rounding, as a share of the diagonal. */
const ROUNDED = 1e-6;
/** Unknowns: scale, shift and turn. */
const N = 7;
const RIDGE = 1e-9;

/** The residual of one vertex with its best weights, 3F numbers, and how it changes with the placement, 3F·7. */
interface VertexResidual {
  left: Float64Array;
  rows: Float64Array;
  /** For each weight except the first: how the residual changes if it grows and the first shrinks, 3F. */
  trades: Float64Array[];
  square: number;
}

/** Residuals of one vertex for each of some bones, if that bone alone moves it. */
function residualsOf(sample: MotionSample, placement: Placement, axes: Axes, i: number, bones: number[]) {
  const { scale } = placement;
  const count = 3 * sample.frames.length;
  return bones.map((j) => {
    const [left, rows] = [new Float64Array(count), new Float64Array(N * count)];
    sample.bones.forEach((m, f) => {
      for (let r = 0; r < 3; r++) {
        const row = rows.subarray(N * (3 * f + r), N * (3 * f + r + 1));
        left[3 * f + r] = writeRow(row, m, 12 * j, r, axes.rest, axes.frames[f], 3 * i, axes.tau, scale);
      }
    });
    return { left, rows };
  });
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** The sum of arrays, weighted by shares. */
function mixed(arrays: readonly Float64Array[], shares: readonly Share[]): Float64Array {
  const out = new Float64Array(arrays[0].length);
  for (const [n, share] of shares) {
    const from = arrays[n];
    for (let c = 0; c < out.length; c++) out[c] += share * from[c];
  }
  return out;
}

/** The shares of bones that minimise the square, without shares of 0, the largest first. */
function bestShares(gram: Float64Array, n: number): Share[] {
  const weights = new Float64Array(n);
  weights[0] = 1;
  minimisePairs(gram, n, weights, new Uint8Array(n).fill(1));
  const shares = Array.from(weights, (w, k): Share => [k, w]).filter(([, w]) => w > 0);
  return shares.sort((a, b) => b[1] - a[1]);
}

function vertexResidual(
  sample: MotionSample,
  placement: Placement,
  axes: Axes,
  i: number,
  bones: number[],
): VertexResidual {
  const alone = residualsOf(sample, placement, axes, i, bones);
  const lefts = alone.map(({ left }) => left);
  const gram = Float64Array.from({ length: bones.length ** 2 }, (_, e) =>
    dot(lefts[Math.floor(e / bones.length)], lefts[e % bones.length]),
  );
  const shares = bestShares(gram, bones.length);
  const left = mixed(lefts, shares);
  const rows = mixed(
    alone.map((one) => one.rows),
    shares,
  );
  const base = lefts[shares[0][0]];
  const trades = shares.slice(1).map(([n]) => lefts[n].map((x, c) => x - base[c]));
  return { left, rows, trades, square: dot(left, left) };
}

/** The positions of a sample in the axes of a placement. */
interface Axes {
  rest: Float64Array;
  frames: Float64Array[];
  tau: Float64Array;
}

function axesOf({ rest, frames }: MotionSample, { turn, shift }: Placement): Axes {
  return {
    rest: turnedPoints(turn, rest),
    frames: frames.map((frame) => turnedPoints(turn, frame)),
    tau: turnedPoints(turn, Float64Array.from(shift)),
  };
}

/** Removes from the rows and the residual what the vertex's weights can compensate, and adds them to the system. */
function addVertex({ left, rows, trades }: VertexResidual, system: Float64Array, right: Float64Array): void {
  const count = left.length;
  const columns = [
    ...Array.from({ length: N }, (_, a) => Float64Array.from({ length: count }, (_, n) => rows[N * n + a])),
    left.slice(),
  ];
  // Gram-Schmidt gives an orthogonal basis of the trades, and is applied to the columns.
  const basis: Float64Array[] = [];
  for (const trade of trades) {
    const own = trade.slice();
    const size = dot(own, own);
    for (const other of basis) subtract(own, other);
    if (dot(own, own) > RIDGE * size) basis.push(own);
  }
  for (const column of columns) for (const other of basis) subtract(column, other);
  const rest = columns[N];
  for (let a = 0; a < N; a++) {
    right[a] -= dot(columns[a], rest);
    for (let b = 0; b <= a; b++) system[a * N + b] += dot(columns[a], columns[b]);
  }
}

/** Removes the part along `direction` from `x`. */
function subtract(x: Float64Array, direction: Float64Array): void {
  const share = dot(x, direction) / dot(direction, direction);
  for (let c = 0; c < x.length; c++) x[c] -= share * direction[c];
}

interface Blend {
  placement: Placement;
  /** The best step from here: scale, τ and ω. */
  step: Float64Array;
  /** Mean squared distance of a vertex in a frame, with its best weights. */
  meanSquare: number;
}

function blendAt(sample: MotionSample, placement: Placement, candidates: readonly number[][]): Blend {
  const axes = axesOf(sample, placement);
  const system = new Float64Array(N * N);
  const step = new Float64Array(N);
  let sum = 0;
  candidates.forEach((bones, i) => {
    const vertex = vertexResidual(sample, placement, axes, i, bones);
    addVertex(vertex, system, step);
    sum += vertex.square;
  });
  for (let a = 0; a < N; a++) system[a * N + a] += RIDGE * system[a * N + a] + 1e-300;
  choleskySolve(system, step);
  return { placement, step, meanSquare: sum / (candidates.length * sample.frames.length) };
}

/** For each vertex, the bones with the least error if each moves it alone. */
function candidatesOf(sample: MotionSample, placement: Placement): number[][] {
  const axes = axesOf(sample, placement);
  const all = Array.from({ length: sample.bones[0].length / 12 }, (_, j) => j);
  return Array.from({ length: sample.rest.length / 3 }, (_, i) => {
    const squares = residualsOf(sample, placement, axes, i, all).map(({ left }) => dot(left, left));
    return [...all].sort((a, b) => squares[a] - squares[b] || a - b).slice(0, CANDIDATES);
  });
}

/** A placement, and how well its bones move the mesh together. */
export interface BlendedFit extends MotionFit {
  /** Mean squared distance of a vertex in a frame if bones move it together, with its best weights. */
  blendSquare: number;
}

/** Improves a placement if weights solved together with it clearly favour another one. */
export async function blended(
  sample: MotionSample,
  from: MotionFit,
  sequence: MeshSequence,
  task: Task,
): Promise<BlendedFit> {
  const rounding = (ROUNDED * (restDiagonal(sequence) || 1)) ** 2;
  const start = blendAt(sample, from, candidatesOf(sample, from));
  let best = start;
  for (let round = 0; round < ROUNDS && best.meanSquare > rounding; round++) {
    await task.checkpoint();
    const candidates = candidatesOf(sample, best.placement);
    let next: Blend | null = null;
    for (let share = 1; !next && share >= 0.5 ** HALVINGS; share /= 2) {
      const place = stepped(
        best.placement,
        best.step.map((x) => share * x),
      );
      const tried = blendAt(sample, place, candidates);
      if (tried.meanSquare < best.meanSquare) next = tried;
    }
    if (!next) break;
    best = next;
  }
  if (best.meanSquare > CLEARLY * start.meanSquare) return { ...from, blendSquare: start.meanSquare };
  const { scale, turn, shift } = best.placement;
  const simple = { scale: snappedScale(scale), turn: snappedTurn(turn), shift };
  const plain = blendAt(sample, simple, candidatesOf(sample, simple));
  const found = plain.meanSquare <= best.meanSquare / CLEARLY + rounding ? plain : best;
  return {
    ...found.placement,
    meanSquare: bestBones(sample, found.placement).meanSquare,
    blendSquare: found.meanSquare,
  };
}
