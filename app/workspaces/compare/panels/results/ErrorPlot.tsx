import { useMemo, useRef, useState } from "react";
import { formatError, formatSeconds } from "../../../../common/format";
import { runOf } from "../../../../document/compare/compare-state";
import { useCompare, useStores } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import { ChartKey } from "../../../../ui/chart/ChartKey";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { PressablePoint } from "../../../../ui/chart/PressablePoint";
import panelCss from "../../../../ui/layout/Panel.module.css";
import { textGrowth, useAtSize } from "../../../../ui/layout/use-layout";
import { useSize } from "../../../../ui/layout/use-size";
import tipCss from "../../../../ui/overlays/Tip.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { type PlotLayout, plotLayout } from "../../../solve/panels/error-curve/plot-layout";
import { AskedLine, chartPoints, KneeMark, PlotAxes } from "../../../solve/panels/error-curve/plot-parts";
import { pointAtKnee, runTitle, type Series, seriesOf } from "../../runs/compare-table";
import { MethodMarker, MethodMarkerAt } from "../MethodMarker";
import coloursCss from "../method-colours.module.css";
import css from "./ErrorPlot.module.css";
import noResultsCss from "./NoResults.module.css";

type Point = Series["points"][number];

/** Distance between a point and its tooltip, px. */
const TIP = 12;
/** Width to reserve for the tooltip, px. */
const TIP_WIDTH = 190;
/** Height of the name of the lower axis, px. */
const AXIS = 18;

/** Marks the requested number of bones of the selected run. */
function Asked({ layout }: { layout: PlotLayout }) {
  const asked = useCompare(
    ({ runs, selected, count }) => count ?? runOf(runs, selected)?.settings.bones ?? null,
  );
  return asked === null ? null : <AskedLine bones={asked} words={`${asked} asked`} layout={layout} />;
}

/** The knee of Auto's error curve if Auto was compared, else that of the first curve that has one. */
function bestKnee(series: readonly Series[]): Point | null {
  const auto = series.filter(({ run }) => run.settings.method === "auto");
  for (const { points } of auto.length > 0 ? auto : series) {
    const knee = pointAtKnee(points);
    if (knee) return knee;
  }
  return null;
}

function PointTip({ point, layout, width }: { point: Point; layout: PlotLayout; width: number }) {
  const [x, y] = [layout.x(point.bones), layout.y(point.eRms)];
  const right = x + TIP + TIP_WIDTH > width;
  const style = right ? { right: width - x + TIP, top: y - 14 } : { left: x + TIP, top: y - 14 };
  const { report } = point.run;
  return (
    <div className={`${tipCss.tip} ${css.tip}`} style={style} aria-hidden="true">
      <div className={tipCss.head}>
        <span>
          <MethodMarker method={point.run.settings.method} /> {runTitle(point.run)}
        </span>
      </div>
      <div className={textCss.secondary}>
        {formatError(point.eRms)}
        {report?.heldOut && `, held out ${formatError(report.heldOut.eRms)}`},{" "}
        {formatSeconds(report?.seconds ?? 0)}
      </div>
    </div>
  );
}

interface RunPointProps {
  point: Point;
  layout: PlotLayout;
  onRead(reads: boolean): void;
}

/** The rig of a run. */
function RunPoint({ point: { run, bones, eRms }, layout, onRead }: RunPointProps) {
  const stores = useStores();
  const selected = useCompare((compare) => compare.selected);
  const [x, y] = [layout.x(bones), layout.y(eRms)];
  return (
    <PressablePoint
      name={`${runTitle(run)}, error ${formatError(eRms)}`}
      {...{ x, y, onRead }}
      chosen={run.id === selected}
      onChoose={() => stores.compare.setState({ selected: run.id, count: null })}
    >
      <MethodMarkerAt method={run.settings.method} {...{ x, y }} />
    </PressablePoint>
  );
}

/** Error against bones, with a curve for each method. A click on a point selects its row. */
export function ErrorPlot() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const growth = useAtSize(textGrowth);
  const runs = useCompare((compare) => compare.runs);
  const [hovered, setHovered] = useState<Point | null>(null);
  const series = useMemo(() => seriesOf(runs), [runs]);
  const layout = useMemo(
    () =>
      plotLayout(
        series.map(({ points }) => points),
        width,
        height,
        AXIS * growth,
        growth,
      ),
    [series, width, height, growth],
  );
  const lines = useMemo(() => series.map(({ points }) => chartPoints(points, layout)), [series, layout]);
  const knee = useMemo(() => bestKnee(series), [series]);
  const drawn = width > 0 && series.length > 0;
  return (
    <>
      <div ref={box} data-ui="plot" className={plotCss.plot}>
        {drawn && (
          <svg width={width} height={height} role="group" aria-label="Error against bones, logarithmic">
            <PlotAxes layout={layout} />
            <text
              className={`${plotCss.middle} ${plotCss.axis}`}
              x={layout.room.left + layout.room.width / 2}
              y={height - 6}
              aria-hidden="true"
            >
              Bones
            </text>
            <Asked layout={layout} />
            {series.map(({ key, run }, n) => (
              <polyline
                key={key}
                data-method={run.settings.method}
                className={coloursCss[run.settings.method]}
                points={lines[n].map((place) => place.join()).join(" ")}
              />
            ))}
            {series.flatMap(({ points }) =>
              points.map((point) => (
                <RunPoint
                  key={point.run.id}
                  {...{ point, layout }}
                  onRead={(reads) => setHovered(reads ? point : null)}
                />
              )),
            )}
            {knee && <KneeMark knee={knee} layout={layout} lines={lines} />}
          </svg>
        )}
        {drawn && hovered && <PointTip point={hovered} layout={layout} width={width} />}
        {!drawn && <p className={noResultsCss.empty}>Each result is a point, each method a curve.</p>}
      </div>
      {series.length > 0 && (
        <ChartKey>
          {series.map(({ key, name, run }) => (
            <span key={key}>
              <MethodMarker method={run.settings.method} />
              {name}
            </span>
          ))}
        </ChartKey>
      )}
    </>
  );
}

/** The panel with the plot. */
export function PlotPanel() {
  return (
    <section className={panelCss.panel} aria-label="Error against bones">
      <div className={panelCss.head}>
        <h2>Error against bones</h2>
        <span className={`${panelCss.sub} ${textCss.ellipsis}`} data-ui="subtitle">
          <ERms />, log scale
        </span>
      </div>
      <ErrorPlot />
    </section>
  );
}
