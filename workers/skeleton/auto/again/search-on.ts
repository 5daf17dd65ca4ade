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
    const again = { ...input, settings: { ...settings, seed: settings.seed + n } };
    const found = await continueSearch(best.strict, again, next(), mayGoOn);
    if (found.percent < best.percent) best = found;
  }
  return best;
}

/**
 * Searches once more from a strict rig and its tree.
 * @param members the vertices of the sample; null for all.
 */
export const continueSearch = (
  strict: Rig,
  input: ExtractInput,
  tools: MethodTools,
  mayGoOn: () => boolean,
  members: Int32Array | null = null,
): Promise<SolvedSkeleton> =>
  solveFrom({ ...input, from: strict }, { free: strict, members, others: noOthers() }, tools, mayGoOn);

export async function* noOthers(): AsyncGenerator<Rig> {}
