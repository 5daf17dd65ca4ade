/** Where a fit of motion and weights starts: from the clip, or from motion for given weights. */
import type { FitSkeleton } from "../../model/reports/fit-report";
import type { Task } from "../../model/task";
import type { SavedSkeleton } from "../strict/strict-bench";
import type { FitBench } from "./bench/fit-bench";
import { EXACT_PERCENT, freeWeights, type Given, givenOf, type MeasureNow } from "./given";

/** A skeleton to go on from. */
export interface FitStart {
  error: number;
  saved: SavedSkeleton;
  /** Whether its motion comes from the clip. */
  isClip: boolean;
  /** Whether its joints are those for the rotations of the clip. */
  fromTurns: boolean;
}

/** Rounds of motion and weights before starts are compared. */
const START_ROUNDS = 4;

/**
 * Finds joints and weights under the rotations of the clip. Where an artist's joint is not where the mesh turns, the
 * rotations are right all the same. If they move with everything else, they follow the wrong joints. Returns the error.
 */
async function jointsOfClip(fit: FitBench, task: Task): Promise<number> {
  await fit.motion.close(task);
  await fit.evaluate(task);
  fit.joints.pull = fit.settings.pull;
  fit.joints.keepsTurns = true;
  const error = await fit.alternate(fit.settings.rounds, task);
  fit.joints.keepsTurns = false;
  fit.joints.pull = null;
  return error;
}

/** The clip as it is, with its weights. */
interface Clip {
  error: number;
  saved: SavedSkeleton;
  given: Given | null;
  /** Whether the given weights stayed. */
  stay: boolean;
}

export async function goOn(fit: FitBench, isClip: boolean, task: Task): Promise<FitStart> {
  const error = await fit.alternate(START_ROUNDS, task);
  return { error, saved: fit.save(), isClip, fromTurns: false };
}

/** Starts from the clip: with weights for its motion and, if joints may move, with joints for its rotations. */
export async function startsFromClip(
  fit: FitBench,
  skeleton: FitSkeleton,
  measure: MeasureNow,
  task: Task,
): Promise<{ starts: FitStart[]; clip: Clip | null }> {
  const origin = fit.save();
  const given = await givenOf(fit, skeleton, measure);
  const stay = await freeWeights(fit, given, measure, task);
  await measure("weights");
  const clip = fit.motion.keepsRules()
    ? { error: await measure(null), saved: fit.save(), given, stay }
    : null;
  await fit.motion.close(task);
  const closed = fit.save();
  const starts = [await goOn(fit, true, task)];
  if (!fit.joints.refines || fit.bench.percent(starts[0].error) < EXACT_PERCENT) return { starts, clip };
  for (const from of [closed, origin]) {
    await fit.restore(from, task);
    const error = await jointsOfClip(fit, task);
    starts.push({ error, saved: fit.save(), isClip: true, fromTurns: true });
  }
  return { starts, clip };
}

export const bestStart = (starts: readonly FitStart[]) =>
  starts.reduce((least, start) => (start.error < least.error ? start : least));
