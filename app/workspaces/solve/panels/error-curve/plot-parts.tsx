/** Parts that plots of error against bones share: axes, the requested number, the knee. */

import { formatPlain, plural } from "../../../../common/format";
import { type ChartPoint, clearSpot } from "../../../../ui/chart/clear-spot";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { type PlotLayout, type PlotPoint, wordsWidth } from "./plot-layout";

export function PlotAxes({ layout }: { layout: PlotLayout }) {
  const { room, x, y } = layout;
  const [right, bottom] = [room.left + room.width, room.top + room.height];
  return (
    <g aria-hidden="true">
      {layout.errors.map((tick) => (
        <g key={tick}>
          <line className={plotCss.grid} x1={room.left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text className={plotCss.end} x={room.left - 8} y={y(tick)}>
            {formatPlain(tick)}
          </text>
        </g>
      ))}
      {layout.bones.map((tick) => (
        <g key={tick}>
          <line className={plotCss.grid} x1={x(tick)} x2={x(tick)} y1={room.top} y2={bottom} />
          <text className={plotCss.middle} x={x(tick)} y={bottom + 16 * layout.growth}>
            {tick}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A number of bones as a line across the plot, with its label in the lane above the curves. */
export function AskedLine({ bones, words, layout }: { bones: number; words: string; layout: PlotLayout }) {
  const { room } = layout;
  const x = layout.x(bones);
  const half = wordsWidth(words, layout.growth) / 2;
  const middle = Math.max(room.left + half, Math.min(room.left + room.width - half, x));
  return (
    <g className={plotCss.askedFor} aria-hidden="true">
      <line className={plotCss.asked} x1={x} x2={x} y1={room.top - 4} y2={room.top + room.height} />
      <text className={plotCss.middle} x={middle} y={room.top - 8 * layout.growth}>
        {words}
      </text>
    </g>
  );
}

const WORDS_HEIGHT = 14;

/** A ring at the knee, or at the count after it, with a label where no curve crosses it, if there is such a place. */
export function KneeMark({
  knee,
  layout,
  lines,
  name = "knee",
}: {
  knee: PlotPoint;
  layout: PlotLayout;
  lines: ChartPoint[][];
  name?: "knee" | "next";
}) {
  const [x, y] = [layout.x(knee.bones), layout.y(knee.eRms)];
  const words = `${name}: ${plural(knee.bones, "bone")}`;
  const spot = clearSpot(
    [x, y],
    { width: wordsWidth(words, layout.growth), height: WORDS_HEIGHT * layout.growth },
    lines,
    layout.room,
  );
  const [dx, dy] = spot
    ? [nearest(x, spot.left, spot.width) - x, nearest(y, spot.top, spot.height) - y]
    : [0, 0];
  const away = Math.hypot(dx, dy) || 1;
  return (
    <g className={name === "next" ? `${plotCss.knee} ${plotCss.next}` : plotCss.knee} aria-hidden="true">
      <circle cx={x} cy={y} r={9} />
      {spot && (
        <>
          <path d={`M${x + (9 * dx) / away} ${y + (9 * dy) / away}L${x + dx} ${y + dy}`} />
          <text className={plotCss.middle} x={spot.left + spot.width / 2} y={spot.top + WORDS_HEIGHT - 3}>
            {words}
          </text>
        </>
      )}
    </g>
  );
}

const nearest = (at: number, begin: number, size: number) => Math.max(begin, Math.min(begin + size, at));

/** The vertices of a curve in CSS pixels. */
export const chartPoints = (points: readonly PlotPoint[], { x, y }: PlotLayout): ChartPoint[] =>
  points.map(({ bones, eRms }) => [x(bones), y(eRms)]);

/** The error of a curve at a number of bones, interpolated between its points on the scale of the plot. */
export function errorOn(curve: readonly PlotPoint[], bones: number): number {
  const after = curve.findIndex((point) => point.bones >= bones);
  if (after < 0) return curve[curve.length - 1].eRms;
  const [a, b] = [curve[Math.max(0, after - 1)], curve[after]];
  if (a.bones === b.bones) return b.eRms;
  const t = (bones - a.bones) / (b.bones - a.bones);
  return a.eRms > 0 && b.eRms > 0 ? a.eRms ** (1 - t) * b.eRms ** t : b.eRms;
}
