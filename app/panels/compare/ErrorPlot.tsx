import { useMemo, useRef, useState } from "react";
import { runOf, useCompare } from "../../document/compare/compare-state";
import { kneeOf, runTitle, type Series, seriesOf } from "../../document/compare/compare-table";
import { formatError, formatPlain, formatSeconds, plural } from "../../ui/format";
import { useSize } from "../../ui/use-size";
import { MarkerAt, MethodMarker } from "./MethodMarker";
import { type PlotLayout, plotLayout, ROOM } from "./plot-layout";

type Point = Series["points"][number];

/** From a point to the tip beside it. */
const TIP = 12;
/** Half the room that the tip takes. */
const TIP_WIDTH = 190;

function Axes({ layout, width, height }: { layout: PlotLayout; width: number; height: number }) {
  const bottom = height - ROOM.bottom;
  return (
    <g aria-hidden="true">
      {layout.errors.map((tick) => (
        <g key={tick}>
          <line
            className="grid"
            x1={ROOM.left}
            x2={width - ROOM.right}
            y1={layout.y(tick)}
            y2={layout.y(tick)}
          />
          <text className="end" x={ROOM.left - 8} y={layout.y(tick)}>
            {formatPlain(tick)}
          </text>
        </g>
      ))}
      {layout.bones.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={layout.x(tick)} x2={layout.x(tick)} y1={ROOM.top} y2={bottom} />
          <text className="middle" x={layout.x(tick)} y={bottom + 16}>
            {tick}
          </text>
        </g>
      ))}
      <text className="middle axis" x={(ROOM.left + width - ROOM.right) / 2} y={height - 6}>
        Bones
      </text>
    </g>
  );
}

/** The number of bones that the selected run was asked for. */
function Asked({ layout, height }: { layout: PlotLayout; height: number }) {
  const asked = useCompare(
    ({ runs, selected, count }) => count ?? runOf(runs, selected)?.settings.bones ?? null,
  );
  if (asked === null) return null;
  const x = layout.x(asked);
  return (
    <g aria-hidden="true">
      <line className="asked" x1={x} x2={x} y1={ROOM.top} y2={height - ROOM.bottom} />
      <text x={x + 6} y={ROOM.top + 4}>
        {asked} asked
      </text>
    </g>
  );
}

function Knee({ knee, layout }: { knee: Point; layout: PlotLayout }) {
  const [x, y] = [layout.x(knee.bones), layout.y(knee.eRms)];
  // Beneath the curve and to its left there is room.
  const words = `knee: ${plural(knee.bones, "bone")}`;
  const [dx, dy] = x - 40 - 6.2 * words.length > ROOM.left ? [-22, 26] : [16, -24];
  return (
    <g className="knee" aria-hidden="true">
      <circle cx={x} cy={y} r={9} />
      <path d={`M${x + Math.sign(dx) * 6} ${y + Math.sign(dy) * 7}L${x + dx} ${y + dy}`} />
      <text className={dx < 0 ? "end" : undefined} x={x + dx * 1.15} y={y + dy * 1.2 + (dy > 0 ? 4 : 0)}>
        {words}
      </text>
    </g>
  );
}

/** The best curve's knee: that of the series with the lowest error, where it bends. */
function bestKnee(series: readonly Series[]): Point | null {
  const auto = series.filter(({ run }) => run.settings.method === "auto");
  for (const { points } of auto.length > 0 ? auto : series) {
    const knee = kneeOf(points);
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
    <div className="tip plottip" style={style} aria-hidden="true">
      <div className="h">
        <span>
          <MethodMarker method={point.run.settings.method} /> {runTitle(point.run)}
        </span>
      </div>
      <div className="t2">
        {formatError(point.eRms)}
        {report?.heldOut && `, held out ${formatError(report.heldOut.eRms)}`},{" "}
        {formatSeconds(report?.seconds ?? 0)}
      </div>
    </div>
  );
}

/** Error against bones, a curve for each method; a click on a point selects its row. */
export function ErrorPlot() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const runs = useCompare((compare) => compare.runs);
  const selected = useCompare((compare) => compare.selected);
  const [hovered, setHovered] = useState<Point | null>(null);
  const series = useMemo(() => seriesOf(runs), [runs]);
  const layout = useMemo(() => plotLayout(series, width, height), [series, width, height]);
  const knee = useMemo(() => bestKnee(series), [series]);
  const select = (point: Point) => useCompare.setState({ selected: point.run.id, count: null });
  const drawn = width > 0 && series.length > 0;
  return (
    <>
      <div ref={box} className="plot">
        {drawn && (
          <svg width={width} height={height} role="group" aria-label="Error against bones, logarithmic">
            <Axes layout={layout} width={width} height={height} />
            <Asked layout={layout} height={height} />
            {series.map(({ key, run, points }) => (
              <polyline
                key={key}
                className={`m-${run.settings.method}`}
                points={points.map(({ bones, eRms }) => `${layout.x(bones)},${layout.y(eRms)}`).join(" ")}
              />
            ))}
            {series.map(({ key, points }) => (
              <g key={key}>
                {points.map((point) => (
                  <g
                    key={point.run.id}
                    role="button"
                    tabIndex={0}
                    aria-label={`${runTitle(point.run)}, error ${formatError(point.eRms)}`}
                    aria-pressed={point.run.id === selected}
                    className={point.run.id === selected ? "point on" : "point"}
                    onClick={() => select(point)}
                    onFocus={() => setHovered(point)}
                    onBlur={() => setHovered(null)}
                    onPointerEnter={() => setHovered(point)}
                    onPointerLeave={() => setHovered(null)}
                    onKeyDown={(event) => {
                      if (event.key !== "Enter" && event.key !== " ") return;
                      event.preventDefault();
                      select(point);
                    }}
                  >
                    <circle className="reach" cx={layout.x(point.bones)} cy={layout.y(point.eRms)} r={10} />
                    <MarkerAt
                      method={point.run.settings.method}
                      x={layout.x(point.bones)}
                      y={layout.y(point.eRms)}
                    />
                  </g>
                ))}
              </g>
            ))}
            {knee && <Knee knee={knee} layout={layout} />}
          </svg>
        )}
        {drawn && hovered && <PointTip point={hovered} layout={layout} width={width} />}
        {!drawn && <p className="nothing">A point for every result; a curve for every method.</p>}
      </div>
      {series.length > 0 && (
        <div className="plotkey">
          {series.map(({ key, name, run }) => (
            <span key={key}>
              <MethodMarker method={run.settings.method} />
              {name}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

/** The plot as a panel. */
export function PlotPanel() {
  return (
    <section className="panel" aria-label="Error against bones">
      <div className="panel-head">
        <h2>Error against bones</h2>
        <span className="sub">log scale</span>
      </div>
      <ErrorPlot />
    </section>
  );
}
