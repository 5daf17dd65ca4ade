/** The three ways to fit. Each leaves the bench at its result. */
import type { FitSkeleton, FitStep, NearnessReport } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import type { FitSolve } from "../../model/skeleton/fit/fit-settings";
import type { Task } from "../../model/task";
import type { FitBench } from "./bench/fit-bench";
import { mayMoreThanTurn, onlyTurning } from "./bench/rules";
import { freeWeights, givenOf, type MeasureNow, nearOrGiven } from "./given";
import { putJointsBack } from "./joints/put-back";
import { bestStart, type FitStart, goOn, startsFromClip } from "./starts";

/** Measures a rig, and records it if `step` is given. Returns its squared error. */
export type MeasureStep = (step: FitStep | null, rig: Rig) => Promise<number>;

interface Solved {
  /** Sentences for the artist. */
  notes: string[];
  /** Joints whose place the motion does not tell. They stay where the artist put them. */
  loose: number[];
  nearness: NearnessReport | null;
}

type Solver = (fit: FitBench, skeleton: FitSkeleton, measure: MeasureNow, task: Task) => Promise<Solved>;

/**
 * A clip with a larger error than this, in percent of the diagonal, may belong to another animation. Other starts are
 * then tried too.
 */
const DOUBTFUL = 1;

/**
 * The pulls of refined joints, as multiples of µ. While weights and motion are still wrong, joints would follow their
 * errors far away from where the artist put them, and not come back. So they stay at first, and then follow more and
 * more freely.
 */
const PULLS = [20, 6, 2, 1];

const weightsOnly: Solver = async (fit, skeleton, measure, task) => {
  const given = await givenOf(fit, skeleton, measure);
  const stay = await freeWeights(fit, given, measure, task);
  const nearness = stay ? null : (await nearOrGiven(fit, 0, given, measure, task)).nearness;
  await measure("weights");
  return { notes: [], loose: [], nearness };
};

async function motionOfWeights(fit: FitBench, task: Task): Promise<void> {
  task.progress({ phase: "Motion", done: null, detail: "" });
  await fit.motion.close(task);
  await fit.motion.settle(task);
}

const motionOnly: Solver = async (fit, _, measure, task) => {
  await motionOfWeights(fit, task);
  await measure("motion");
  return { notes: [], loose: [], nearness: null };
};

/**
 * Solves for both. Starts are weights for the motion of the clip, joints for its rotations, motion for given weights,
 * and weights by distance if the others are missing or the clip has a large error. The best start after a few rounds
 * continues. The clip with its weights stays if nothing is better: if it is exact, rounds only add rounding.
 */
const both: Solver = async (fit, skeleton, measure, task) => {
  const { motion, weights } = skeleton;
  fit.joints.pull = null;
  // Bones that may shift or scale would follow wrong weights. So without clip and weights, bones only turn at first.
  const { rules } = fit;
  const isBlind = !motion && !weights;
  if (isBlind) fit.rules = onlyTurning(rules, fit.state.tree);
  const origin = fit.save();
  const { starts, clip } = motion
    ? await startsFromClip(fit, skeleton, measure, task)
    : { starts: [], clip: null };
  const isDoubtful = !motion || fit.bench.percent(bestStart(starts).error) > DOUBTFUL;
  if (weights || isDoubtful) {
    await fit.restore(origin, task);
    await motionOfWeights(fit, task);
    if (weights) await measure("motion");
    await fit.weights.step(task);
    starts.push(await goOn(fit, false, task));
  }
  const best = bestStart(starts);
  await fit.restore(best.saved, task);
  await fit.weights.step(task);
  if (isBlind && mayMoreThanTurn(rules, fit.state.tree)) await fit.alternate(fit.settings.rounds, task);
  fit.rules = rules;
  if (best.fromTurns) fit.joints.stayHere();
  for (const times of pullsFrom(fit, best)) {
    fit.joints.pull = times * fit.settings.pull;
    await fit.alternate(fit.settings.rounds, task);
  }
  // The rotations of a clip tell the places of joints better than the error does.
  const loose = best.fromTurns ? [] : await putJointsBack(fit, task);
  const keepsClip = clip !== null && clip.error < (await measure(null));
  if (clip && keepsClip) await fit.restore(clip.saved, task);
  const { nearness, isGiven } =
    keepsClip && clip!.stay
      ? { nearness: null, isGiven: true }
      : await nearOrGiven(fit, keepsClip ? 0 : fit.settings.rounds, clip?.given ?? null, measure, task);
  await measure("both");
  const notes =
    motion && isDoubtful && !best.isClip
      ? ["The clip does not move like this mesh, so the motion was found without it."]
      : [];
  return { notes, loose: keepsClip || isGiven ? [] : loose, nearness };
};

/** Joints that were found for the rotations of the clip are near their places, and hardly move any more. */
function pullsFrom(fit: FitBench, { fromTurns }: FitStart): number[] {
  if (!fit.joints.refines) return [1];
  return fromTurns ? PULLS.slice(0, 1) : PULLS;
}

export const SOLVERS: Record<FitSolve, Solver> = { weights: weightsOnly, motion: motionOnly, both };
