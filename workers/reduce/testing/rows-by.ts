import { exactParallel } from "../../kernels/testing/exact-arena";
import type { ExampleChoice } from "../../model/reduce/reduce-report";
import { REDUCE_DEFAULTS, type ReduceSettings } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { reducedWeights } from "../reduce";
import { type DenseCase, denseRows } from "./dense-case";

const EXAMPLES: ExampleChoice = { from: "frames", frames: null };

/** The weights of a case reduced by a method, as rows over all bones. */
export async function rowsBy(
  { sequence, rig }: DenseCase,
  settings: Partial<ReduceSettings>,
): Promise<number[][]> {
  const input = { sequence, rig, settings: { ...REDUCE_DEFAULTS, ...settings }, examples: EXAMPLES };
  const { weights } = await reducedWeights(input, EXAMPLES, exactParallel(2), UNWATCHED);
  return denseRows(weights, rig.bones.length);
}

export const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** Σ w_j x_j of columns. */
export const blended = (columns: readonly number[][], w: readonly number[]): number[] =>
  columns[0].map((_, n) => w.reduce((sum, x, j) => sum + x * columns[j][n], 0));
