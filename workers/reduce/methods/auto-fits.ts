/** The fits of `auto`: with one ℓ after the other, and in other manners where the usual one misses the goal. */
import { SWEEPS, USUAL_TANGENTIAL } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Examples } from "../measure/examples";
import { autoAt } from "./auto-at";
import { type Choice, nextSmoothness, type Try } from "./choose-smoothness";
import type { Judge, TriedErrors } from "./tried-errors";
import type { ReduceProblem } from "./with-descent";

/** The most fits with all examples in each manner. */
const MOST_FITS = 4;
/** A fit has used its room if the error of its normals is at least this share of what it may be. */
const NEAR_ENOUGH = 0.994;
/** Another fit is worth its time if it may leave at most this share of the error in positions. */
const WORTHWHILE = 0.99;

/** A rig should have at most this share of the published methods' error in positions. */
const GOAL = 0.75;
/** If no weights can be that low, it should have at most this many times the least error. */
const NEARLY_LEAST = 1.015;
/** Other values of τ. A smaller one often gains positions, a larger one normals. */
const OTHER_TANGENTIALS = [0.05, 0.4];
/** So many times the usual sweeps go on trading positions for normals, which a smaller ℓ trades back with a gain. */
const LONG = 4;

/** What a fit is made with besides ℓ. */
interface Manner {
  tangential: number;
  sweeps: number;
}

export interface Fit extends Try, Manner {
  weights: SparseWeights;
}

/** The problem of a search: what weights are fitted to, how they are judged, and what the first fit starts with. */
interface Search {
  problem: ReduceProblem;
  examples: Examples;
  judge: Judge;
  choice: Choice;
  task: Task;
}

/** Fits, and where the goal is missed tries other values of τ and more sweeps, unless these were typed. */
export async function bestFit(search: Search, published: TriedErrors): Promise<Fit> {
  const { settings } = search.problem;
  const usual = {
    tangential: settings.tangential ?? USUAL_TANGENTIAL,
    sweeps: settings.sweeps ?? SWEEPS.auto,
  };
  const most = search.choice.mostNormals;
  let known = await fitsWithin(search, usual);
  let best = bestOf(known, most);
  const isGood = (goal: number) =>
    best.positions <= goal && best.normals <= Math.min(most, published.normals);
  const wanted = GOAL ** 2 * published.positions;
  if (isGood(wanted)) return best;
  const goal = Math.max(wanted, await nearlyLeast(search));
  const again = async (manner: Manner): Promise<void> => {
    if (isGood(goal)) return;
    const choice = { ...search.choice, smoothness: best.smoothness, retry: null, reached: goal };
    const fits = await fitsWithin({ ...search, choice }, manner, known);
    const fit = bestOf(fits, most);
    if (!isBetter(fit, best, most)) return;
    best = fit;
    known = fits;
  };
  if (settings.tangential === null) {
    for (const tangential of OTHER_TANGENTIALS) await again({ ...usual, tangential });
  }
  if (settings.sweeps === null) await again({ tangential: best.tangential, sweeps: LONG * usual.sweeps });
  return best;
}

/** A little more than the error in positions of a fit to positions alone. */
async function nearlyLeast({ problem, examples, judge, task }: Search): Promise<number> {
  const { positions } = await judge(await autoAt(problem, examples, 0, task));
  return NEARLY_LEAST ** 2 * positions;
}

/**
 * Fits to all examples, and again with another ℓ while normals are too bad or positions could be better.
 * @param known fits in another manner: this one ends after its first fit if that is no better.
 */
async function fitsWithin(
  { problem, examples, judge, choice, task }: Search,
  manner: Manner,
  known: readonly Fit[] = [],
): Promise<Fit[]> {
  const { mostNormals: most, reached } = choice;
  const own = { ...problem, settings: { ...problem.settings, ...manner } };
  const fits: Fit[] = [];
  let { smoothness } = choice;
  while (fits.length < MOST_FITS && fits.every((fit) => fit.smoothness !== smoothness)) {
    const weights = await autoAt(own, examples, smoothness, task);
    fits.push({ weights, smoothness, ...manner, ...(await judge(weights)) });
    if (isEnough(fits, most, reached) || !isPromising(fits[0], known)) break;
    smoothness = nextSmoothness(fits, choice);
  }
  return fits;
}

const bestOf = (fits: readonly Fit[], most: number): Fit =>
  fits.reduce((best, fit) => (isBetter(fit, best, most) ? fit : best));

/** Whether a fit has less error in positions than known ones would have with the same normals. */
function isPromising(fit: TriedErrors, known: readonly TriedErrors[]): boolean {
  const sorted = [...known].sort((a, b) => a.normals - b.normals);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  // One fit shows no exchange rate between both errors.
  if (!first || first.normals === last.normals) return true;
  const rate = Math.log(last.positions / first.positions) / Math.log(last.normals / first.normals);
  return fit.positions < first.positions * (fit.normals / first.normals) ** rate;
}

/** Whether another fit would gain too little. */
function isEnough(fits: readonly Fit[], most: number, reached: number): boolean {
  const within = fits.filter(({ normals }) => normals <= most);
  if (within.length === 0) return false;
  const least = Math.min(...within.map(({ positions }) => positions));
  if (least <= reached || within.some(({ normals }) => normals >= NEAR_ENOUGH * most)) return true;
  // Between a fit that is within and one beyond, positions are between those of both.
  return fits.some(({ normals, positions }) => normals > most && positions > WORTHWHILE ** 2 * least);
}

/** Whether a fit has less error in positions than another, or the better normals if one of both has too bad ones. */
const isBetter = (one: TriedErrors, other: TriedErrors, most: number): boolean =>
  one.normals <= most && other.normals <= most
    ? one.positions < other.positions
    : one.normals < other.normals;
