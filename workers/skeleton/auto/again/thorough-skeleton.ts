import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { MethodTools } from "../../method";
import { isProbablySkinned } from "../probably-skinned";
import { type SolvedSkeleton, solveFrom, withTheseBones } from "../solve-from";
import { freeBones, otherStarts } from "../start/free-bones";
import { fromMoreBones } from "../start/from-more-bones";
import { rigForAll } from "../start/rig-for-all";
import { sharesByError } from "../start/shares-by-error";
import { smallPartOf } from "../start/small-part";
import { stillnessOf } from "../start/stillness";
import { quietly } from "./quiet-tools";
import { noOthers, searchOn } from "./search-on";

/**
 * A skeleton is found if its error is below this, in percent of the diagonal, and that of its worst hundredth of the
 * vertices below `WORST`. On a large mesh, missing fingers hardly raise the error of all vertices.
 */
const EXACT = 0.003;
const WORST = 0.02;
/** A result is taken if it has at most this share of the error before. */
const GAIN = 0.9;
/** An even start begins with this many times the bones. */
const MORE_BONES = 3;
/** The most searches that continue from the best result, as long as it is not exact. */
const AGAIN = 2;

const PHASE = "Small bones";

type Before = Pick<SolvedSkeleton, "percent" | "errors">;

/**
 * Searches again if a mesh is probably skinned, but some tree should follow it better. The search has an even start: a
 * vertex weighs more if the surface around it bends little. Otherwise most free bones go to what swings most, such as
 * the legs of a walk, and a spine that hardly turns gets too few. A larger mesh is searched on a sample that has more
 * vertices where the error is, and then once more as a small mesh is. The bones and their motion then stay, and all
 * vertices get weights and a rest pose.
 * @param before the error so far, of all vertices and of each.
 * @returns null if it did not search, or found nothing that is clearly better.
 */
export async function thoroughSkeleton(
  input: ExtractInput,
  before: Before,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<Omit<SolvedSkeleton, "trees"> | null> {
  const { sequence, settings, from } = input;
  if (from?.boneKind === "rigid" || settings.seconds !== null || !mayGoOn()) return null;
  if (isFound(before) || !isProbablySkinned(before.percent, before.errors)) return null;
  const { sequence: part, choice } = smallPartOf(sequence, sharesByError(before.errors));
  const own = { ...input, sequence: part };
  const searches = [fromEvenStart, ...(choice ? [asSmall] : [])];
  let best: SolvedSkeleton | null = null;
  for (const [n, search] of searches.entries()) {
    if (best && (best.percent < EXACT || !mayGoOn())) break;
    const found = await search(own, quietly(tools, PHASE, n + 1), mayGoOn);
    if (!best || found.percent < best.percent) best = found;
  }
  if (best!.percent > GAIN * percentAt(before, choice?.vertices)) return null;
  const toolsOf = (n: number) => quietly(tools, PHASE, searches.length + n);
  best = await searchOn(own, best!, { exact: EXACT, most: AGAIN }, toolsOf, mayGoOn);
  if (!choice) return best;
  const solved = await withTheseBones(input, rigForAll(best.strict, sequence.rest, choice), tools);
  return solved.percent < GAIN * before.percent ? solved : null;
}

function isFound({ percent, errors }: Before): boolean {
  const worst = errors
    .slice()
    .sort()
    .subarray(Math.floor(0.99 * errors.length));
  return percent < EXACT && meanOf(worst) * percent ** 2 <= WORST ** 2 * meanOf(errors);
}

const meanOf = (list: Float64Array): number => list.reduce((sum, x) => sum + x, 0) / list.length;

/** The error of some of the vertices, in percent of the diagonal; without any, that of all. */
function percentAt({ percent, errors }: Before, vertices?: Int32Array): number {
  if (!vertices) return percent;
  return percent * Math.sqrt(meanOf(Float64Array.from(vertices, (i) => errors[i])) / meanOf(errors));
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
