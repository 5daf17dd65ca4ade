import { useRef, useState } from "react";
import { formatBytes, formatError, formatPlain } from "../../../common/format";
import { ERms } from "../../../panels/report/Report";
import { logRange, logTicks } from "../../../ui/chart/axis";
import lineChartCss from "../../../ui/chart/LineChart.module.css";
import plotCss from "../../../ui/chart/Plot.module.css";
import { PressablePoint } from "../../../ui/chart/PressablePoint";
import { useSize } from "../../../ui/layout/use-size";
import textCss from "../../../ui/text/text.module.css";
import css from "./SizeCurve.module.css";
import { type SizePoint, sizeFront } from "./size-front";

/** Room around the curve, px. */
const [LEFT, RIGHT, TOP, BELOW] = [38, 24, 20, 20];
/** Smaller errors are drawn at the bottom, because the axis is logarithmic. */
const LEAST_ERROR = 1e-3;

/** Sizes that differ by a smaller share are one point of the curve. */
const ALIKE = 5e-3;

interface SizeCurveProps {
  /** All ways that were compared. */
  tried: readonly SizePoint[];
  /** The written file. */
  chosen: SizePoint;
  most: number;
  /** Asks for another size. */
  onChange(most: number): void;
}

function layoutOf(points: readonly SizePoint[], width: number, height: number) {
  const [low, high] = logRange(points.map(({ eRms }) => Math.max(eRms, LEAST_ERROR)));
  const [least, most] = logRange(points.map(({ bytes }) => bytes));
  const [w, h] = [Math.max(1, width - LEFT - RIGHT), Math.max(1, height - TOP - BELOW)];
  return {
    x: (bytes: number) => LEFT + (w * Math.log(bytes / least)) / Math.log(most / least),
    y: (eRms: number) => TOP + h * (1 - Math.log(Math.max(eRms, low) / low) / Math.log(high / low)),
    right: LEFT + w,
    bottom: TOP + h,
    sizes: logTicks(least, most, Math.max(2, Math.floor(w / 70))),
    errors: logTicks(low, high, Math.max(2, Math.floor(h / 30))),
  };
}

type Layout = ReturnType<typeof layoutOf>;

const Axes = ({ x, y, right, bottom, sizes, errors }: Layout) => (
  <g aria-hidden="true">
    {errors.map((error) => (
      <g key={error}>
        <line className={plotCss.grid} x1={LEFT} x2={right} y1={y(error)} y2={y(error)} />
        <text className={plotCss.end} x={LEFT - 6} y={y(error)}>
          {formatPlain(error)}
        </text>
      </g>
    ))}
    {sizes.map((bytes) => (
      <text key={bytes} className={plotCss.middle} x={x(bytes)} y={bottom + 15}>
        {formatBytes(bytes)}
      </text>
    ))}
  </g>
);

/** The limit as a line across the chart, with its size above. */
function LimitLine({ most, layout }: { most: number; layout: Layout }) {
  const x = Math.max(LEFT, Math.min(layout.right, layout.x(most)));
  return (
    <g className={plotCss.askedFor} aria-hidden="true">
      <line className={plotCss.asked} x1={x} x2={x} y1={TOP - 4} y2={layout.bottom} />
      <text className={x > layout.right - 60 ? plotCss.end : plotCss.middle} x={x} y={TOP - 8}>
        at most {formatBytes(most)}
      </text>
    </g>
  );
}

/** The smallest whole number of kilobytes that allows a file. */
const limitFor = (bytes: number) => 1000 * Math.ceil(bytes / 1000);

/** Error against size for all ways that a size target compared. A click on one of the best asks for its size. */
export function SizeCurve({ tried, chosen, most, onChange }: SizeCurveProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const [read, setRead] = useState<SizePoint | null>(null);
  const all = [...tried, chosen];
  // The estimate for the written file is nearly the same point.
  const others = tried.filter(({ bytes }) => Math.abs(bytes / chosen.bytes - 1) > ALIKE);
  const front = sizeFront([...others, chosen]);
  const layout = layoutOf(all, width, height);
  const { x, y } = layout;
  return (
    <figure className={`${lineChartCss.figure} ${css.curve}`} aria-label="Error against size">
      <figcaption>
        <span className={textCss.strong}>Error against size</span>
        <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>
          <ERms />, log scales
        </span>
        <span className={`${textCss.number} ${lineChartCss.reading}`} aria-hidden="true">
          {read && `${formatBytes(read.bytes)}: ${formatError(read.eRms)}`}
        </span>
      </figcaption>
      <div ref={box} data-ui="plot" className={`${plotCss.plot} ${css.plot}`}>
        {width > 0 && (
          <svg width={width} height={height} role="group" aria-label="The best file of each size">
            <Axes {...layout} />
            <LimitLine most={most} layout={layout} />
            <path
              className={css.tried}
              d={tried.map(({ bytes, eRms }) => `M${x(bytes)} ${y(eRms)}h0`).join("")}
            />
            <polyline points={front.map(({ bytes, eRms }) => `${x(bytes)},${y(eRms)}`).join(" ")} />
            {front.map((point) => (
              <PressablePoint
                key={point.bytes}
                name={`Allow ${formatBytes(limitFor(point.bytes))}, error ${formatError(point.eRms)}`}
                x={x(point.bytes)}
                y={y(point.eRms)}
                reach={9}
                chosen={point === chosen}
                onChoose={() => onChange(limitFor(point.bytes))}
                onRead={(reads) => setRead(reads ? point : null)}
              >
                <circle
                  className={css.best}
                  cx={x(point.bytes)}
                  cy={y(point.eRms)}
                  r={point === chosen ? 4.5 : 2.5}
                />
              </PressablePoint>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}
