import type { Series } from "../../document/compare/compare-table";
import { logRange, logTicks, roundStep } from "../../ui/axis";

/** Pixels round the curves. */
export const ROOM = { left: 46, right: 22, top: 16, bottom: 40 };

export interface PlotLayout {
  x(bones: number): number;
  y(eRms: number): number;
  /** Round numbers along the axes. */
  bones: number[];
  errors: number[];
}

/** Where things are in a plot of error against bones; the error by its logarithm. */
export function plotLayout(series: readonly Series[], width: number, height: number): PlotLayout {
  const points = series.flatMap((each) => each.points);
  const counts = points.map(({ bones }) => bones);
  const [low, high] = logRange(points.map(({ eRms }) => eRms));
  const [least, most] = [Math.min(...counts, 8), Math.max(...counts, 8)];
  const spread = Math.max(most - least, 4);
  const [from, to] = [Math.max(0, least - 0.08 * spread), most + 0.08 * spread];
  const [w, h] = [Math.max(1, width - ROOM.left - ROOM.right), Math.max(1, height - ROOM.top - ROOM.bottom)];
  const step = roundStep(to - from, Math.max(2, Math.floor(w / 70)));
  const ticks: number[] = [];
  for (let n = Math.ceil(from / step) * step; n <= to; n += step) ticks.push(n);
  return {
    x: (bones) => ROOM.left + ((bones - from) / (to - from)) * w,
    y: (eRms) => ROOM.top + (1 - Math.log(Math.max(eRms, low) / low) / Math.log(high / low)) * h,
    bones: ticks,
    errors: logTicks(low, high, Math.max(3, Math.floor(h / 44))),
  };
}
