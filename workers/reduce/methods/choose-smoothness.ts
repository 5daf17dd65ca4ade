/** How `auto` chooses ℓ, the weight of normals, from the errors of tries and of fits. */
import type { TriedErrors } from "./tried-errors";

/** Normals are good enough with this share of the least error of the published methods. */
const BELOW_PUBLISHED = 0.998;
/**
 * Positions are good enough with REACHED of the error of the published methods. From then on, the error of normals may
 * be at most MOST_NORMALS times our own least: a good rig does not give up its normals for little.
 */
const [MOST_NORMALS, REACHED] = [1.15, 0.72];
/** A fit makes more sweeps than a try. It is expected to meet a bar that tries have missed by at most this factor. */
const HOPE = 1.2;
/** Then ℓ rises to at most this many times that of the try with the best normals: larger values only cost positions. */
const MOST_RISE = 2;
/** If no ℓ has normals as good as the published ones, their error may be this many times our least one. */
const NORMALS = 1.03;
/** From one fit to the next, ℓ changes by a factor between these. */
const [LEAST_CHANGE, MOST_CHANGE] = [1.15, 3];
/** The slope −d ln normals / d ln ℓ counts as at least FIRST_SLOPE after the first fit, and LEAST_SLOPE later. */
const [FIRST_SLOPE, LEAST_SLOPE] = [0.15, 0.02];

/** The errors with one ℓ. */
export interface Try extends TriedErrors {
  smoothness: number;
}

/** The ℓ of the first fit, and how good it has to be. */
export interface Choice {
  smoothness: number;
  mostNormals: number;
  /** The ℓ to try next if the normals of the first fit are too bad. If null, it follows from the slope. */
  retry: number | null;
  /** How fast normals rise as ℓ falls: −d ln normals / d ln ℓ. */
  slope: number;
  /** If a fit has this error in positions or less, no other fit follows. */
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

export const isWithin = (tries: readonly Try[], published: TriedErrors): boolean =>
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
  const smoothest = tries.reduce((one, other) => (other.normals < one.normals ? other : one));
  const isHope = smoothest.normals > bar && smoothest.normals <= HOPE * bar;
  return {
    smoothness: found < 0 ? bad.smoothness : between(good, bad, most),
    retry: isHope ? smoothest.smoothness : null,
    mostNormals: isHope ? bar : most,
    slope: slopeOf(good, bad),
    reached: reachedOf(published),
  };
}

/** Two digits, as somebody would type it. */
const rounded = (x: number): number => Number(x.toPrecision(2));

const slopeOf = (from: Try, to: Try): number =>
  from.smoothness === to.smoothness
    ? 0
    : Math.log(to.normals / from.normals) / Math.log(from.smoothness / to.smoothness);

/** The ℓ where normals are as bad as they may be. @param good has the larger ℓ, and better normals than `bad`. */
function between(good: Try, bad: Try, most: number): number {
  const fall = Math.log(good.smoothness / bad.smoothness);
  const part = Math.log(most / good.normals) / slopeOf(good, bad);
  return rounded(good.smoothness * Math.exp(-Math.max(0, Math.min(fall, part))));
}

/**
 * ℓ for another fit: larger if normals are too bad, otherwise smaller.
 * @param fits all fits so far.
 */
export function nextSmoothness(fits: readonly Try[], choice: Choice): number {
  const { mostNormals: most, slope, retry } = choice;
  const fit = fits[fits.length - 1];
  const before = fits.at(-2);
  const good = fits.filter(({ normals }) => normals <= most).at(-1);
  const bad = fits.filter(({ normals }) => normals > most).at(-1);
  if (good && bad && good.smoothness > bad.smoothness) return between(good, bad, most);
  const part = fit.normals / most;
  if (retry !== null && !before && part > 1) return retry;
  const steep = before ? Math.max(slopeOf(before, fit), LEAST_SLOPE) : Math.max(slope, FIRST_SLOPE);
  const change = Math.exp(Math.abs(Math.log(part)) / steep);
  const factor = Math.min(MOST_CHANGE, Math.max(LEAST_CHANGE, change));
  if (part <= 1) return rounded(fit.smoothness / factor);
  const largest = retry === null ? Infinity : MOST_RISE * retry;
  return rounded(Math.min(largest, fit.smoothness * factor));
}
