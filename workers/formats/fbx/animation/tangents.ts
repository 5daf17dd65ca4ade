/** Slopes of cubic keys that are not in the file. FBX computes them from the keys before and after. */

const FLAG = { timeIndependent: 0x2000, clampProgressive: 0x4000 };

interface Keys {
  times: Float64Array;
  values: Float64Array;
  /** Lengths of the tangents as shares of the span after each key. */
  leavingWeights: Float64Array;
  arrivingWeights: Float64Array;
}

/** The slope of the straight line from key a to key b; 0 if both are at the same time. */
function chord({ times, values }: Keys, a: number, b: number): number {
  const span = times[b] - times[a];
  return span > 0 ? (values[b] - values[a]) / span : 0;
}

/**
 * The slope of an automatic tangent at key k. It is the chord between the two neighbours. If it depends on time, it is
 * the mean of that chord and of the chords on both sides, weighted by their times. A bias (percent) shifts it to one
 * side. A clamped tangent is flat enough that the curve stays between the keys.
 */
export function autoSlope(keys: Keys, k: number, bias: number, flags: number): number {
  const last = keys.times.length - 1;
  const isClamped = (flags & FLAG.clampProgressive) !== 0;
  if (last === 0) return 0;
  if (k === 0 || k === last) return isClamped ? 0 : chord(keys, Math.max(0, k - 1), Math.min(last, k + 1));
  const [before, after] = [chord(keys, k - 1, k), chord(keys, k, k + 1)];
  let slope = chord(keys, k - 1, k + 1);
  if (!(flags & FLAG.timeIndependent)) {
    const span = keys.times[k + 1] - keys.times[k - 1];
    const share = span > 0 ? (keys.times[k] - keys.times[k - 1]) / span : 0;
    slope = 0.5 * slope + 0.5 * ((1 - share) * before + share * after);
    const weight = Math.min(1, Math.abs(bias) / 100);
    slope += weight * ((bias > 0 ? after : before) - slope);
  }
  return isClamped ? clamped(keys, k, slope) : slope;
}

/** The slope, or if it is too steep, the steepest with the same sign whose tangents end between the keys. */
function clamped({ times, values, leavingWeights, arrivingWeights }: Keys, k: number, slope: number): number {
  const sign = slope < 0 ? -1 : 1;
  const most = (rise: number, run: number) => (run > 0 ? Math.max(0, (sign * rise) / run) : 0);
  const left = most(values[k] - values[k - 1], arrivingWeights[k - 1] * (times[k] - times[k - 1]));
  const right = most(values[k + 1] - values[k], leavingWeights[k] * (times[k + 1] - times[k]));
  return sign * Math.min(Math.abs(slope), left, right);
}

/**
 * The slopes before and after key k from tension, continuity and bias (Kochanek & Bartels 1984, equations 8 and 9),
 * with the chords as slopes over time.
 */
export function tcbSlopes(
  keys: Keys,
  k: number,
  [tension, continuity, bias]: readonly number[],
): [before: number, after: number] {
  const last = keys.times.length - 1;
  const isEnd = k === 0 || k === last;
  const left = k > 0 ? chord(keys, k - 1, k) : 0;
  const right = k < last ? chord(keys, k, k + 1) : 0;
  const factor = (isEnd ? 1 : 0.5) * (1 - tension);
  const mixed = (c: number) => factor * ((1 + bias) * (1 + c) * left + (1 - bias) * (1 - c) * right);
  return [mixed(-continuity), mixed(continuity)];
}
