/**
 * Fast and efficient skinning of animated meshes (Kavan, Sloan & O'Sullivan 2010): flexible (affine) bones start from
 * grown regions. Then weights, bones and rest pose are found in turn by least squares, each with the others fixed, so
 * the error never rises.
 *
 * The problem's dimensions are reduced twice: frames by the trajectory basis, as for every method, and vertices by
 * representatives (`representatives.ts`). Weights and bones are fitted to the representatives first, then to all
 * vertices. All bones are found at once by Cholesky, with a ridge that keeps them in place where the weights do not
 * determine them (a plane part). Swaps improve the supports of K bones. Trying all supports, as published, takes time
 * exponential in the number of bones.
 */
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { FSD_FIELDS, type FsdParameters } from "../../../model/solve/method-parameters/fsd";
import { startRegions } from "../../initialisers/regions/start-regions";
import { BlendSolver } from "../../phases/blend-solver";
import type { BlendState } from "../../phases/blend-state";
import { Nearest } from "../../problem/nearest";
import type { Problem } from "../../problem/problem";
import { partBytes, partialProblem } from "../../problem/sample";
import type { Method, MethodContext, MethodResult } from "../method";
import { affineOptions, blendOf } from "../solver-options";
import { gradientStart } from "./gradient-start";
import { representativeBytes, representatives } from "./representatives";

/** The fewest representatives for each bone. */
const PER_BONE = 24;

export const fsd: Method = {
  bytes({ vertices, frames, rank, bones, influences }, threads) {
    const size = { vertices, frames, rank, bones, limit: influences, slots: influences };
    const part = partBytes(vertices, rank) + representativeBytes(vertices, rank);
    return 2 * BlendSolver.bytes(size, threads, 1) + part;
  },

  async solve(context) {
    const { log, settings, parallel, bones, starts, random, task } = context;
    const parameters = {
      ...defaultsOf<FsdParameters>(FSD_FIELDS),
      ...settings.parameters.fsd,
    } as FsdParameters;
    const mark = parallel.arena.mark();
    log.enter("Starts");
    log.mark("start");
    const own = settings.initialiser === null || settings.initialiser === "regions";
    const grown = own && parameters.growth === "gradients" ? await gradientStart(context) : null;
    const motion = grown ?? (await context.start(startRegions)(starts, bones, random, task));
    const figures: Record<string, number> = {};
    const fitted = await onRepresentatives(context, parameters, motion, figures);
    const solver = solverOf(context, context.problem, starts.nearest);
    const state = solver.createState();
    await solver.setMotion(state, fitted, task);
    await solver.weights.run(state, task);
    if (context.note(blendOf(solver, state))) await alternate(context, solver, state, parameters.iterations);
    const result: MethodResult = { ...blendOf(solver, state), reason: null, figures };
    parallel.arena.release(mark);
    return result;
  },
};

const solverOf = ({ parallel, bones, influences }: MethodContext, problem: Problem, nearest: Nearest) =>
  new BlendSolver(parallel, problem, affineOptions(nearest, bones, influences));

/** Fits bones to the representatives, if these are few enough to save time. */
async function onRepresentatives(
  context: MethodContext,
  { reduction, iterations }: FsdParameters,
  motion: Float64Array,
  figures: Record<string, number>,
): Promise<Float64Array> {
  const { parallel, problem, starts, bones, task, log } = context;
  if (!(reduction > 0)) return motion;
  log.enter("Representatives");
  const mark = parallel.arena.mark();
  const options = { tolerance: reduction / 100, least: PER_BONE * bones };
  const members = await representatives(parallel, problem, options, task);
  let fitted = motion;
  if (2 * members.length < problem.vertexCount) {
    figures.representatives = members.length;
    const part = partialProblem(parallel, problem, members);
    const solver = solverOf(context, part, new Nearest(part.rest));
    const state = solver.createState();
    await solver.setMotion(state, motion, task);
    await solver.weights.run(state, task);
    const most = context.settings.iterations ?? iterations;
    for (let it = 0; it < most && log.mayGoOn; it++) {
      await solver.bones.run(state, task);
      await solver.weights.run(state, task);
    }
    fitted = solver.motionOf(state);
  } else {
    starts.notes.add(
      `Reduction left out no vertices: ${members.length} of ${problem.vertexCount} would represent the others, which saves no time.`,
    );
  }
  parallel.arena.release(mark);
  return fitted;
}

/** Bones, rest pose and weights in turn, over all vertices. */
async function alternate(
  { log, settings, task, note }: MethodContext,
  solver: BlendSolver,
  state: BlendState,
  iterations: number,
): Promise<void> {
  log.enter("Refinement");
  const { tolerance, patience, correctRestPose } = settings;
  const most = settings.iterations ?? iterations;
  let slow = 0;
  for (let it = 0; it < most && slow < patience; it++) {
    const last = state.error;
    await solver.bones.run(state, task);
    if (correctRestPose) await solver.weights.correctRest(state, task);
    else await solver.weights.run(state, task);
    slow = last - state.error < tolerance * state.error ? slow + 1 : 0;
    if (!note(blendOf(solver, state))) break;
  }
}
