/** The handles on the curve of a solution path. The plot moves them. */

import { formatError, plural } from "../../../../common/format";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { type PlotLayout, type PlotPoint, wordsWidth } from "../error-curve/plot-layout";
import css from "./PathPlot.module.css";

/** The rig on screen: a line with its number of bones. */
export function Scrubber({ point, layout }: { point: PlotPoint; layout: PlotLayout }) {
  const { top, height } = layout.room;
  const [x, y] = [layout.x(point.bones), layout.y(point.eRms)];
  const { growth } = layout;
  const width = Math.max(22 * growth, wordsWidth(String(point.bones), growth) + 10);
  return (
    <g data-ui="path-scrubber" className={css.scrubber} aria-hidden="true">
      <line x1={x} x2={x} y1={top - 4} y2={top + height} />
      <rect x={x - width / 2} y={2} width={width} height={15 * growth} rx={3} />
      <text className={plotCss.middle} x={x} y={13 * growth}>
        {point.bones}
      </text>
      <circle cx={x} cy={y} r={4} />
    </g>
  );
}

interface KneeProps {
  point: PlotPoint;
  layout: PlotLayout;
  /** Whether the error at the knee is large for this motion, and the next count that helps, or null. */
  isLarge: boolean;
  next: number | null;
}

/** A diamond at the knee. It is amber if the error is large there. */
export function KneeHandle({ point, layout, isLarge, next }: KneeProps) {
  const { top, left, width } = layout.room;
  const [x, y] = [layout.x(point.bones), layout.y(point.eRms)];
  const further = isLarge && next !== null ? `, next ${next}` : "";
  const words = `knee, ${plural(point.bones, "bone")}, ${formatError(point.eRms)}${further}`;
  const isRight = x + 10 + wordsWidth(words, layout.growth) > left + width;
  return (
    <g data-ui="path-knee" className={isLarge ? `${css.knee} ${css.large}` : css.knee}>
      <line x1={x} x2={x} y1={top + 4} y2={y} aria-hidden="true" />
      <path d={`M${x} ${top - 2}l5 5-5 5-5-5z`} />
      <rect className={plotCss.reach} x={x - 9} y={top - 6} width={18} height={18} />
      <text
        className={isRight ? plotCss.end : undefined}
        x={isRight ? x - 10 : x + 10}
        y={top + 7}
        aria-hidden="true"
      >
        {words}
      </text>
    </g>
  );
}

interface TargetProps {
  /** E_RMS of the error target; null without one. */
  target: number | null;
  /** The first count that reaches it, or null. */
  reached: PlotPoint | null;
  /** The least error of the curve, where the handle waits while there is no target. */
  lowest: number;
  layout: PlotLayout;
}

/** A bar at the right edge, which drags the error target. */
export function TargetHandle({ target, reached, lowest, layout }: TargetProps) {
  const { left, width, top, height } = layout.room;
  const right = left + width;
  const y = Math.max(top, Math.min(top + height, layout.y(target ?? lowest)));
  const words =
    target === null
      ? "drag to set an error target"
      : `target ${formatError(target)}, ${reached ? plural(reached.bones, "bone") : "not reached"}`;
  return (
    <g data-ui="path-target" className={target === null ? `${css.target} ${css.unset}` : css.target}>
      {target !== null && <line x1={left} x2={right} y1={y} y2={y} aria-hidden="true" />}
      {reached && (
        <circle cx={layout.x(reached.bones)} cy={layout.y(reached.eRms)} r={6} aria-hidden="true" />
      )}
      <rect x={right - 1} y={y - 7} width={5} height={14} rx={2} />
      <rect className={plotCss.reach} x={right - 8} y={y - 11} width={20} height={22} />
      <text className={plotCss.end} x={right - 10} y={y - 5} aria-hidden="true">
        {words}
      </text>
    </g>
  );
}
