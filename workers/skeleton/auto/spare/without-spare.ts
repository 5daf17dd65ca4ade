import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import type { MethodTools } from "../../method";
import { quietly } from "../again/quiet-tools";
import { continueSearch, searchOn } from "../again/search-on";
import { EXACT } from "../rounds";
import { type SolvedSkeleton, solveFrom } from "../solve-from";
import { freeBones, otherStarts } from "../start/free-bones";
import { fewerAndFewer } from "./fewer-bones";

/** With more error than this, in percent of the diagonal, the motion is elastic, and every bone lowers the error. */
const CLEAN = 0.05;
/** Bones are spare if the error stays within this multiple without them, or below this percentage of the diagonal. */
const SAME = 1.02;
const NOTHING = 0.003;
/**
 * Bones may be spare whose loss alone makes this error, in percent of the diagonal. If the skeleton is not exact, small
 * bones that it needs cost as little, so the loss must also be below this share of the error.
 */
const CHEAP = 0.02;
const SHARE = 0.2;
/** The most searches, on a whole mesh and on a sample of a larger one, where each takes longer. */
const MOST_SEARCHES = 6;
const MOST_ON_SAMPLE = 2;

/**
 * Takes away the bones that a motion does not need: without them a skeleton follows the mesh just as well. A character
 * with joints that never move has fewer rigid parts than bones were asked for. The search then gives two bones to one
 * part, or puts a bone with stray weights between two others, where it hides their joint. So it searches again with
 * fewer bones, as many as matter.
 * @param members the vertices of the sample, or null for all.
 * @returns null if each bone is needed, for given bones, and with a time limit.
 */
export async function withoutSpare(
  input: ExtractInput,
  from: Pick<SolvedSkeleton, "strict" | "percent">,
  members: Int32Array | null,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<{ solved: Omit<SolvedSkeleton, "trees">; notes: string[] } | null> {
  if (input.from?.boneKind === "rigid" || input.settings.seconds !== null || from.percent > CLEAN)
    return null;
  const most = Math.max(NOTHING, SAME * from.percent);
  const cheap = from.percent <= NOTHING ? CHEAP : Math.min(CHEAP, SHARE * from.percent);
  const searches = searchesFor(input, members, tools, mayGoOn);
  let best: SolvedSkeleton | null = null;
  let fewer = await fewerAndFewer(input, from.strict, cheap, tools);
  while (fewer.length > 0 && searches.mayGoOn()) {
    let found = await searches.continued(fewer.at(-1)!);
    if (found.percent > most && searches.mayGoOn()) found = await searches.anew(fewer.at(-1)!.bones.length);
    const isEnough = found.percent <= most;
    if (isEnough) best = found;
    fewer = isEnough
      ? await fewerAndFewer(input, found.strict, cheap, tools)
      : fewer.slice(0, fewer.length >> 1);
  }
  if (!best) return null;
  const all = from.strict.bones.length;
  return { solved: best, notes: [noteOf(all - best.strict.bones.length, all)] };
}

/** Searches with fewer bones: from those that are left, or anew. */
function searchesFor(
  input: ExtractInput,
  members: Int32Array | null,
  tools: MethodTools,
  mayGoOn: () => boolean,
) {
  const limit = members ? MOST_ON_SAMPLE : MOST_SEARCHES;
  let count = 0;
  const next = () => quietly(tools, "Fewer bones", ++count);
  return {
    mayGoOn: () => count < limit && mayGoOn(),
    async continued(free: Rig): Promise<SolvedSkeleton> {
      const found = await continueSearch(free, input, next(), mayGoOn, members);
      // Once more, if it is close: some random moves lead farther than others.
      const isClose = found.percent < NOTHING && count < limit;
      return isClose ? searchOn(input, found, { exact: EXACT, most: 1 }, next, mayGoOn) : found;
    },
    async anew(bones: number): Promise<SolvedSkeleton> {
      const quiet = next();
      const asked = { ...input, settings: { ...input.settings, bones } };
      const free = await freeBones(asked, members, quiet);
      return solveFrom(asked, { free, members, others: otherStarts(asked, free, quiet) }, quiet, mayGoOn);
    },
  };
}

const noteOf = (gone: number, all: number): string =>
  gone > 1
    ? `${gone} of ${all} bones were left out, because the others move the surface as well without them. Joints that never move need no bone.`
    : `One of ${all} bones was left out, because the others move the surface as well without it. A joint that never moves needs no bone.`;
