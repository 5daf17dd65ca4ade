import { decompose } from "../../decompose/decompose";
import { percentFigure } from "../../model/reports/figures";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { Progress } from "../../model/task";
import type { MethodTools } from "../method";
import { isSmall } from "./effort";
import { type SolvedSkeleton, solveFrom, withFewerInfluences } from "./solve-from";

/** The influences of a search for dense weights. Few characters have more. */
const INFLUENCES = 8;
/**
 * Errors, in percent of the diagonal, at which weights may be dense. With fewer influences than above, weights that
 * are not dense leave less than `SPARSE`. With as many, a result below `EXACT` needs no other search.
 */
const SPARSE = 0.025;
const EXACT = 0.003;
const MOST = 0.2;
/** A start has two influences, and begins with this many times the bones. */
const MORE_BONES = [1.5, 1, 2];
const START_INFLUENCES = 2;
const ITERATIONS = 140;
/** A result with less error than this, in percent of the diagonal, ends the starts. */
const NEAR = 0.01;
/** No other start follows if the error is still more than this share of the error before. */
const HELPS = 0.7;
/** The most searches that continue from the best result, as long as it is not exact. */
const AGAIN = 4;
/** A result is taken if it has less than this share of the error before, and this error in percent of the diagonal. */
const GAIN = 0.5;
const CLEAN = 0.02;

/**
 * Searches again if a small mesh is probably skinned with weights of many bones. With few influences no rig follows
 * such a mesh, and the one with the least error may have other bones than the character. So the search may use eight.
 * It begins with bones that were found with only two influences: where weights are dense, bones that share less surface
 * are closer to the true ones. If the artist allows fewer than eight influences, the skeleton and its motion stay as
 * they are, and only the weights and the rest pose are fitted again.
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
  const isFew = settings.influences < INFLUENCES;
  if (!isSmall(sequence) || from?.boneKind === "rigid" || settings.seconds !== null) return null;
  if (before < (isFew ? SPARSE : EXACT) || before > MOST) return null;
  const influences = Math.max(settings.influences, INFLUENCES);
  const best = await bestOfStarts(
    { ...input, settings: { ...settings, influences } },
    before,
    tools,
    mayGoOn,
  );
  if (!best || best.percent > Math.min(CLEAN, GAIN * before)) return null;
  if (!isFew) return { solved: best, notes: [] };
  const solved = await withFewerInfluences(input, best.strict, tools);
  return { solved, notes: [noteOf(settings.influences, solved.percent, best.percent)] };
}

async function bestOfStarts(
  input: ExtractInput,
  before: number,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton | null> {
  const { seed } = input.settings;
  let best: SolvedSkeleton | null = null;
  for (const [n, more] of MORE_BONES.entries()) {
    if (!mayGoOn()) return best;
    const quiet = quietly(tools, n + 1);
    const free = await startBones(input, more, quiet);
    const found = await solveFrom(input, { free, members: null, others: none() }, quiet, mayGoOn);
    if (!best || found.percent < best.percent) best = found;
    // If more influences hardly help, the motion is elastic or noisy.
    if (best.percent < NEAR || best.percent > HELPS * before) break;
  }
  for (let n = 1; best && n <= AGAIN && mayGoOn(); n++) {
    if (best.percent < EXACT || best.percent > CLEAN) break;
    const again = { ...input, from: best.strict, settings: { ...input.settings, seed: seed + n } };
    const start = { free: best.strict, members: null, others: none() };
    const found = await solveFrom(again, start, quietly(tools, MORE_BONES.length + n), mayGoOn);
    if (found.percent < best.percent) best = found;
  }
  return best;
}

/** Tools of another search: it shows no rigs, and its progress says which search it is. */
function quietly({ makeParallel, task }: MethodTools, number: number): MethodTools {
  const progress = ({ detail }: Progress) =>
    task.progress({
      phase: "Dense weights",
      done: null,
      detail: `search ${number}${detail && `, ${detail}`}`,
    });
  return { makeParallel, task: Object.create(task, { progress: { value: progress } }), show() {} };
}

/** Free bones with few influences. They begin with more bones, and remove the ones that matter least. */
async function startBones(
  { sequence, settings: { bones, seed } }: ExtractInput,
  more: number,
  { makeParallel, task }: MethodTools,
): Promise<Rig> {
  const quiet = Object.create(task, { partial: { value() {} } });
  const common = { ...SOLVE_DEFAULTS, influences: START_INFLUENCES, seed, iterations: ITERATIONS };
  let rig: Rig | null = null;
  for (const count of new Set([Math.ceil(more * bones), bones])) {
    const settings = { ...common, connected: false, bones: count };
    rig = (await decompose({ sequence, settings, from: rig, locks: null }, makeParallel, quiet)).rig;
  }
  return rig!;
}

async function* none(): AsyncGenerator<Rig> {}

const noteOf = (influences: number, few: number, many: number): string =>
  `Up to ${INFLUENCES} bones move a vertex of this animation. The skeleton was found with ${INFLUENCES} influences, where the error is ${percentFigure(many)} %. With ${influences} it is ${percentFigure(few)} %.`;
