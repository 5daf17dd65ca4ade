import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { MethodTools } from "../../method";
import { isProbablySkinned } from "../probably-skinned";
import { EXACT } from "../rounds";
import { type SolvedSkeleton, solveFrom, withTheseBones } from "../solve-from";
import { freeBones, otherStarts } from "../start/free-bones";
import { fromMoreBones } from "../start/from-more-bones";
import { rigForAll } from "../start/rig-for-all";
import { rigOfPart } from "../start/rig-of-part";
import { sharesByError } from "../start/shares-by-error";
import { smallPartOf } from "../start/small-part";
import { stillnessOf } from "../start/stillness";
import { type Begun, searchLoosely } from "./loose-search";
import { quietly } from "./quiet-tools";
import { noOthers } from "./search-on";

/**
 * With less error than this, in percent of the diagonal, searches begin anew only if loose weights have helped:
 * otherwise the rest may be the rounding of a file.
 */
const ROUNDED = 0.003;
/** No search follows a larger error, in percent of the diagonal. */
const MOST = 0.2;
/** A result is taken if it has at most this share of the error before. */
const GAIN = 0.9;
/** An even start begins with this many times the bones. */
const MORE_BONES = 3;
/** The most pairs of searches with loose weights that continue from one skeleton, as long as it is not exact. */
const LOOSE_PAIRS = 3;

const PHASE = "Small bones";

type Before = Pick<SolvedSkeleton, "strict" | "percent" | "errors">;

/**
 * Searches again if a mesh is probably skinned, but some tree should follow it better, or if the artist asks for all
 * searches. It first continues with loose weights. If the result is not exact, other searches begin anew, and those
 * that come as far as the first skeleton continue in the same way. One has an even start: a vertex weighs more if the
 * surface around it bends little. Otherwise most free bones go to what swings most, such as the legs of a walk, and a
 * spine that hardly turns gets too few. A larger mesh is searched on a sample that has more vertices where the error
 * is, and then once more as a small mesh is. The bones and their motion then stay, and all vertices get weights and a
 * rest pose.
 * @param before the skeleton so far.
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
  if (before.percent < EXACT || before.percent > MOST) return null;
  if (!settings.thorough && !isProbablySkinned(before.percent, before.errors)) return null;
  const { sequence: part, choice } = smallPartOf(sequence, sharesByError(before.errors));
  const own = { ...input, sequence: part };
  const first = choice
    ? { strict: rigOfPart(before.strict, choice.vertices), percent: percentAt(before, choice.vertices) }
    : before;
  let count = 0;
  const next = () => quietly(tools, PHASE, ++count);
  const loosely = (begun: Begun) =>
    searchLoosely(own, begun, { exact: EXACT, most: LOOSE_PAIRS }, next, mayGoOn);
  let best = await loosely(first);
  if (first.percent < ROUNDED && (!best || best.percent > GAIN * first.percent)) return null;
  for (const search of [fromEvenStart, ...(choice ? [asSmall] : [])]) {
    if ((best && best.percent < EXACT) || !mayGoOn()) break;
    const found = await search(own, next(), mayGoOn);
    const reached = found.percent < first.percent ? ((await loosely(found)) ?? found) : found;
    if (!best || reached.percent < best.percent) best = reached;
  }
  if (!best || best.percent > GAIN * first.percent) return null;
  if (!choice) return best;
  const solved = await withTheseBones(input, rigForAll(best.strict, sequence.rest, choice), tools);
  return solved.percent < GAIN * before.percent ? solved : null;
}

const meanOf = (list: Float64Array): number => list.reduce((sum, x) => sum + x, 0) / list.length;

/** The error of some of the vertices, in percent of the diagonal. */
function percentAt({ percent, errors }: Before, vertices: Int32Array): number {
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
