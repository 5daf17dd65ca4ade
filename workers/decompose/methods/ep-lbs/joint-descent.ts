import { minimiseInBox } from "../../../math/optimise/projected-lbfgs";
import type { Task } from "../../../model/task";
import type { BlendSolver } from "../../phases/blend-solver";
import type { BlendState } from "../../phases/blend-state";
import { JointBlend } from "./joint-blend";
import { mapWeights, unmapWeights } from "./mapping";

/** Steps between two exact fits of the weights. */
const ROUND = 15;
/** A round that gains less than this share of the error is the last one. */
const LEAST_GAIN = 2e-4;
const MEMORY = 6;

/** Arena bytes for five arrays of all unknowns, and for the function. */
export function jointBytes(V: number, F: number, rank: number, h: number, threads: number): number {
  return 5 * 8 * (V * h + 6 * F * h) + JointBlend.bytes(V, F, rank, h, threads) + 1024;
}

/**
 * Moves all unknowns of `state`, a dense blend of rigid bones, at once: free weights, Euler angles relative to the
 * first rotations, and translations. At the start and every few steps, the weights are fitted exactly to the bones, and
 * no step of the descent undoes that. The error never rises.
 * @param after receives each accepted step, with the state of the last exact fit.
 * @returns the number of steps.
 */
export async function descendJointly(
  solver: BlendSolver,
  state: BlendState,
  steps: number,
  task: Task,
  after: (error: number, write: () => void) => boolean,
): Promise<number> {
  const { parallel, problem } = solver;
  const h = solver.options.bones;
  const mark = parallel.arena.mark();
  const joint = jointOf(solver, state);
  const make = () => parallel.arena.f64(joint.count).fill(0);
  const [x, slope, trial, trialSlope, curvature] = [make(), make(), make(), make(), make()];
  writeMotion(joint, state, problem.frameCount, h, x);
  let taken = 0;
  let goOn = true;
  while (goOn && taken < steps) {
    const before = state.error;
    writeWeights(joint, state, h, x);
    const value = await joint.evaluate(x, slope, task, curvature);
    const box = { x, slope, trial, trialSlope, curvature, boxed: joint.translations };
    const found = await minimiseInBox(
      { ...box, evaluate: (at, to) => joint.evaluate(at, to, task) },
      value,
      { steps: Math.min(ROUND, steps - taken), memory: MEMORY, tolerance: 1e-7 },
      (error) => {
        taken++;
        goOn = after(error, () => readState(joint, state, h, x));
        return goOn;
      },
    );
    if (!(found < value)) break;
    readState(joint, state, h, x);
    await solver.weights.run(state, task);
    if (before - state.error < LEAST_GAIN * before) break;
  }
  parallel.arena.release(mark);
  return taken;
}

/** The function around a state, with its current rotations and pivots. */
function jointOf(solver: BlendSolver, state: BlendState): JointBlend {
  const { parallel, problem } = solver;
  const { vertexCount: V, frameCount: F, rest } = problem;
  const h = solver.options.bones;
  const turns = new Float64Array(9 * F * h);
  for (let n = 0; n < F * h; n++) {
    const [k, j] = [Math.floor(n / h), n % h];
    for (let e = 0; e < 9; e++)
      turns[9 * n + e] = state.bones[(3 * k + Math.floor(e / 3)) * 4 * h + 4 * j + (e % 3)];
  }
  const joint = new JointBlend(parallel, problem, h, "xyz", turns, new Int32Array(V));
  const masses = new Float64Array(h);
  for (let e = 0; e < state.ids.length; e++) {
    const j = state.ids[e];
    if (j < 0) continue;
    const w = state.values[e] ** 2;
    const v = 4 * Math.floor(e / solver.options.slots);
    masses[j] += w;
    for (let c = 0; c < 3; c++) joint.pivots[3 * j + c] += w * rest[v + c];
  }
  for (let n = 0; n < 3 * h; n++) joint.pivots[n] /= Math.max(masses[Math.floor(n / 3)], 1e-12);
  return joint;
}

/** Writes zero angles and the pivots. */
function writeMotion(joint: JointBlend, state: BlendState, F: number, h: number, x: Float64Array): void {
  x.fill(0.5, joint.angles, joint.translations);
  for (let n = 0; n < F * h; n++) {
    const [k, j] = [Math.floor(n / h), n % h];
    for (let a = 0; a < 3; a++) {
      const row = (3 * k + a) * 4 * h + 4 * j;
      let s = state.bones[row + 3];
      for (let c = 0; c < 3; c++) s += state.bones[row + c] * joint.pivots[3 * j + c];
      x[joint.translations + 3 * n + a] = s;
    }
  }
}

function writeWeights(joint: JointBlend, state: BlendState, h: number, x: Float64Array): void {
  const w = new Float64Array(h);
  const slots = state.ids.length / joint.last.length;
  for (let i = 0; i < joint.last.length; i++) {
    w.fill(0);
    let largest = 0;
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (state.ids[e] < 0) continue;
      w[state.ids[e]] = state.values[e];
      if (w[state.ids[e]] > w[largest]) largest = state.ids[e];
    }
    joint.last[i] = largest;
    mapWeights(w, 0, h, largest, x, i * h);
  }
}

/** Writes bones and weights of x into the state. Errors stay those of the last fit. */
function readState(joint: JointBlend, state: BlendState, h: number, x: Float64Array): void {
  joint.bonesOf(x, state.bones);
  const w = new Float64Array(h);
  for (let i = 0; i < joint.last.length; i++) {
    unmapWeights(x, i * h, h, joint.last[i], w, 0);
    let slot = i * h;
    for (let j = 0; j < h; j++) {
      if (!(w[j] > 0)) continue;
      state.ids[slot] = j;
      state.values[slot++] = w[j];
    }
    state.ids.fill(-1, slot, (i + 1) * h);
    state.values.fill(0, slot, (i + 1) * h);
  }
}
