/**
 * The decomposition of one subject in "Learning skeletons for shape and pose" (Hasler, Thormählen, Rosenhahn & Seidel
 * 2010): bones start from spectral clustering, then weights and bones are solved in turn. Weights are non-negative
 * least squares over all bones with an L1 term, divided by their sum afterwards. Sparsity is therefore soft, and the
 * fit does not know that weights sum to 1. Rotations are kept orthogonal by Levenberg-Marquardt, all bones of a frame
 * at once.
 *
 * Because the division can raise the error, the best alternation is kept. Influences are cut to the hard limit at the
 * end, and the figures say what that costs. The hierarchy and the skeletons of body shape are not part of this.
 */
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { LSSP_FIELDS, type LsspParameters } from "../../../model/solve/method-parameters/lssp";
import { spectralStartBytes, startSpectral } from "../../initialisers/spectral/start-spectral";
import { BlendSolver } from "../../phases/blend-solver";
import { type BlendState, copyState } from "../../phases/blend-state";
import { MOST_JOINT } from "../../phases/bones-phase";
import { takeNormalised } from "../../phases/normalised-weights";
import { WeightsPhase } from "../../phases/weights-phase";
import type { Method, MethodContext } from "../method";
import { sparseRefit, sparseRefitBytes } from "../rigid-solver";
import { blendOf, rigidOptions } from "../solver-options";

/** Unit of the sparsity term, a squared length per frame. */
const UNIT = 1e-6;
/** Rounds of bones and weights after the cut to few influences. */
const HARD_ROUNDS = 3;
/** Share of the remaining time that the alternation gets when influences are cut after it. */
const SOFT_SHARE = 0.6;

export const lssp: Method = {
  bytes(size, threads) {
    const { vertices: V, frames: F, rank, bones: h } = size;
    const blend = { vertices: V, frames: F, rank, bones: h, limit: h, slots: h };
    const solving = BlendSolver.bytes(blend, threads, 2) + WeightsPhase.nonNegativeBytes(V, h, threads);
    return Math.max(spectralStartBytes(size, threads), solving, sparseRefitBytes(size, threads));
  },

  async solve(context) {
    const { bones: h, influences, settings, log, task, problem, random } = context;
    const parameters: LsspParameters = {
      ...defaultsOf<LsspParameters>(LSSP_FIELDS),
      ...settings.parameters.lssp,
    };
    if (settings.iterations === null) log.expect(parameters.alternations + 2);
    if (h > MOST_JOINT) {
      context.starts.notes.add(
        `With more than ${MOST_JOINT} bones, LSSP fits them one at a time, not all at once by Levenberg-Marquardt.`,
      );
    }
    log.enter("Starts");
    log.mark("start");
    const motion = await context.start(startSpectral)(context.starts, h, random, task);
    // Weights on all bones would take all of the time. Few influences use it better.
    if (context.isLate()) return null;
    const { arena } = context.parallel;
    const mark = arena.mark();
    const solver = new BlendSolver(context.parallel, problem, rigidOptions(context, h, h));
    const [state, best] = [solver.createState(), solver.createState()];
    await solver.setMotion(state, motion, task);
    await solver.weights.run(state, task);
    context.keep(blendOf(solver, state));
    const share = influences < h ? SOFT_SHARE : 1;
    const work = () => alternate(context, solver, state, best, parameters);
    await task.attempt(arena, share, work);
    if (!(best.error < Infinity)) copyState(state, best);
    const soft = blendOf(solver, best);
    const used = soft.ids.reduce((sum, j, e) => sum + (j >= 0 && soft.values[e] > 1e-5 ? 1 : 0), 0);
    arena.release(mark);
    const eRms = (error: number) =>
      1000 * Math.sqrt(Math.max(error, 0) / (3 * problem.vertexCount * problem.frameCount));
    const figures = { softERms: eRms(soft.error), softInfluences: used / problem.vertexCount };
    if (influences >= h) return { ...soft, reason: null, figures };
    const hard = await sparseRefit(context, soft, HARD_ROUNDS);
    log.mark("restart");
    context.note(hard);
    return { ...hard, reason: null, figures };
  },
};

/** Solves weights, then bones and weights in turn. `best` receives the best of these states. */
async function alternate(
  context: MethodContext,
  solver: BlendSolver,
  state: BlendState,
  best: BlendState,
  { alternations, sparsity }: LsspParameters,
): Promise<void> {
  const { log, task, problem, parallel } = context;
  const h = solver.options.bones;
  const mark = parallel.arena.mark();
  const weights = parallel.arena.f64(problem.vertexCount * h);
  const penalty = 0.5 * sparsity * UNIT * problem.frameCount;
  for (let it = 0; it <= alternations; it++) {
    if (it > 0) await solver.bones.run(state, task);
    await solver.weights.nonNegative(state, penalty, weights, task);
    takeNormalised(state, weights, h);
    await solver.weights.run(state, task, "evaluate");
    if (state.error < best.error) copyState(state, best);
    const goOn = context.note(blendOf(solver, best));
    if (it === 0) log.enter("Refinement");
    if (!goOn) break;
  }
  parallel.arena.release(mark);
}
