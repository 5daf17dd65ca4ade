/** E_RMS of a number of bones. */
export interface CurvePoint {
  bones: number;
  eRms: number;
}

export interface Knee {
  bones: number;
  /** Why, as it is told to the artist. */
  reason: string;
}

/** E_RMS below which nobody sees a difference, about 0.04 % of the diagonal: less does not count as better. */
export const UNSEEN = 0.5;
/** A bend is clear where the curve lies so far below its chord, as a share of its height. */
const CLEAR = 0.15;
/** Where the curve has no clear bend: from so little gain for each bone … */
const LEAST_GAIN = 0.06;
/** … over so many bones more, as a share. */
const AHEAD = 0.5;
/** A curve that ended at an error that nobody sees goes on flat to so many times its bones. */
const FLAT = 4;

const percentOf = (eRms: number) => `${((eRms * Math.sqrt(3)) / 20).toPrecision(2)} %`;

/**
 * The number of bones at the knee of an error curve.
 *
 * On log axes, error against bones, errors below `UNSEEN` all alike, the bend is where the curve lies farthest below
 * the chord between its ends (Satopää et al. 2011, "kneedle"). A rig with so many exact bones has a clear one: below its count
 * motions are missing, above it nothing is left to gain. Where there is none the error falls like a power of the
 * count, and no scale is marked: then it is the first count from which half as many bones again would take off less
 * than 6 % of the error each.
 * @param curve ascending by bones; errors that rise count as the one before.
 */
export function kneeOf(curve: readonly CurvePoint[]): Knee {
  const y = loggedErrors(curve);
  const first = curve[0];
  if (first.eRms <= UNSEEN || curve.length === 1) {
    return { bones: first.bones, reason: unseen(first) };
  }
  const bend = bendOf(curve, y);
  if (bend.depth > CLEAR) {
    const { bones, eRms } = curve[bend.at];
    return {
      bones,
      reason: `${bones} bones are at the knee of the error curve, with about ${percentOf(eRms)} of the diagonal: fewer are much worse, more hardly better.`,
    };
  }
  const bones = evenFall(curve, y);
  return {
    bones,
    reason: `The error falls evenly with the number of bones. Beyond ${bones} another bone takes off less than 6 % of it.`,
  };
}

/** Where the curve lies farthest below its chord, and how far, as a share of its height. */
export function bendOf(
  curve: readonly CurvePoint[],
  y: readonly number[] = loggedErrors(curve),
): { at: number; depth: number } {
  const last = curve.length - 1;
  const [x0, y0] = [Math.log(curve[0].bones), y[0]];
  const ended = curve[last].eRms <= UNSEEN / 2;
  const width = Math.log(curve[last].bones * (ended ? FLAT : 1)) - x0;
  const height = y0 - y[last];
  if (!(height > 0)) return { at: 0, depth: 0 };
  let best = { at: 0, depth: 0 };
  curve.forEach(({ bones }, at) => {
    const depth = (y0 - y[at]) / height - (Math.log(bones) - x0) / width;
    if (depth > best.depth) best = { at, depth };
  });
  return best;
}

/** Logarithms of errors that never rise, none below what is seen. */
function loggedErrors(curve: readonly CurvePoint[]): number[] {
  let least = Infinity;
  return curve.map(({ eRms }) => {
    least = Math.min(least, eRms);
    return Math.log(Math.hypot(least, UNSEEN));
  });
}

/** The first count from which half as many bones again are hardly worth it; the last where all are. */
function evenFall(curve: readonly CurvePoint[], y: readonly number[]): number {
  const most = curve[curve.length - 1].bones;
  for (let h = curve[0].bones; h * (1 + AHEAD) <= most; h++) {
    const gain = valueAt(curve, y, h) - valueAt(curve, y, h * (1 + AHEAD));
    if (gain < LEAST_GAIN * AHEAD * h) return h;
  }
  return most;
}

/** The curve between its points, straight on log axes. */
function valueAt(curve: readonly CurvePoint[], y: readonly number[], bones: number): number {
  const above = Math.max(
    1,
    curve.findIndex((point) => point.bones >= bones),
  );
  const [x0, x1] = [Math.log(curve[above - 1].bones), Math.log(curve[above].bones)];
  const t = (Math.log(bones) - x0) / (x1 - x0);
  return y[above - 1] + t * (y[above] - y[above - 1]);
}

const unseen = ({ bones, eRms }: CurvePoint) =>
  `${bones === 1 ? "One bone reproduces" : `${bones} bones reproduce`} the motion with an error of ${percentOf(eRms)} of the diagonal: more would hardly be seen.`;
