import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { MethodTools } from "../../method";
import { type SolvedSkeleton, solveFrom, withTheseBones } from "../solve-from";
import { freeBones, otherStarts } from "../start/free-bones";
import { fromMoreBones } from "../start/from-more-bones";
import { rigForAll } from "../start/rig-for-all";
import { smallPartOf } from "../start/small-part";
import { stillnessOf } from "../start/stillness";
import { quietly } from "./quiet-tools";
import { noOthers, searchOn } from "./search-on";

/** With an error between these, in percent of the diagonal, a mesh is probably skinned, but its skeleton not found. */
const EXACT = 0.003;
const CLEAN = 0.05;
/** A result is taken if it has at most this share of the error before. */
const GAIN = 0.9;
/** An even start begins with this many times the bones. */
const MORE_BONES = 3;
/** The most searches that continue from the best result, as long as it is not exact. */
const AGAIN = 2;

const PHASE = "Small bones";

/**
 * Searches again if a mesh is probably skinned, but some tree should follow it better. A larger mesh is searched as a
 * small one is, on a sample. Another search has an even start: a vertex weighs more if the surface around it bends
 * little. Otherwise most free bones go to what swings most, such as the legs of a walk, and a spine that hardly turns
 * gets too few. On a sample the bones and their motion then stay, and all vertices get weights and a rest pose.
 * @param before the error so far, in percent of the diagonal.
 * @returns null if it did not search, or found nothing that is clearly better.
 */
export async function thoroughSkeleton(
  input: ExtractInput,
  before: number,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<Omit<SolvedSkeleton, "trees"> | null> {
  const { sequence, settings, from } = input;
  if (from?.boneKind === "rigid" || settings.seconds !== null || !mayGoOn()) return null;
  if (before < EXACT || before > CLEAN) return null;
  const { sequence: part, choice } = smallPartOf(sequence);
  const own = { ...input, sequence: part };
  const searches = [...(choice ? [asSmall] : []), fromEvenStart];
  let best: SolvedSkeleton | null = null;
  for (const [n, search] of searches.entries()) {
    if (best && (best.percent < EXACT || !mayGoOn())) break;
    const found = await search(own, quietly(tools, PHASE, n + 1), mayGoOn);
    if (!best || found.percent < best.percent) best = found;
  }
  if (best!.percent > GAIN * before) return null;
  const toolsOf = (n: number) => quietly(tools, PHASE, searches.length + n);
  best = await searchOn(own, best!, { exact: EXACT, most: AGAIN }, toolsOf, mayGoOn);
  if (!choice) return best;
  const solved = await withTheseBones(input, rigForAll(best.strict, sequence.rest, choice), tools);
  return solved.percent < GAIN * before ? solved : null;
}

type SearchOfPart = (
  input: ExtractInput,
  tools: MethodTools,
  mayGoOn: () => boolean,
) => Promise<SolvedSkeleton>;

const asSmall: SearchOfPart = async (input, tools, mayGoOn) => {
  const free = await freeBones(input, null, tools);
  return solveFrom(input, { free, members: null, others: otherStarts(input, free, tools) }, tools, mayGoOn);
};

const fromEvenStart: SearchOfPart = async (input, tools, mayGoOn) => {
  const { bones, influences } = input.settings;
  const importance = await stillnessOf(input.sequence, bones, tools.task);
  const free = await fromMoreBones(input, { bones, influences, more: MORE_BONES, importance }, tools);
  return solveFrom(input, { free, members: null, others: noOthers() }, tools, mayGoOn);
};
