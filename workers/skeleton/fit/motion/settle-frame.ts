/**
 * Levenberg-Marquardt on the joints of one frame, within their limits. A step that leaves the limits is clamped. A
 * joint at a limit turns only about the open axes until the error pulls it back.
 */
import { withinLimits } from "../../../geometry/posing/joint-limits";
import { about, after, back, NO_TURN, normalized, type Turn, turned } from "../../../geometry/posing/turns";
import { choleskySolve } from "../../../math/cholesky-solve";
import { length, plus, scaled, unit } from "../../../math/vectors";
import type { Point } from "../../../model/skeleton/skeleton";
import { errorOf, type FrameData, type FrameModel, type FrameSystem, frameSystem } from "./frame-model";
import { openAxes, relative, turnInPose } from "./joint-axes";

const FIRST_DAMPING = 1e-3;
const LEAST_DAMPING = 1e-9;
const MOST_DAMPING = 1e6;
/** A frame has settled if a step gains less than this, relative to its error, and to |y|² because of rounding. */
const SETTLED = 1e-7;
const ROUNDING = 1e-14;
/**
 * The damping of an unknown on which nothing depends, and of all unknowns to keep the system regular, as shares of the
 * mean diagonal entry.
 */
const IDLE = 1e-3;
const LEAST = 1e-10;

/** An unknown of a frame: a turn of a joint about a world axis, the size of a bone, or its shift along an axis. */
type Unknown =
  | { kind: "turn"; bone: number; axis: Point }
  | { kind: "scale"; bone: number; row: number }
  | { kind: "shift"; bone: number; row: number; along: number };

/**
 * Moves a pose to the least error, in place.
 * @param pose 3 rows of [A_k | τ_k], within the limits (see `clamp`).
 * @param settled ends when a step gains less than this share of the error.
 * @returns its squared error, which never rises.
 */
export function settleFrame(
  model: FrameModel,
  data: FrameData,
  pose: Float64Array,
  mostSteps: number,
  settled = SETTLED,
): number {
  let error = errorOf(model, data, pose);
  let damping = FIRST_DAMPING;
  for (let step = 0; step < mostSteps && damping < MOST_DAMPING; step++) {
    const system = frameSystem(model, data, pose);
    const unknowns = unknownsOf(model, pose, system);
    if (unknowns.length === 0) break;
    let gain = 0;
    while (gain <= 0 && damping < MOST_DAMPING) {
      const moves = solve(system, unknowns, damping);
      const trial = moved(model, pose, unknowns, moves);
      const next = errorOf(model, data, trial);
      gain = error - next;
      if (gain > 0) {
        pose.set(trial);
        error = next;
        damping = Math.max(0.1 * damping, LEAST_DAMPING);
      } else damping = Math.max(10 * damping, 1e-6);
    }
    if (gain < settled * error + ROUNDING * data.square) break;
  }
  return error;
}

/** Clamps the turns of all joints to their limits, in place. Bones below a joint move with it. */
export function clamp(model: FrameModel, pose: Float64Array): void {
  pose.set(moved(model, pose, [], []));
}

function unknownsOf(model: FrameModel, pose: Float64Array, { right, scale, shift }: FrameSystem): Unknown[] {
  const { h, parents, turns, shifts, limits, axes } = model;
  const unknowns: Unknown[] = [];
  for (let k = 0; k < h; k++) {
    if (turns[k]) {
      const slope: Point = [right[3 * k], right[3 * k + 1], right[3 * k + 2]];
      const parent = limits[k] && parents[k] >= 0 ? turnInPose(pose, h, parents[k]) : NO_TURN;
      const own = limits[k] ? turnInPose(pose, h, k) : NO_TURN;
      for (const axis of openAxes(parent, own, axes[k], limits[k], slope)) {
        unknowns.push({ kind: "turn", bone: k, axis });
      }
    }
    if (scale[k] >= 0) unknowns.push({ kind: "scale", bone: k, row: scale[k] });
    for (let along = 0; shifts[k] && along < 3; along++) {
      unknowns.push({ kind: "shift", bone: k, row: shift[k] + along, along });
    }
  }
  return unknowns;
}

/**
 * The unknowns as sums of rows of the system, with three rows and factors for each. Sizes and shifts use one row, with
 * two factors of 0.
 */
function partsOf(unknowns: readonly Unknown[]): { rows: Int32Array; factors: Float64Array } {
  const rows = new Int32Array(3 * unknowns.length);
  const factors = new Float64Array(3 * unknowns.length);
  unknowns.forEach((unknown, n) => {
    const isTurn = unknown.kind === "turn";
    for (let c = 0; c < 3; c++) {
      rows[3 * n + c] = isTurn ? 3 * unknown.bone + c : unknown.row;
      factors[3 * n + c] = isTurn ? unknown.axis[c] : c === 0 ? 1 : 0;
    }
  });
  return { rows, factors };
}

/** Solves for the step of all unknowns. */
function solve(
  { matrix, right, count }: FrameSystem,
  unknowns: readonly Unknown[],
  damping: number,
): Float64Array {
  const n = unknowns.length;
  const { rows, factors } = partsOf(unknowns);
  const a = new Float64Array(n * n);
  const x = new Float64Array(n);
  const row = new Float64Array(count);
  for (let i = 0; i < n; i++) {
    row.fill(0);
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      const factor = factors[c];
      if (factor === 0) continue;
      const from = rows[c] * count;
      x[i] += factor * right[rows[c]];
      for (let at = 0; at < count; at++) row[at] += factor * matrix[from + at];
    }
    for (let j = 0; j <= i; j++) {
      const k = 3 * j;
      a[i * n + j] =
        factors[k] * row[rows[k]] + factors[k + 1] * row[rows[k + 1]] + factors[k + 2] * row[rows[k + 2]];
    }
  }
  let mean = 0;
  for (let i = 0; i < n; i++) mean += a[i * n + i] / n;
  for (let i = 0; i < n; i++) a[i * n + i] += damping * (a[i * n + i] + IDLE * mean) + LEAST * mean + 1e-300;
  choleskySolve(a, x);
  return x;
}

/** The step of a joint: a turn vector and a shift in world space, and the logarithm of a scale. */
interface JointStep {
  turn: Point;
  shift: Point;
  scale: number;
}

function stepsOf(h: number, unknowns: readonly Unknown[], moves: ArrayLike<number>): JointStep[] {
  const steps = Array.from({ length: h }, (): JointStep => ({ turn: [0, 0, 0], shift: [0, 0, 0], scale: 0 }));
  unknowns.forEach((unknown, n) => {
    const step = steps[unknown.bone];
    if (unknown.kind === "turn") step.turn = plus(step.turn, scaled(unknown.axis, moves[n]));
    else if (unknown.kind === "scale") step.scale = moves[n];
    else step.shift[unknown.along] = moves[n];
  });
  return steps;
}

/** A pose after a step, within the limits. The turn of a joint carries all bones below it, with their openings. */
function moved(
  model: FrameModel,
  pose: Float64Array,
  unknowns: readonly Unknown[],
  moves: ArrayLike<number>,
): Float64Array {
  const { h, order, parents } = model;
  const steps = stepsOf(h, unknowns, moves);
  const out = pose.slice();
  const carried: Turn[] = [];
  for (let n = 0; n < h; n++) {
    const k = order[n];
    const above = parents[k] < 0 ? NO_TURN : carried[parents[k]];
    const { turn, shift, scale } = steps[k];
    carried[k] = jointWithinLimits(model, pose, k, above, normalized(after(above, turnBy(turn))));
    place(pose, out, h, k, { above, own: carried[k], shift, size: Math.exp(scale) });
  }
  return out;
}

/** The turn about a vector's direction by the vector's length. */
function turnBy(vector: Point): Turn {
  const axis = unit(vector, 1e-300);
  return axis ? about(axis, length(vector)) : [...NO_TURN];
}

/**
 * The turn of bone k, clamped so that the joint keeps its limits.
 * @param above turn of its parent.
 * @param whole its own turn in world space.
 */
function jointWithinLimits(
  { h, parents, limits, axes, turns }: FrameModel,
  pose: Float64Array,
  k: number,
  above: Readonly<Turn>,
  whole: Turn,
): Turn {
  if (!limits[k] || !turns[k]) return whole;
  const now = turnInPose(pose, h, k);
  const parent = parents[k] < 0 ? NO_TURN : after(above, turnInPose(pose, h, parents[k]));
  const wanted = relative(parent, after(whole, now));
  const kept = withinLimits(wanted, axes[k], limits[k]);
  const isKept = kept.every((x, c) => x === wanted[c]);
  return isKept ? whole : normalized(after(after(parent, kept), back(now)));
}

/** Writes bone k of a pose after a step. */
function place(
  pose: Float64Array,
  out: Float64Array,
  h: number,
  k: number,
  { above, own, shift, size }: { above: Readonly<Turn>; own: Turn; shift: Point; size: number },
): void {
  const at = (a: number, c: number) => 4 * (a * h + k) + c;
  for (let c = 0; c < 4; c++) {
    const column: Point = [pose[at(0, c)], pose[at(1, c)], pose[at(2, c)]];
    const isShift = c === 3;
    const next = turned(isShift ? above : own, isShift ? plus(column, shift) : column);
    for (let a = 0; a < 3; a++) out[at(a, c)] = isShift ? next[a] : size * next[a];
  }
}
