import { formatPlain } from "../../../../common/format";
import { logRange, logTicks, roundStep } from "../../../../ui/chart/axis";
import type { Box } from "../../../../ui/chart/clear-spot";

/** The error for one number of bones. */
export interface PlotPoint {
  bones: number;
  eRms: number;
}

export interface PlotLayout {
  x(bones: number): number;
  y(eRms: number): number;
  /** The inverse of `x`, and of `y`. */
  bonesAt(x: number): number;
  errorAt(y: number): number;
  /** The area of the curves, CSS pixels. Above it is a lane for labels; the axes are below and on the left. */
  room: Box;
  /** How much larger than usual the words are. */
  growth: number;
  /** Round numbers along the axes. */
  bones: number[];
  errors: number[];
}

/** Width of a digit in the plots' font, rounded up, px. */
const FIGURE = 6.5;
/** Height of the lane above the curves, and of the numbers below, px. */
const [LANE, BELOW] = [20, 22];
/** Margin for a point at the right edge, px. */
const EDGE = 12;

/**
 * Layout of a plot of error against bones, with a logarithmic error axis.
 * @param curves all curves, in any order.
 * @param axis height in pixels for the name of the lower axis, 0 for none.
 * @param growth how much larger than usual the words are.
 */
export function plotLayout(
  curves: readonly (readonly PlotPoint[])[],
  width: number,
  height: number,
  axis = 0,
  growth = 1,
): PlotLayout {
  const [lane, below] = [LANE * growth, BELOW * growth];
  const points = curves.flat();
  const counts = points.map(({ bones }) => bones);
  const [low, high] = logRange(points.map(({ eRms }) => eRms));
  const [least, most] = [Math.min(...counts, 8), Math.max(...counts, 8)];
  const margin = 0.04 * Math.max(most - least, 4);
  const [from, to] = [Math.max(0, least - margin), most + margin];
  const h = Math.max(1, height - lane - below - axis);
  const errors = logTicks(low, high, Math.max(3, Math.floor(h / (30 * growth))));
  const left = Math.max(3, ...errors.map((tick) => formatPlain(tick).length)) * FIGURE * growth + 12;
  const w = Math.max(1, width - left - EDGE);
  const step = roundStep(to - from, Math.max(2, Math.floor(w / (60 * growth))));
  const ticks: number[] = [];
  for (let n = Math.ceil(from / step) * step; n <= to; n += step) ticks.push(n);
  return {
    x: (bones) => left + ((bones - from) / (to - from)) * w,
    y: (eRms) => lane + (1 - Math.log(Math.max(eRms, low) / low) / Math.log(high / low)) * h,
    bonesAt: (x) => from + ((x - left) / w) * (to - from),
    errorAt: (y) => low * (high / low) ** (1 - (y - lane) / h),
    growth,
    room: { left, top: lane, width: w, height: h },
    bones: ticks,
    errors,
  };
}

/** An upper estimate of the width of a text in the plots' font, px. */
export const wordsWidth = (words: string, growth: number) => 6.2 * growth * words.length + 4;
