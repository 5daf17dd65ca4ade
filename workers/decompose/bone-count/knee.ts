import { howMany, percentFigure } from "../../model/reports/figures";
import { largeKnee } from "../../model/reports/large-knee";
import { rmsPercent } from "../../model/reports/rms-percent";

/** A number of bones and its E_RMS. */
export interface CurvePoint {
  bones: number;
  eRms: number;
}

/** The measured error against the number of bones. */
export interface ErrorCurve {
  /** Ascending by bones; errors do not rise. */
  points: CurvePoint[];
  /** Why the curve ends: the error is invisible, the count is the largest, or there was no time. */
  end: "unseen" | "most" | "cut";
  /** Whether the counts around the bend were refined. */
  isRefined: boolean;
}

export interface Knee {
  bones: number;
  /** The reason, as the artist reads it. */
  reason: string;
}

/** E_RMS below which a difference is invisible, about 0.04 % of the diagonal. Errors below it are treated as equal. */
export const UNSEEN = 0.5;
/** The curve ends when its error is below this. */
export const UNSEEN_BY_FAR = UNSEEN / 4;
/** A bend is clear if the curve lies this far below its chord, as a share of its height. */
const CLEAR = 0.15;
/** If the curve has no clear bend, the knee is where each further bone removes less than this share of the error … */
const LEAST_GAIN = 0.06;
/** … on average over the next bones. Their number is this share of the current one. */
const AHEAD = 0.5;
/** A curve that ended at an invisible error is extended, flat, to this multiple of its bones. */
const FLAT = 4;

const percentText = (eRms: number) => `${percentFigure(rmsPercent(eRms), 2)} %`;

/**
 * The number of bones at the knee of an error curve.
 *
 * The curve shows error against bones on log axes; errors below `UNSEEN` are equal. Its bend is where it lies farthest
 * below the chord between its ends (Satopää et al. 2011, "kneedle"). An exact rig has a clear bend: with fewer bones
 * motions are missing, with more there is nothing to gain. Without a bend the error falls like a power of the count.
 * Then the knee is the first count from which half as many bones again would reduce the error by less than 6 % each. If
 * the curve ends before that, the last number is used, and the reason says that it is no knee.
 * @param curve at least one point.
 * @param why what cut the curve short, as the start of a sentence.
 */
export function kneeOf(curve: ErrorCurve, why: string): Knee {
  const { points, end, isRefined } = curve;
  const y = loggedErrors(points);
  const [first, last] = [points[0], points[points.length - 1]];
  if (first.eRms <= UNSEEN) return { bones: first.bones, reason: unseen(first) };
  const bend = bendOf(points, y);
  const far =
    end === "cut"
      ? ` ${why} ended the search at ${howMany(last.bones, "bone")}, so the knee may lie further on.`
      : "";
  if (bend.depth > CLEAR) {
    const { bones, eRms } = points[bend.at];
    const rough = isRefined || far ? far : ` ${why} ended the search before it tried the numbers around it.`;
    return {
      bones,
      reason: `${howMany(bones, "bone is", "bones are")} at the knee of the error curve, with an error of ${percentText(eRms)} of the diagonal. With fewer the error is much larger, with more hardly smaller.${rough}${stillLarge(curve, bones)}`,
    };
  }
  const bones = evenFall(points, y);
  if (bones !== null) {
    return {
      bones,
      reason: `The error falls evenly as bones are added. Beyond ${howMany(bones, "bone")}, each one more takes off less than 6 % of it.${far}${stillLarge(curve, bones)}`,
    };
  }
  return { bones: last.bones, reason: noKnee(curve, last, why) };
}

const MUCH = "which is much for this motion.";

/** What is left of the motion at a knee with a large error, and the next number of bones. */
function stillLarge({ points }: ErrorCurve, bones: number): string {
  const large = largeKnee(points, bones);
  if (!large) return "";
  const said = ` That leaves ${percentFigure(100 * large.share, 2)} % of the error of a single bone, ${MUCH}`;
  if (!large.next) return said;
  const { next } = large;
  return `${said} ${howMany(next.bones, "bone leaves", "bones leave")} about ${percentFigure((100 * large.share * next.eRms) / errorAt(points, bones), 2)} %.`;
}

/** The error of the largest count up to a number of bones. */
const errorAt = (points: readonly CurvePoint[], bones: number): number =>
  points.findLast((point) => point.bones <= bones)!.eRms;

/** Why the last number is used if the error still falls there. */
function noKnee({ points, end }: ErrorCurve, last: CurvePoint, why: string): string {
  if (last.eRms <= UNSEEN) return unseen(last);
  const { bones, eRms } = last;
  const leaves = `${count(bones)} ${bones === 1 ? "leaves" : "leave"} an error of ${percentText(eRms)} of the diagonal`;
  const large = largeKnee(points, bones);
  const share =
    large && `. That is ${percentFigure(100 * large.share, 2)} % of the error of a single bone, ${MUCH}`;
  if (end === "cut") {
    const more = share ? `${share} More bones may make it` : ", and more bones may make it";
    return `${why} ended the search for a knee at ${count(bones).toLowerCase()}. ${leaves}${more} much smaller. Give it more time, or ask for a number of bones.`;
  }
  const falls = share ? `${share} The error still falls there` : ", and the error still falls there";
  return `${leaves}${falls}. The search tries no more than that. Ask for a number of bones to have more.`;
}

const count = (bones: number) => (bones === 1 ? "One bone" : `${bones} bones`);

/** Where the curve lies farthest below its chord, and how far as a share of its height. */
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

/** Logarithms of the errors. A rising error is replaced by the one before, and one below `UNSEEN` by `UNSEEN`. */
function loggedErrors(curve: readonly CurvePoint[]): number[] {
  let least = Infinity;
  return curve.map(({ eRms }) => {
    least = Math.min(least, eRms);
    return Math.log(Math.hypot(least, UNSEEN));
  });
}

/**
 * The first count at which half as many bones again are not worth it, or null if they are worth it at every known
 * count.
 */
function evenFall(curve: readonly CurvePoint[], y: readonly number[]): number | null {
  const most = curve[curve.length - 1].bones;
  for (let h = curve[0].bones; h * (1 + AHEAD) <= most; h++) {
    const gain = valueAt(curve, y, h) - valueAt(curve, y, h * (1 + AHEAD));
    if (gain < LEAST_GAIN * AHEAD * h) return h;
  }
  return null;
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
  `${count(bones)} ${bones === 1 ? "reproduces" : "reproduce"} the motion with an error of ${percentText(eRms)} of the diagonal: more bones would make no visible difference.`;
