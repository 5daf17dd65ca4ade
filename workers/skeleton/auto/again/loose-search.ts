import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import type { MethodTools } from "../../method";
import type { SolvedSkeleton } from "../solve-from";
import { continueSearch } from "./search-on";

/** Weights are loose with this many influences, or this many times as many as asked for. */
const LOOSE = 12;
const TIMES = 2;
/** Another pair of searches follows if one left at most this share of the error. */
const GAIN = 0.8;

/** What a search continues from: a strict rig, and its error in percent of the diagonal. */
export type Begun = Pick<SolvedSkeleton, "strict" | "percent">;

interface LooseOptions {
  /** A skeleton with less error than this is found. */
  exact: number;
  /** The most pairs of searches. */
  most: number;
}

/**
 * Continues with loose weights, which may use many influences, and then with as many as asked for. With few, a vertex
 * keeps its bones, although others would move it better, because each exchange alone raises the error. Bones then move
 * so as to make up for it, and the tree with the least error may be a wrong one. With many, weights pass gradually from
 * bone to bone while the bones move.
 * @returns the best skeleton with as many influences as asked for, or null if none is better than before.
 */
export async function searchLoosely(
  input: ExtractInput,
  begun: Begun,
  { exact, most }: LooseOptions,
  next: () => MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton | null> {
  const { influences, seed } = input.settings;
  const loose = Math.min(begun.strict.bones.length, Math.max(LOOSE, TIMES * influences));
  if (loose <= influences) return null;
  let searches = 0;
  const continued = (strict: Rig, influences: number) => {
    const settings = { ...input.settings, influences, seed: seed + ++searches };
    return continueSearch(strict, { ...input, settings }, next(), mayGoOn);
  };
  let best: SolvedSkeleton | null = null;
  let last = begun;
  for (let n = 0; n < most && last.percent >= exact && mayGoOn(); n++) {
    const found = await continued((await continued(last.strict, loose)).strict, influences);
    if (found.percent < last.percent) best = found;
    if (found.percent > GAIN * last.percent) break;
    last = found;
  }
  return best;
}
