/**
 * Splits the vertices of one bone into two parts: 2-means with rigid motions as means (Le & Deng 2012, section 4.1, for
 * one bone). It works on the positions that the bone would have to give its vertices. The motion of other bones
 * therefore does not look like a part.
 *
 * Three starts were tried. The two vertices with the most different errors make parts of outliers. The sign of the
 * first principal component of the errors cuts a bending limb at the joint, and in one step finds two parts that one
 * bone averages. The longest axis of the rest pose is what an artist expects if there is no error. The last two are
 * refined, and the better one wins; if they are equal, the cut along the longest axis wins.
 */
import { fitRigid, type Goals, missOf } from "./rigid-fit";

/** The fewest vertices that determine the motion of a part. */
export const LEAST = 4;
const ROUNDS = 12;
const POWER_STEPS = 12;
/** A cut by the principal component must be better than the cut along the longest axis by this share. */
const LEAST_ADVANTAGE = 1e-3;

/** @param lean 12F: the bone's motion. @returns 0 or 1 for each point; null if no part would determine a motion. */
export function twoParts(goals: Goals, lean: Float64Array): Uint8Array | null {
  if (goals.count < 2 * LEAST) return null;
  const plain = refined(goals, cut(alongRest(goals)), lean);
  const principal = refined(goals, cut(alongMiss(goals, lean)), lean);
  if (!plain) return principal?.labels ?? null;
  return (principal && principal.sum < (1 - LEAST_ADVANTAGE) * plain.sum - 1e-30 ? principal : plain).labels;
}

/** Labels points by their sign relative to the median, which gives both parts enough points. */
function cut(along: Float64Array): Uint8Array {
  let low = 0;
  for (const x of along) if (x < 0) low++;
  if (low >= LEAST && along.length - low >= LEAST) return Uint8Array.from(along, (x) => (x < 0 ? 0 : 1));
  const middle = along.slice().sort()[along.length >> 1];
  return Uint8Array.from(along, (x) => (x < middle ? 0 : 1));
}

function refined(
  goals: Goals,
  labels: Uint8Array,
  lean: Float64Array,
): { labels: Uint8Array; sum: number } | null {
  const misses = [0, 1].map(() => new Float64Array(goals.count));
  const { shares } = goals;
  let kept = labels;
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    for (const part of [0, 1]) missOf(goals, fitRigid(goals, labels, part, lean), misses[part]);
    const next = Uint8Array.from(labels, (_, n) => (misses[1][n] < misses[0][n] ? 1 : 0));
    const ones = next.reduce((sum, label) => sum + label, 0);
    if (Math.min(ones, next.length - ones) < LEAST) break;
    let sum = 0;
    for (let n = 0; n < next.length; n++) sum += shares[n] * misses[next[n]][n];
    if (!(sum < best)) break;
    const same = next.every((label, n) => label === labels[n]);
    [best, kept, labels] = [sum, next, next];
    if (same) break;
  }
  if (best < Infinity) return { labels: kept, sum: best };
  const ones = kept.reduce((sum, label) => sum + label, 0);
  if (Math.min(ones, kept.length - ones) < LEAST) return null;
  return { labels: kept, sum: Infinity };
}

/** Position of each point along the longest axis of the rest points, about their mean. */
function alongRest({ count, rest, shares }: Goals): Float64Array {
  return principal(count, 3, (n, c) => rest[3 * n + c], shares);
}

/**
 * Position of each point along the first principal component of the errors that one motion for all points leaves. The
 * error of a point is a vector of 3F numbers.
 */
function alongMiss(goals: Goals, lean: Float64Array): Float64Array {
  const { count, frames, rest, shares } = goals;
  const motion = fitRigid(goals, new Uint8Array(count), 0, lean);
  const wrong = (n: number, d: number) => {
    const k = Math.floor(d / 3);
    const q = 12 * k + 4 * (d % 3);
    const at = 3 * n;
    const y =
      motion[q] * rest[at] + motion[q + 1] * rest[at + 1] + motion[q + 2] * rest[at + 2] + motion[q + 3];
    return y - goals.goals[3 * (k * count + n) + (d % 3)];
  };
  return principal(count, 3 * frames, wrong, shares);
}

/** Coordinates along the first principal component, by power iteration from the point farthest from the mean. */
function principal(
  count: number,
  size: number,
  at: (n: number, d: number) => number,
  shares: Float64Array,
): Float64Array {
  const data = new Float64Array(count * size);
  const mean = new Float64Array(size);
  let total = 0;
  for (let n = 0; n < count; n++) {
    total += shares[n];
    for (let d = 0; d < size; d++) {
      const x = at(n, d);
      data[n * size + d] = x;
      mean[d] += shares[n] * x;
    }
  }
  let farthest = 0;
  let most = -1;
  for (let n = 0; n < count; n++) {
    let length = 0;
    for (let d = 0; d < size; d++) {
      data[n * size + d] -= mean[d] / total;
      length += data[n * size + d] ** 2;
    }
    if (shares[n] * length > most) [farthest, most] = [n, shares[n] * length];
  }
  const axis = data.slice(farthest * size, (farthest + 1) * size);
  const along = new Float64Array(count);
  for (let step = 0; step <= POWER_STEPS; step++) {
    for (let n = 0; n < count; n++) {
      let sum = 0;
      for (let d = 0; d < size; d++) sum += data[n * size + d] * axis[d];
      along[n] = sum;
    }
    if (step === POWER_STEPS) break;
    axis.fill(0);
    for (let n = 0; n < count; n++) {
      const x = shares[n] * along[n];
      for (let d = 0; d < size; d++) axis[d] += x * data[n * size + d];
    }
    const length = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
    if (!(length > 0)) break;
    for (let d = 0; d < size; d++) axis[d] /= length;
  }
  return along;
}
