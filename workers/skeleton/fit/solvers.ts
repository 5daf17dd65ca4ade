/** The three ways to fit. Each leaves the bench at its result. */
import type { FitSkeleton, FitStep, NearnessReport } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { FitSolve } from "../../model/skeleton/fit/fit-settings";
import type { Task } from "../../model/task";
import type { SavedSkeleton } from "../strict/strict-bench";
import type { FitBench } from "./fit-bench";
import { putJointsBack } from "./joints/put-back";
import { mayMoreThanTurn, onlyTurning } from "./rules";
import { keepNear } from "./weights/keep-near";

/** Measures a rig, and records it if `step` is given. Returns its squared error. */
export type MeasureStep = (step: FitStep | null, rig: Rig) => Promise<number>;

/** A skeleton to go on from. */
interface Start {
  error: number;
  saved: SavedSkeleton;
  /** Whether its motion comes from the clip. */
  isClip: boolean;
  /** Whether its joints are those for the rotations of the clip. */
  fromTurns: boolean;
}

/** Measures the bench's current rig. */
type MeasureNow = (step: FitStep | null) => Promise<number>;

interface Solved {
  /** Sentences for the artist. */
  notes: string[];
  /** Joints whose place the motion does not tell. They stay where the artist put them. */
  loose: number[];
  nearness: NearnessReport | null;
}

type Solver = (fit: FitBench, skeleton: FitSkeleton, measure: MeasureNow, task: Task) => Promise<Solved>;

/** Rounds of motion and weights before starts are compared. */
const START_ROUNDS = 4;
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

/** An error below this, in percent of the diagonal, is rounding. */
const EXACT = 1e-3;

/**
 * Weights for the motion that the bench has. The given ones stay if they are exact, or no others are better.
 * @returns whether they stay.
 */
async function freeWeights(
  fit: FitBench,
  { weights }: FitSkeleton,
  measure: MeasureNow,
  task: Task,
): Promise<boolean> {
  task.progress({ phase: "Weights", done: null, detail: "" });
  const mayStay = weights !== null && maxInfluences(weights) <= fit.settings.influences;
  // The bench neglects small parts of the motion, so errors are measured.
  const given = mayStay ? { error: await measure(null), saved: fit.save() } : null;
  const isExact = given !== null && fit.percentOf(given.error) < EXACT;
  await fit.solveWeights(task);
  if (!given || (!isExact && given.error > (await measure(null)))) return false;
  await fit.restore(given.saved, task);
  await fit.evaluate(task);
  return true;
}

const weightsOnly: Solver = async (fit, skeleton, measure, task) => {
  const stay = await freeWeights(fit, skeleton, measure, task);
  const nearness = stay ? null : await keepNear(fit, 0, task);
  await measure("weights");
  return { notes: [], loose: [], nearness };
};

async function motionOfWeights(fit: FitBench, task: Task): Promise<void> {
  task.progress({ phase: "Motion", done: null, detail: "" });
  await fit.closeJoints(task);
  await fit.solveMotion(task);
}

const motionOnly: Solver = async (fit, _, measure, task) => {
  await motionOfWeights(fit, task);
  await measure("motion");
  return { notes: [], loose: [], nearness: null };
};

/**
 * Finds joints and weights under the rotations of the clip. Where an artist's joint is not where the mesh turns, the
 * rotations are right all the same. If they move with everything else, they follow the wrong joints. Returns the error.
 */
async function jointsOfClip(fit: FitBench, task: Task): Promise<number> {
  await fit.closeJoints(task);
  await fit.evaluate(task);
  fit.pull = fit.settings.pull;
  fit.keepsTurns = true;
  const error = await fit.alternate(fit.rounds, task);
  fit.keepsTurns = false;
  fit.pull = null;
  return error;
}

/** The clip as it is, with its weights. */
interface Clip {
  error: number;
  saved: SavedSkeleton;
  /** Whether the given weights stayed. */
  stay: boolean;
}

async function goOn(fit: FitBench, isClip: boolean, task: Task): Promise<Start> {
  const error = await fit.alternate(START_ROUNDS, task);
  return { error, saved: fit.save(), isClip, fromTurns: false };
}

/** Starts from the clip: with weights for its motion and, if joints may move, with joints for its rotations. */
async function startsFromClip(
  fit: FitBench,
  skeleton: FitSkeleton,
  measure: MeasureNow,
  task: Task,
): Promise<{ starts: Start[]; clip: Clip | null }> {
  const origin = fit.save();
  const stay = await freeWeights(fit, skeleton, measure, task);
  await measure("weights");
  const clip = fit.keepsRules() ? { error: await measure(null), saved: fit.save(), stay } : null;
  await fit.closeJoints(task);
  const closed = fit.save();
  const starts = [await goOn(fit, true, task)];
  if (!fit.refines || fit.bench.percent(starts[0].error) < EXACT) return { starts, clip };
  for (const from of [closed, origin]) {
    await fit.restore(from, task);
    const error = await jointsOfClip(fit, task);
    starts.push({ error, saved: fit.save(), isClip: true, fromTurns: true });
  }
  return { starts, clip };
}

const leastOf = (starts: readonly Start[]) =>
  starts.reduce((least, start) => (start.error < least.error ? start : least));

/**
 * Solves for both. Starts are weights for the motion of the clip, joints for its rotations, motion for given weights,
 * and weights by distance if the others are missing or the clip has a large error. The best start after a few rounds
 * continues. The clip with its weights stays if nothing is better: if it is exact, rounds only add rounding.
 */
const both: Solver = async (fit, skeleton, measure, task) => {
  const { motion, weights } = skeleton;
  fit.pull = null;
  // Bones that may shift or scale would follow wrong weights. So without clip and weights, bones only turn at first.
  const { rules } = fit;
  const isBlind = !motion && !weights;
  if (isBlind) fit.rules = onlyTurning(rules, fit.state.tree);
  const origin = fit.save();
  const { starts, clip } = motion
    ? await startsFromClip(fit, skeleton, measure, task)
    : { starts: [], clip: null };
  const isDoubtful = !motion || fit.bench.percent(leastOf(starts).error) > DOUBTFUL;
  if (weights || isDoubtful) {
    await fit.restore(origin, task);
    await motionOfWeights(fit, task);
    if (weights) await measure("motion");
    await fit.stepWeights(task);
    starts.push(await goOn(fit, false, task));
  }
  const best = leastOf(starts);
  await fit.restore(best.saved, task);
  await fit.stepWeights(task);
  if (isBlind && mayMoreThanTurn(rules, fit.state.tree)) await fit.alternate(fit.rounds, task);
  fit.rules = rules;
  if (best.fromTurns) fit.stayHere();
  for (const times of pullsFrom(fit, best)) {
    fit.pull = times * fit.settings.pull;
    await fit.alternate(fit.rounds, task);
  }
  // The rotations of a clip tell the places of joints better than the error does.
  const loose = best.fromTurns ? [] : await putJointsBack(fit, task);
  const keepsClip = clip !== null && clip.error < (await measure(null));
  if (clip && keepsClip) await fit.restore(clip.saved, task);
  const isGiven = keepsClip && clip!.stay;
  const nearness = isGiven ? null : await keepNear(fit, keepsClip ? 0 : fit.rounds, task);
  await measure("both");
  const notes =
    motion && isDoubtful && !best.isClip
      ? ["The clip does not move like this mesh, so the motion was found without it."]
      : [];
  return { notes, loose: keepsClip ? [] : loose, nearness };
};

/** Joints that were found for the rotations of the clip are near their places, and hardly move any more. */
function pullsFrom(fit: FitBench, { fromTurns }: Start): number[] {
  if (!fit.refines) return [1];
  return fromTurns ? PULLS.slice(0, 1) : PULLS;
}

export const SOLVERS: Record<FitSolve, Solver> = { weights: weightsOnly, motion: motionOnly, both };
