/**
 * Example-based parameterisation of linear blend skinning (Hopkins 2017): groups of one-rings that move alike give the
 * bones, and non-negative least squares over all bones gives the weights (algorithms 4.1 and 4.2). One descent then
 * moves every unknown at once, through mappings that keep the constraints (algorithm 4.3).
 *
 * The published descent by finite differences gains half a percent in minutes; it exists for comparison. By default,
 * limited-memory BFGS with analytic gradients moves the same unknowns, and fits the weights exactly every few steps.
 */
import { howMany } from "../../../model/reports/figures";
import { EP_LBS_FIELDS, type EpLbsParameters } from "../../../model/solve/method-parameters/ep-lbs";
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { oneRingBytes, oneRingCount, oneRingWidth, startOneRing } from "../../initialisers/start-one-ring";
import { BlendSolver } from "../../phases/blend-solver";
import type { BlendState } from "../../phases/blend-state";
import { takeNormalised } from "../../phases/normalised-weights";
import { WeightsPhase } from "../../phases/weights-phase";
import type { Problem } from "../../problem/problem";
import type { Blend, Method, MethodContext } from "../method";
import { sparseRefit, sparseRefitBytes } from "../rigid-solver";
import { blendOf, rigidOptions } from "../solver-options";
import { checkFiniteWork, descendByDifferences, FiniteBlend } from "./finite-descent";
import { type FoundBones, findBones, groupingBytes } from "./grouping";
import { descendJointly, jointBytes } from "./joint-descent";
import { fitEpLbsWeights } from "./published-weights";

/** Rounds of bones and weights after the cut to few influences. */
const SPARSE_ROUNDS = 10;
/** The descent gets this share of the remaining time if influences are cut afterwards. */
const DENSE_SHARE = 0.6;

export const epLbs: Method = {
  bytes(size, threads) {
    const { vertices: V, frames: F, rank, bones: h } = size;
    const blend = { vertices: V, frames: F, rank, bones: h, limit: h, slots: h };
    const dense = BlendSolver.bytes(blend, threads, 2);
    const grouping =
      oneRingBytes(size, threads) + groupingBytes(oneRingCount(V), oneRingWidth(F), h) + 8 * 12 * F * h;
    const weights = WeightsPhase.nonNegativeBytes(V, h, threads);
    return (
      dense +
      Math.max(jointBytes(V, F, rank, h, threads), grouping + weights) +
      sparseRefitBytes(size, threads)
    );
  },

  async solve(context) {
    const { bones, influences, settings, log, task, problem } = context;
    const parameters: EpLbsParameters = {
      ...defaultsOf<EpLbsParameters>(EP_LBS_FIELDS),
      ...settings.parameters["ep-lbs"],
    };
    if (parameters.gradient === "finite") checkFiniteWork(problem.vertexCount, problem.frameCount, bones);
    if (settings.iterations === null) log.expect(parameters.steps + 2);
    log.enter("Starts");
    log.mark("start");
    const found = await begin(context, parameters);
    // Weights on all bones would take all of the time. Few influences use it better.
    if (context.isLate()) return null;
    const reason = reasonOf(found, bones, task.wasCut);
    const { arena } = context.parallel;
    const mark = arena.mark();
    const h = found.bones;
    const solver = new BlendSolver(context.parallel, problem, rigidOptions(context, h, h));
    const state = solver.createState();
    await solver.setMotion(state, found.motion, task);
    await fitEpLbsWeights(context, solver, state, parameters.gradient === "finite");
    const first = blendOf(solver, state);
    const goOn = context.note(first);
    log.enter("Refinement");
    const steps = goOn ? Math.min(parameters.steps, log.iterationsLeft) : 0;
    const refine = parameters.gradient === "finite" ? byDifferences : jointly;
    let last = first;
    let taken = 0;
    const note = (blend: Blend) => {
      last = blend;
      taken++;
      return context.note(blend);
    };
    const share = influences < h ? DENSE_SHARE : 1;
    const done = await task.attempt(arena, share, () => refine({ ...context, note }, solver, state, steps));
    const dense = done === null ? last : blendOf(solver, state);
    arena.release(mark);
    const figures: Record<string, number> = {
      startERms: eRmsOf(problem, first.error),
      startMeanSquare: unitCubeError(problem, first.error),
      meanSquare: unitCubeError(problem, dense.error),
      steps: done ?? taken,
    };
    if (parameters.count === "found") figures.splits = found.rounds;
    if (influences >= h) return { ...dense, reason, figures };
    figures.denseERms = eRmsOf(problem, dense.error);
    const sparse = await sparseRefit(context, dense, SPARSE_ROUNDS);
    log.mark("restart");
    context.note(sparse);
    return { ...sparse, reason, figures };
  },
};

async function begin(context: MethodContext, parameters: EpLbsParameters): Promise<FoundBones> {
  const { bones, problem, random, task } = context;
  if (parameters.count === "found") {
    const goal = parameters.goal / unitCubeError(problem, 1);
    return findBones(context, bones, goal, parameters.gradient === "finite");
  }
  const motion = await context.start(startOneRing)(context.starts, bones, random, task);
  return { motion, bones, rounds: 0, reached: true };
}

function reasonOf(found: FoundBones, wanted: number, wasCut: boolean): string | null {
  if (found.bones === wanted) {
    return found.reached
      ? null
      : `With ${howMany(wanted, "bone")}, as many as were allowed, the groups do not reach the error to split to.`;
  }
  if (!found.reached && wasCut)
    return `Time was up when the groups had been split into ${howMany(found.bones, "bone")}; ${wanted} were asked for.`;
  return found.reached
    ? `${howMany(found.bones, "bone reaches", "bones reach")} the error to split to.`
    : `Splitting groups found no more than ${howMany(found.bones, "bone")}.`;
}

async function jointly(
  context: MethodContext,
  solver: BlendSolver,
  state: BlendState,
  steps: number,
): Promise<number> {
  return descendJointly(solver, state, steps, context.task, (error, write) => {
    write();
    return context.note({ ...blendOf(solver, state), error });
  });
}

async function byDifferences(
  context: MethodContext,
  solver: BlendSolver,
  state: BlendState,
  steps: number,
): Promise<number> {
  const { problem, task } = context;
  const h = solver.options.bones;
  const weights = new Float64Array(problem.vertexCount * h);
  state.ids.forEach((j, e) => {
    if (j >= 0) weights[Math.floor(e / h) * h + j] = state.values[e];
  });
  const blend = new FiniteBlend(problem, h, solver.motionOf(state), weights, task);
  const ids = Int32Array.from({ length: weights.length }, (_, e) => e % h);
  const rigid = { bones: h, kind: "rigid" as const, ids };
  const result = await descendByDifferences(blend, steps, (error) =>
    context.note({ ...rigid, motion: blend.motion.slice(), values: blend.weights.slice(), error }),
  );
  await solver.setMotion(state, blend.motion, task);
  takeNormalised(state, blend.weights, h);
  await solver.weights.run(state, task, "evaluate");
  return result.steps;
}

const eRmsOf = ({ vertexCount, frameCount }: Problem, error: number): number =>
  1000 * Math.sqrt(Math.max(error, 0) / (3 * vertexCount * frameCount));

/** Equation 5.2 of the thesis: mean squared distance, with the rest pose's longest side as 1. */
function unitCubeError({ rest, vertexCount, frameCount }: Problem, error: number): number {
  let side = 0;
  for (let a = 0; a < 3; a++) {
    let [least, most] = [Infinity, -Infinity];
    for (let n = a; n < rest.length; n += 4) {
      least = Math.min(least, rest[n]);
      most = Math.max(most, rest[n]);
    }
    side = Math.max(side, most - least);
  }
  return error / (vertexCount * frameCount * (side > 0 ? side * side : 1));
}
