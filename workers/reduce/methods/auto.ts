/** Our own method, with a weight of gradients that is given or found by a search. */
import { USUAL_SMOOTHNESS } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { type Task, withoutProgress } from "../../model/task";
import { type Examples, someExamples } from "../measure/examples";
import { nearOrigin } from "../measure/near-origin";
import { alongPath, autoAt, LEAST_FEW } from "./auto-at";
import { type Judge, leastPublished, type TriedErrors, triedErrors } from "./tried-errors";
import type { ReduceProblem } from "./with-descent";

/** Normals are good enough with this share of the least error of the published methods. */
const BELOW_PUBLISHED = 0.995;
/**
 * Positions are good enough with REACHED of the error of the published methods. From then on, the error of normals may
 * be at most MOST_NORMALS times our own least: a good rig does not give up its normals for little.
 */
const [MOST_NORMALS, REACHED] = [1.15, 0.72];
/** A fit makes more sweeps than a try. It is expected to meet a bar that tries have missed by at most this factor. */
const HOPE = 1.2;
/** Then ℓ rises to at most this many times that of the try with the best normals: larger values only cost positions. */
const MOST_RISE = 2;
/** If no ℓ has normals as good as the published ones, they may be this many times our own least. */
const NORMALS = 1.03;
/** The most fits with all examples. */
const MOST_FITS = 4;
/** A fit has used its room if the error of its normals is at least this share of what it may be. */
const NEAR_ENOUGH = 0.992;
/** Another fit is worth its time if the last one left at most this share of the error in positions. */
const WORTHWHILE = 0.99;
/** From one fit to the next, ℓ changes by a factor between these. */
const [LEAST_CHANGE, MOST_CHANGE] = [1.15, 3];
/** The slope −d ln normals / d ln ℓ counts as at least FIRST_SLOPE after the first fit, and LEAST_SLOPE later. */
const [FIRST_SLOPE, LEAST_SLOPE] = [0.15, 0.02];
/** The most vertices times examples that a search has time for. */
const MOST_WORK = 300_000;

interface AutoWeights {
  weights: SparseWeights;
  /** The ℓ that was used. */
  smoothness: number;
}

interface Try extends TriedErrors {
  smoothness: number;
}

/** The ℓ of the first fit, and how good it has to be. */
interface Choice {
  smoothness: number;
  mostNormals: number;
  /** The ℓ to try next if the first fit has too bad normals. If null, the slope tells it. */
  retry: number | null;
  /** How fast normals rise as ℓ falls: −d ln normals / d ln ℓ. */
  slope: number;
  /** With this error in positions, smaller ones are not worth another fit. */
  reached: number;
}

const reachedOf = (published: TriedErrors): number => REACHED ** 2 * published.positions;

/**
 * The largest error of normals that the last of the tries may have.
 * @param tries in the order of ℓ, the largest first.
 */
function mostNormals(tries: readonly Try[], published: TriedErrors): number {
  const least = Math.min(...tries.map(({ normals }) => normals));
  const before = tries.at(-2);
  const isReached = before !== undefined && before.positions <= reachedOf(published);
  const bar = BELOW_PUBLISHED * published.normals;
  if (least > bar) return NORMALS * least;
  return isReached ? Math.min(MOST_NORMALS * least, bar) : bar;
}

const isWithin = (tries: readonly Try[], published: TriedErrors): boolean =>
  tries[tries.length - 1].normals <= mostNormals(tries, published);

/**
 * The smallest ℓ whose normals are good enough. Where they become too bad between two tries, it lies between these.
 * @param tries in the order of ℓ, the largest first. Smaller ones have less error in positions, and more in normals.
 */
export function chosenSmoothness(tries: readonly Try[], published: TriedErrors): Choice {
  const bar = BELOW_PUBLISHED * published.normals;
  const found = tries.findIndex((_, n) => !isWithin(tries.slice(0, n + 1), published));
  const end = found < 0 ? tries.length - 1 : found;
  const most = mostNormals(tries.slice(0, end + 1), published);
  const [good, bad] = [tries[Math.max(0, end - 1)], tries[end]];
  const fall = Math.log(good.smoothness / bad.smoothness);
  const slope = slopeOf(good, bad);
  const part = Math.log(most / good.normals) / slope;
  const between = good.smoothness * Math.exp(-Math.max(0, Math.min(fall, part)));
  const smoothest = tries.reduce((one, other) => (other.normals < one.normals ? other : one));
  const isHope = smoothest.normals > bar && smoothest.normals <= HOPE * bar;
  return {
    smoothness: found < 0 ? bad.smoothness : rounded(between),
    retry: isHope ? smoothest.smoothness : null,
    mostNormals: isHope ? bar : most,
    slope,
    reached: reachedOf(published),
  };
}

/** Two digits, as somebody would type it. */
const rounded = (x: number): number => Number(x.toPrecision(2));

const slopeOf = (from: Try, to: Try): number =>
  from.smoothness === to.smoothness
    ? 0
    : Math.log(to.normals / from.normals) / Math.log(from.smoothness / to.smoothness);

/**
 * ℓ for another fit: larger if normals are too bad, otherwise smaller.
 * @param before the fit before this one, if there is any.
 */
function nextSmoothness(fit: Try, before: Try | null, choice: Choice): number {
  const { mostNormals: most, slope, retry } = choice;
  const part = fit.normals / most;
  if (retry !== null && before === null && part > 1) return retry;
  const steep = before ? Math.max(slopeOf(before, fit), LEAST_SLOPE) : Math.max(slope, FIRST_SLOPE);
  const change = Math.exp(Math.abs(Math.log(part)) / steep);
  const factor = Math.min(MOST_CHANGE, Math.max(LEAST_CHANGE, change));
  if (part <= 1) return rounded(fit.smoothness / factor);
  const largest = retry === null ? Infinity : MOST_RISE * retry;
  return rounded(Math.min(largest, fit.smoothness * factor));
}

/**
 * Reduces weights by our own method. If the settings have no ℓ, a search finds one.
 * @param examples what weights are fitted to, with poses of single bones.
 * @param judged the poses in which tries are compared.
 */
export async function auto(
  problem: ReduceProblem,
  examples: Examples,
  judged: Examples,
  task: Task,
): Promise<AutoWeights> {
  const given = problem.settings.smoothness;
  const some = given === null ? examplesToTry(problem.rig, examples) : null;
  if (some === null) {
    const smoothness = given ?? USUAL_SMOOTHNESS;
    return { weights: await autoAt(problem, examples, smoothness, task), smoothness };
  }
  const near = nearOrigin(problem.rig, judged);
  const judge: Judge = (weights) => triedErrors({ ...problem, rig: near.rig }, weights, near.examples, task);
  const published = await leastPublished(problem, judged, judge, task);
  const choice = await foundSmoothness(problem, some, published, judge, task);
  return fitWithin(problem, examples, judge, choice, task);
}

/** Fits to all examples, and again with another ℓ while normals are too bad or positions could be better. */
async function fitWithin(
  problem: ReduceProblem,
  examples: Examples,
  judge: Judge,
  choice: Choice,
  task: Task,
): Promise<AutoWeights> {
  const { mostNormals: most, reached } = choice;
  let best: (AutoWeights & Try) | null = null;
  let before: Try | null = null;
  let { smoothness } = choice;
  for (let n = 0; n < MOST_FITS; n++) {
    const weights = await autoAt(problem, examples, smoothness, task);
    const fit = { weights, smoothness, ...(await judge(weights)) };
    const within: Try | null = best !== null && best.normals <= most ? best : null;
    if (best === null || isBetter(fit, best, most)) best = fit;
    const isNear = fit.normals <= most && (fit.normals >= NEAR_ENOUGH * most || fit.positions <= reached);
    // A fit beyond one that is within has gone too far, or gained too little.
    const isEnd = within && (fit.normals > most || fit.positions > WORTHWHILE * within.positions);
    if (isNear || isEnd) break;
    smoothness = nextSmoothness(fit, before, choice);
    if (smoothness === fit.smoothness) break;
    before = fit;
  }
  return best!;
}

/** Whether a fit has less error in positions than another, or the better normals if one of both has too bad ones. */
const isBetter = (one: TriedErrors, other: TriedErrors, most: number): boolean =>
  one.normals <= most && other.normals <= most
    ? one.positions < other.positions
    : one.normals < other.normals;

/** As many examples as a search has time for; null if these are too few to compare tries. */
export function examplesToTry(
  { rest }: Pick<ReduceProblem["rig"], "rest">,
  examples: Examples,
): Examples | null {
  const most = Math.floor(MOST_WORK / (rest.length / 3));
  if (examples.count <= most) return examples;
  return most < LEAST_FEW ? null : someExamples(examples, most);
}

async function foundSmoothness(
  problem: ReduceProblem,
  examples: Examples,
  published: TriedErrors,
  judge: Judge,
  task: Task,
): Promise<Choice> {
  const tries: Try[] = [];
  await alongPath(problem, examples, withTry(task, tries), async (smoothness, weights) => {
    tries.push({ smoothness, ...(await judge(weights)) });
    // Smaller values would make normals even worse.
    return isWithin(tries, published);
  });
  return chosenSmoothness(tries, published);
}

/** A task whose phases tell the number of the try. */
const withTry = (task: Task, tries: readonly Try[]): Task => ({
  ...withoutProgress(task),
  progress: (now) => task.progress({ ...now, phase: `${now.phase}, try ${tries.length + 1}` }),
});
