/** What the skeleton's file gives, its clip with its weights, against weights that a fit finds. */
import type { FitSkeleton, FitStep, NearnessReport } from "../../model/reports/fit-report";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { SavedSkeleton } from "../strict/strict-bench";
import type { FitBench } from "./bench/fit-bench";
import { keepNear } from "./weights/keep-near";

/** Measures the bench's current rig. */
export type MeasureNow = (step: FitStep | null) => Promise<number>;

/** An error below this, in percent of the diagonal, is rounding. */
export const EXACT_PERCENT = 1e-3;

export interface Given {
  error: number;
  saved: SavedSkeleton;
}

/** The skeleton as it was given, if its weights have no more influences than the settings allow; otherwise null. */
export async function givenOf(
  fit: FitBench,
  { motion, weights }: FitSkeleton,
  measure: MeasureNow,
): Promise<Given | null> {
  if (!motion || !weights || maxInfluences(weights) > fit.settings.influences) return null;
  // The bench neglects small parts of the motion, so errors are measured.
  return { error: await measure(null), saved: fit.save() };
}

async function restoreGiven(fit: FitBench, { saved }: Given, task: Task): Promise<void> {
  await fit.restore(saved, task);
  await fit.evaluate(task);
}

/**
 * Weights for the motion that the bench has. The given ones stay if they are exact, or no others are better.
 * @returns whether they stay.
 */
export async function freeWeights(
  fit: FitBench,
  given: Given | null,
  measure: MeasureNow,
  task: Task,
): Promise<boolean> {
  task.progress({ phase: "Weights", done: null, detail: "" });
  const isExact = given !== null && fit.percentOf(given.error) < EXACT_PERCENT;
  await fit.solveWeights(task);
  if (!given || (!isExact && given.error > (await measure(null)))) return false;
  await restoreGiven(fit, given, task);
  return true;
}

/**
 * Weights near their bones. If they are worse than what was given, that comes back: the artist has it already, so worse
 * weights help nobody.
 */
export async function nearOrGiven(
  fit: FitBench,
  rounds: number,
  given: Given | null,
  measure: MeasureNow,
  task: Task,
): Promise<{ nearness: NearnessReport | null; isGiven: boolean }> {
  const nearness = await keepNear(fit, rounds, task);
  if (!nearness || !given || (await measure(null)) <= given.error) return { nearness, isGiven: false };
  await restoreGiven(fit, given, task);
  return { nearness: null, isGiven: true };
}
