import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import type { MethodTools } from "../../method";
import { type SolvedSkeleton, solveFrom } from "../solve-from";

/** Continues from a skeleton with other random moves, up to `most` times, until its error is below `exact` percent. */
export async function searchOn(
  input: ExtractInput,
  begun: SolvedSkeleton,
  { exact, most }: { exact: number; most: number },
  next: () => MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton> {
  const { settings } = input;
  let best = begun;
  for (let n = 1; n <= most && best.percent >= exact && mayGoOn(); n++) {
    const again = { ...input, from: best.strict, settings: { ...settings, seed: settings.seed + n } };
    const start = { free: best.strict, members: null, others: noOthers() };
    const found = await solveFrom(again, start, next(), mayGoOn);
    if (found.percent < best.percent) best = found;
  }
  return best;
}

export async function* noOthers(): AsyncGenerator<Rig> {}
