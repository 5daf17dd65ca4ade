import { percentFigure } from "../../../model/reports/figures";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { MethodTools } from "../../method";
import { type SolvedSkeleton, solveFrom, withTheseBones } from "../solve-from";
import { distanceFromBones } from "../start/follows-bones";
import { fromMoreBones } from "../start/from-more-bones";
import { rigForAll } from "../start/rig-for-all";
import { smallPartOf } from "../start/small-part";
import { stillnessOf } from "../start/stillness";
import { searchLoosely } from "./loose-search";
import { quietly } from "./quiet-tools";
import { noOthers, searchOn } from "./search-on";

const PHASE = "Dense weights";

/**
 * The influences of a search for dense weights: one for so many frames, within these bounds. With few frames, so many
 * weights would make up for wrong bones.
 */
const FRAMES_EACH = 3;
const LEAST_INFLUENCES = 8;
const MOST_INFLUENCES = 12;
/**
 * Errors, in percent of the diagonal, at which weights may be dense. With fewer influences than above, weights that
 * are not dense leave less than `SPARSE`. With as many, a result below `EXACT` needs no other search.
 */
const SPARSE = 0.025;
const EXACT = 0.003;
const MOST = 0.2;
/**
 * A start has two influences, and begins with `more` times the bones. In an even one, a vertex weighs more if the
 * surface around it bends little (`stillnessOf`).
 */
const STARTS = [
  { more: 1.5, isEven: true },
  { more: 1.5, isEven: false },
  { more: 1, isEven: false },
];
const START_INFLUENCES = 2;
/** If a start reaches less error than this, in percent of the diagonal, no other follows. */
const NEAR = 0.01;
/**
 * A larger mesh moves as bones would if it differs from that by at most this share of the error. That leaves room for
 * the rounding of files. On generated characters it is 3e-6, on horse-gallop with 20 to 24 bones 2e-4.
 */
const FOLLOWS = 5e-5;
/** With less error than this only influences are missing, so that the search does not go on. */
const FOUND = 0.006;
/** If the error is still more than this share of the error before, no other start follows either. */
const HELPS = 0.7;
/** If the best start leaves less than this share of the error before, the search goes on with loose weights … */
const SOME_HELP = 0.9;
/** … in at most this many pairs of searches. */
const LOOSE_PAIRS = 3;
/** The most searches that continue from the best result, as long as it is not exact. */
const AGAIN = 4;
/** A result is taken if it has less than this share of the error before, and this error in percent of the diagonal. */
const GAIN = 0.5;
const CLEAN = 0.02;

/**
 * Searches again if a mesh is probably skinned with weights of many bones. With few influences no rig follows such a
 * mesh, and the one with the least error may have other bones than the character. So the search may use eight to
 * twelve. It begins with bones that were found with only two influences: where weights are dense, bones that share
 * less surface are closer to the true ones. On a larger mesh it works with a sample, and only if all vertices move as
 * bones would move them. The skeleton and its motion then stay as they are, and the weights and the rest pose of all
 * vertices are fitted, with as many influences as the artist asks for.
 * @param before the error so far, in percent of the diagonal.
 * @returns null if it did not search, or found nothing that is clearly better.
 */
export async function denseSkeleton(
  input: ExtractInput,
  before: number,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<{ solved: Omit<SolvedSkeleton, "trees">; notes: string[] } | null> {
  const { sequence, settings, from } = input;
  const many = influencesFor(sequence);
  const isFew = settings.influences < many;
  if (from?.boneKind === "rigid" || settings.seconds !== null) return null;
  if (before < (isFew ? SPARSE : EXACT) || before > MOST) return null;
  const part = smallPartOf(sequence);
  if (part.choice) {
    const { vertices } = part.choice;
    const away = await distanceFromBones(sequence, vertices, settings.bones, tools.task);
    if (away > FOLLOWS * before) return null;
  }
  const influences = Math.max(settings.influences, many);
  const best = await bestOfStarts(
    { sequence: part.sequence, from, settings: { ...settings, influences } },
    before,
    tools,
    mayGoOn,
  );
  if (!best || best.percent > Math.min(CLEAN, GAIN * before)) return null;
  if (!isFew && !part.choice) return { solved: best, notes: [] };
  const strict = part.choice ? rigForAll(best.strict, sequence.rest, part.choice) : best.strict;
  const solved = await withTheseBones(input, strict, tools);
  return {
    solved,
    notes: isFew ? [noteOf([settings.influences, solved.percent], [many, best.percent])] : [],
  };
}

async function bestOfStarts(
  input: ExtractInput,
  before: number,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton | null> {
  const { bones } = input.settings;
  let best: SolvedSkeleton | null = null;
  for (const [n, { more, isEven }] of STARTS.entries()) {
    if (!mayGoOn()) return best;
    const quiet = quietly(tools, PHASE, n + 1);
    const importance = isEven ? await stillnessOf(input.sequence, bones, quiet.task) : null;
    const start = { bones, influences: START_INFLUENCES, more, importance };
    const free = await fromMoreBones(input, start, quiet);
    const found = await solveFrom(input, { free, members: null, others: noOthers() }, quiet, mayGoOn);
    if (!best || found.percent < best.percent) best = found;
    // If more influences hardly help, the motion is elastic or noisy.
    if (best.percent < NEAR || best.percent > HELPS * before) break;
  }
  if (!best) return null;
  let count = STARTS.length;
  const next = () => quietly(tools, PHASE, ++count);
  if (best.percent < SOME_HELP * before) {
    best = (await searchLoosely(input, best, { exact: FOUND, most: LOOSE_PAIRS }, next, mayGoOn)) ?? best;
  }
  if (best.percent > CLEAN) return best;
  return searchOn(input, best, { exact: FOUND, most: AGAIN }, next, mayGoOn);
}

const influencesFor = ({ frameCount }: ExtractInput["sequence"]): number =>
  Math.min(MOST_INFLUENCES, Math.max(LEAST_INFLUENCES, Math.floor(frameCount / FRAMES_EACH)));

type Fit = readonly [influences: number, percent: number];

const noteOf = ([few, left]: Fit, [many, least]: Fit): string =>
  `More bones move a vertex of this animation than ${few}. The skeleton was found with up to ${many} influences, where the error is ${percentFigure(least)} %. With ${few} it is ${percentFigure(left)} %.`;
