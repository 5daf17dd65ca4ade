/** The three ways to fit. Each leaves the bench at its result, and returns sentences for the artist. */
import type { FitSkeleton, FitStep } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import type { FitSolve } from "../../model/skeleton/fit/fit-settings";
import type { Task } from "../../model/task";
import type { FitBench } from "./fit-bench";

/** Measures a rig, as a step of the fit if it is one. Returns its squared error. */
export type MeasureStep = (step: FitStep | null, rig: Rig) => Promise<number>;

/** Measures the rig that the bench has. */
type MeasureNow = (step: FitStep | null) => Promise<number>;

type Solver = (fit: FitBench, skeleton: FitSkeleton, measure: MeasureNow, task: Task) => Promise<string[]>;

/** Rounds of motion and weights before two starts are compared. */
const START_ROUNDS = 4;
/**
 * A clip that leaves a larger error than this, in percent of the diagonal, may belong to another animation. Other
 * starts are then tried too.
 */
const DOUBTFUL = 1;

async function weightsOnly(
  fit: FitBench,
  _: FitSkeleton,
  measure: MeasureNow,
  task: Task,
): Promise<string[]> {
  task.progress({ phase: "Weights", done: null, detail: "" });
  await fit.solveWeights(task);
  await measure("weights");
  return [];
}

async function motionOnly(fit: FitBench, _: FitSkeleton, measure: MeasureNow, task: Task): Promise<string[]> {
  task.progress({ phase: "Motion", done: null, detail: "" });
  await fit.closeJoints(task);
  await fit.solveMotion(task);
  await measure("motion");
  return [];
}

/**
 * There are up to three starts: weights for the motion of the clip, motion for given weights, and weights by distance
 * if the others are missing or the clip leaves a large error. The best after a few rounds continues. The clip with its
 * weights stays if nothing is better: where it is exact, rounds only add rounding.
 */
async function both(
  fit: FitBench,
  skeleton: FitSkeleton,
  measure: MeasureNow,
  task: Task,
): Promise<string[]> {
  const { motion, weights } = skeleton;
  const origin = fit.save();
  const starts: { error: number; saved: typeof origin; isClip: boolean }[] = [];
  let clip: { error: number; saved: typeof origin } | null = null;
  const goOn = async (isClip: boolean) => {
    const error = await fit.alternate(START_ROUNDS, task);
    starts.push({ error, saved: fit.save(), isClip });
  };
  if (motion) {
    await weightsOnly(fit, skeleton, measure, task);
    if (fit.keepsRules()) clip = { error: await measure(null), saved: fit.save() };
    await fit.closeJoints(task);
    await goOn(true);
  }
  const isDoubtful = !motion || fit.bench.percent(starts[0].error) > DOUBTFUL;
  if (weights || isDoubtful) {
    await fit.restore(origin, task);
    await motionOnly(fit, skeleton, weights ? measure : () => measure(null), task);
    await fit.stepWeights(task);
    await goOn(false);
  }
  const best = starts.reduce((least, start) => (start.error < least.error ? start : least));
  await fit.restore(best.saved, task);
  await fit.stepWeights(task);
  await fit.alternate(fit.rounds, task);
  if (clip && clip.error < (await measure(null))) await fit.restore(clip.saved, task);
  await measure("both");
  return motion && isDoubtful && !best.isClip
    ? ["The clip does not move like this mesh, so the motion was found without it."]
    : [];
}

export const SOLVERS: Record<FitSolve, Solver> = { weights: weightsOnly, motion: motionOnly, both };
