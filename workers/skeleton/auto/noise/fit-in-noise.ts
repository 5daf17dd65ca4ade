/**
 * A skeleton in noise. With four influences for each vertex the weights fit the noise too: a vertex that follows one
 * bone gets a little of others, and because weights are never negative, this does not average out. It moves joints two
 * to three times as far as noise alone would. So if what is left of an animation is noise, each vertex gets as few
 * influences as its motion needs, and joints and motion are fitted again.
 */
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { MethodTools } from "../../method";
import type { StrictBench } from "../../strict/strict-bench";
import { rootsOf } from "../../tree/skeleton-tree";
import { improveSkeleton, type Reached } from "../improve";
import { placedAtRest } from "../settle-at-rest";
import { giveFewestInfluences } from "./fewest-influences";
import { neighbourCorrelation } from "./neighbour-correlation";

/** With less error than this, in percent of the diagonal, noise hardly moves joints. */
const LEAST = 0.01;
/** Residuals are noise if those of neighbours correlate less than this. */
const UNCORRELATED = 0.2;
/** Rounds of fewer influences and new joints, and the Gauss-Newton steps and iterations of each. */
const ROUNDS = 5;
const STEPS = 10;
const ITERATIONS = 30;
const TOLERANCE = 1e-6;
/** The share of the pull. With little error the pull fades (`fadeOf`), but noise would keep it strong. */
const PULL = 0.01;
/** The noise may seem this much larger with fewer influences. If it grows more, they were needed. */
const MOST_GROWTH = 1.1;

/** Fits a skeleton to a noisy animation. Returns `from` if it is not noisy. The bench then holds the result. */
export async function fitInNoise(
  bench: StrictBench,
  from: Reached,
  { sequence, settings }: ExtractInput,
  { makeParallel, task }: Pick<MethodTools, "makeParallel" | "task">,
  mayGoOn: () => boolean,
): Promise<Reached> {
  const noise = noiseOf(bench, from);
  if (bench.percent(from.error) < LEAST || !(noise > 0) || !mayGoOn()) return from;
  const { nearest } = bench.solver.options;
  if (neighbourCorrelation(sequence, bench.rigOf(from.state, true), nearest!) > UNCORRELATED) return from;
  task.progress({ phase: "Noise", done: null, detail: "" });
  const start = bench.save(from.state);
  const pull = PULL * settings.pull;
  const worth = noise * worthOf(bench);
  const surface = async () => {
    await bench.fitWeights("rest", task);
    return bench.fitWeights("fixed", task);
  };
  let reached = await placedAtRest(bench, from, sequence, { makeParallel, task });
  for (let round = 0; round < ROUNDS && mayGoOn(); round++) {
    await giveFewestInfluences(bench, reached.state, worth, { sequence, makeParallel }, task);
    const error = await bench.fit(reached.state, { steps: STEPS, pull }, task);
    const options = { iterations: ITERATIONS, pull, tolerance: TOLERANCE, surface, after: mayGoOn };
    reached = await improveSkeleton(bench, { ...reached, error, objective: Infinity }, options, task);
  }
  if (noiseOf(bench, reached) <= MOST_GROWTH ** 2 * noise) return reached;
  return { ...from, state: await bench.restore(start, task) };
}

/** The variance of the noise in each coordinate, from the error and the number of unknowns that were fitted. */
function noiseOf({ blend, problem, solver }: StrictBench, { error, state }: Reached): number {
  const { vertexCount: V, frameCount: F } = problem;
  const influences = blend.ids.reduce((sum, id) => sum + (id >= 0 ? 1 : 0), 0);
  const motion = F * (3 * solver.options.bones + 3 * rootsOf(state.tree).length);
  return error / (3 * F * V - 3 * V - (influences - V) - motion);
}

/**
 * How much an influence has to lower the squared error, in variances of the noise: ln(observations), as in the Bayesian
 * information criterion, and twice ln(bones), because the best of so many bones fits noise better than any one.
 */
const worthOf = ({ problem, solver }: StrictBench): number =>
  Math.log(3 * problem.frameCount) + 2 * Math.log(solver.options.bones);
