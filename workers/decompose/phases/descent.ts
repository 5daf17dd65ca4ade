import type { Task } from "../../model/task";
import type { BlendSolver } from "./blend-solver";
import { type BlendState, copyBlendWeights, exchange } from "./blend-state";
import type { RigidRule } from "./bones-phase";
import type { SearchPart } from "./weights-options";

/** When a descent ends before its iterations are used. */
export interface StoppingRule {
  /** Stop when an iteration gains less than this fraction of the error … */
  tolerance: number;
  /** … this many times in a row. */
  patience: number;
}

export interface DescentOptions extends StoppingRule {
  iterations: number;
  /** How rigid bones are solved. Default: as the solver's options say. */
  rule?: RigidRule;
  /** Extrapolate the bones along their last change. */
  momentum: boolean;
  /**
   * In each iteration one part of the vertices in so many searches for better bones, in turn; the others only get new
   * weights. Most searches find nothing after a few iterations. Default 1: all search.
   */
  parts?: number;
}

/** Called after each iteration. Returns whether to continue. */
export type AfterIteration = (state: BlendState) => boolean;

const FIRST_PUSH = 0.3;
const MOST_PUSH = 0.95;

/**
 * Alternates bones and weights, with momentum. After the bones phase has found g, the weights are solved at x = g + β(g
 * − g_before). If the objective falls, β grows. Otherwise the weights are solved at g, and β shrinks. No iteration
 * therefore raises the objective. The call uses `spare` and the top of the arena.
 */
export async function descend(
  solver: BlendSolver,
  state: BlendState,
  spare: BlendState,
  options: DescentOptions,
  task: Task,
  after: AfterIteration,
): Promise<void> {
  const { arena } = solver.parallel;
  const { parts = 1 } = options;
  const mark = arena.mark();
  const before = arena.f64(solver.boneNumbers);
  let beta = 0;
  let slow = 0;
  try {
    for (let it = 0; it < options.iterations; it++) {
      const last = state.objective;
      const part = { parts, number: it % parts };
      await solver.bones.run(state, task, options.rule);
      const pushed = beta > 0 && (await tryPushed(solver, state, spare, { before, beta, part }, task));
      if (!pushed) {
        before.set(state.bones);
        await solver.weights.run(state, task, solver.options.search, { part });
      }
      if (beta > 0) beta = pushed ? Math.min(1.1 * beta + 0.02, MOST_PUSH) : 0.3 * beta;
      else if (options.momentum && it > 0) beta = FIRST_PUSH;
      slow = last - state.objective < options.tolerance * state.objective ? slow + 1 : 0;
      if (!after(state) || slow >= options.patience) break;
    }
  } finally {
    arena.release(mark);
  }
}

/** An extrapolation of bones. */
interface Push {
  before: Float64Array;
  beta: number;
  part: SearchPart;
}

/** Takes the extrapolated bones into `state` if they lower the objective. On success `before` becomes g. */
async function tryPushed(
  solver: BlendSolver,
  state: BlendState,
  spare: BlendState,
  { before, beta, part }: Push,
  task: Task,
): Promise<boolean> {
  const last = state.objective;
  copyBlendWeights(state, spare);
  extrapolate(before, state.bones, beta, spare.bones);
  if (solver.options.kind === "rigid") await solver.bones.project(spare.bones, task);
  else if (await solver.bones.reflects(spare.bones, task)) return false;
  await solver.weights.run(spare, task, solver.options.search, { part });
  if (!(spare.objective < last)) return false;
  before.set(state.bones);
  exchange(state, spare);
  return true;
}

/** to = b + β (b − a). A function of its own, because engines compile loops of asynchronous functions late. */
function extrapolate(a: Float64Array, b: Float64Array, beta: number, to: Float64Array): void {
  for (let i = 0; i < a.length; i++) to[i] = b[i] + beta * (b[i] - a[i]);
}
