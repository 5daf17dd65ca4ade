import { useMemo, useRef } from "react";
import { useService } from "../../../actions/studio";
import { formatBytes, formatError, formatPlain } from "../../../common/format";
import { REDUCTION } from "../../../document/reduce/reduce-state";
import { useStores } from "../../../document/use-stores";
import { ERms } from "../../../panels/report/Report";
import { logRange, logTicks } from "../../../ui/chart/axis";
import { ChartKey } from "../../../ui/chart/ChartKey";
import plotCss from "../../../ui/chart/Plot.module.css";
import { PressablePoint } from "../../../ui/chart/PressablePoint";
import panelCss from "../../../ui/layout/Panel.module.css";
import { useSize } from "../../../ui/layout/use-size";
import textCss from "../../../ui/text/text.module.css";
import { type DoneRun, isDone, paretoFront } from "../runs/budget";
import { METHOD_ORDER, METHOD_WORDS } from "../runs/method-words";
import { REDUCING } from "../runs/reducing";
import { askedWords } from "./budget-words";
import coloursCss from "./method-colours.module.css";
import { ReductionMarker, ReductionMarkerAt } from "./ReductionMarker";
import css from "./SizePlot.module.css";
import { useReduction } from "./use-reduction";

/** Room around the curves, px. The right side has room for half of the last label. */
const [LEFT, RIGHT, TOP, BELOW] = [48, 28, 24, 40];
/** Smaller errors are drawn at the bottom, because the axis is logarithmic. */
const LEAST_ERROR = 1e-4;

interface PlotLayout {
  x(bytes: number): number;
  y(eRms: number): number;
  bytesAt(x: number): number;
  sizes: number[];
  errors: number[];
}

function layoutOf(
  points: readonly { bytes: number; eRms: number }[],
  width: number,
  height: number,
): PlotLayout {
  const [low, high] = logRange(points.map(({ eRms }) => Math.max(eRms, LEAST_ERROR)));
  const [least, most] = logRange(points.map(({ bytes }) => Math.max(1, bytes)));
  const [w, h] = [Math.max(1, width - LEFT - RIGHT), Math.max(1, height - TOP - BELOW)];
  return {
    x: (bytes) => LEFT + (w * Math.log(Math.max(1, bytes) / least)) / Math.log(most / least),
    y: (eRms) => TOP + h * (1 - Math.log(Math.max(eRms, low) / low) / Math.log(high / low)),
    bytesAt: (x) => least * (most / least) ** ((x - LEFT) / w),
    sizes: logTicks(least, most, Math.max(2, Math.floor(w / 70))),
    errors: logTicks(low, high, Math.max(3, Math.floor(h / 30))),
  };
}

/** The stepped dotted line below which there is no result. */
function frontPath(front: readonly DoneRun[], { x, y }: PlotLayout): string {
  return front
    .map(({ report }, n) => {
      const before = front[n - 1]?.report;
      const step = before ? `H${x(report.bytes)} ` : "";
      return `${n === 0 ? `M${x(report.bytes)} ` : `${step}V`}${y(report.eRms)}`;
    })
    .join(" ");
}

/** A line that drags the budget, if it limits bytes or error. */
function BudgetLine({ layout, width, height }: { layout: PlotLayout; width: number; height: number }) {
  const stores = useStores();
  const { kind, amount } = useReduction((state) => state.budget);
  if (kind === "error") {
    const y = layout.y(amount);
    return <line className={css.budget} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} />;
  }
  if (kind !== "bytes") return null;
  const x = layout.x(amount);
  return (
    <g
      className={css.handle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const box = event.currentTarget.ownerSVGElement!.getBoundingClientRect();
        const bytes = Math.max(1, Math.round(layout.bytesAt(event.clientX - box.left)));
        stores.of(REDUCTION).setState({ budget: { kind: "bytes", amount: bytes } });
      }}
    >
      <line className={css.reach} x1={x} x2={x} y1={TOP} y2={height - BELOW} />
      <line className={css.budget} x1={x} x2={x} y1={TOP} y2={height - BELOW} />
      <text className={css.budgetWord} x={x} y={TOP - 8}>
        {formatBytes(amount)}
      </text>
    </g>
  );
}

function Axes({ layout, width, height }: { layout: PlotLayout; width: number; height: number }) {
  return (
    <g aria-hidden="true">
      {layout.errors.map((error) => (
        <g key={error}>
          <line
            className={plotCss.grid}
            x1={LEFT}
            x2={width - RIGHT}
            y1={layout.y(error)}
            y2={layout.y(error)}
          />
          <text className={`${plotCss.axis} ${css.left}`} x={LEFT - 6} y={layout.y(error) + 4}>
            {formatPlain(error)}
          </text>
        </g>
      ))}
      {layout.sizes.map((bytes) => (
        <text
          key={bytes}
          className={`${plotCss.axis} ${plotCss.middle}`}
          x={layout.x(bytes)}
          y={height - BELOW + 16}
        >
          {formatBytes(bytes)}
        </text>
      ))}
      <text
        className={`${plotCss.axis} ${plotCss.middle}`}
        x={LEFT + (width - LEFT - RIGHT) / 2}
        y={height - 6}
      >
        Weights
      </text>
    </g>
  );
}

/** A reduced rig. A click shows it on the right, with Alt on the left. */
function ResultPoint({ run, layout }: { run: DoneRun; layout: PlotLayout }) {
  const reducing = useService(REDUCING);
  const shown = useReduction((state) => state.sides.b);
  const { bytes, eRms } = run.report;
  const [x, y] = [layout.x(bytes), layout.y(eRms)];
  return (
    <PressablePoint
      name={`${METHOD_WORDS[run.method].name}, ${askedWords(run)}, ${formatBytes(bytes)}, error ${formatError(eRms)}`}
      {...{ x, y }}
      chosen={run.id === shown}
      onChoose={({ altKey }) => reducing.show(altKey ? "a" : "b", run.id)}
    >
      <ReductionMarkerAt method={run.method} {...{ x, y }} />
    </PressablePoint>
  );
}

/** Error against bytes, with a curve for each method. A dotted line joins the results of the Pareto front. */
function Curves({ width, height }: { width: number; height: number }) {
  const runs = useReduction((state) => state.runs);
  const done = useMemo(() => runs.filter(isDone), [runs]);
  const layout = useMemo(
    () =>
      layoutOf(
        done.map(({ report }) => report),
        width,
        height,
      ),
    [done, width, height],
  );
  const curves = METHOD_ORDER.map((method) => ({
    method,
    points: done.filter((run) => run.method === method).sort((a, b) => a.report.bytes - b.report.bytes),
  }));
  const place = ({ report }: DoneRun) => `${layout.x(report.bytes)},${layout.y(report.eRms)}`;
  return (
    <svg width={width} height={height} role="group" aria-label="Error against size, logarithmic">
      <Axes {...{ layout, width, height }} />
      <path className={css.front} d={frontPath(paretoFront(runs), layout)} />
      {curves.map(({ method, points }) => (
        <polyline
          key={method}
          className={`${css.curve} ${coloursCss[method]}`}
          points={points.map(place).join(" ")}
        />
      ))}
      <BudgetLine {...{ layout, width, height }} />
      {done.map((run) => (
        <ResultPoint key={run.id} run={run} layout={layout} />
      ))}
    </svg>
  );
}

/** The panel with the plot. */
export function SizePlot() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const runs = useReduction((state) => state.runs);
  const count = runs.filter(isDone).length;
  const methods = METHOD_ORDER.filter((method) => runs.some((run) => run.method === method));
  return (
    <section className={panelCss.panel} aria-label="Error against size">
      <div className={panelCss.head}>
        <h2>Error against size</h2>
        <span className={`${panelCss.sub} ${textCss.ellipsis}`} data-ui="subtitle">
          <ERms />, log scales
        </span>
      </div>
      <div ref={box} data-ui="plot" className={plotCss.plot}>
        {count > 0 && width > 0 ? (
          <Curves width={width} height={height} />
        ) : (
          <p className={css.empty}>Each result is a point, each method a curve.</p>
        )}
      </div>
      {count > 0 && (
        <ChartKey>
          {methods.map((method) => (
            <span key={method}>
              <ReductionMarker method={method} />
              {METHOD_WORDS[method].name}
            </span>
          ))}
          <span>
            <i className={css.dots} />
            Pareto front
          </span>
        </ChartKey>
      )}
    </section>
  );
}
