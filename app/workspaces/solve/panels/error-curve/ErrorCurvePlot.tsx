import { useRef, useState } from "react";
import { largeKnee } from "../../../../../workers/model/reports/large-knee";
import { formatError, plural } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import lineChartCss from "../../../../ui/chart/LineChart.module.css";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { useSize } from "../../../../ui/layout/use-size";
import textCss from "../../../../ui/text/text.module.css";
import { useSettings } from "../fields/use-settings";
import css from "./ErrorCurvePlot.module.css";
import { type PlotLayout, type PlotPoint, plotLayout } from "./plot-layout";
import { AskedLine, chartPoints, errorOn, KneeMark, PlotAxes } from "./plot-parts";

interface PointProps extends PlotPoint {
  layout: PlotLayout;
  on: boolean;
  onAsk(): void;
  onRead(read: boolean): void;
}

/** A number of bones that was tried. */
function Point({ bones, eRms, layout, on, onAsk, onRead }: PointProps) {
  const [x, y] = [layout.x(bones), layout.y(eRms)];
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={`Ask for ${plural(bones, "bone")}, error ${formatError(eRms)}`}
      aria-pressed={on}
      className={
        on ? `${plotCss.point} ${css.point} ${plotCss.on} ${css.on}` : `${plotCss.point} ${css.point}`
      }
      onClick={onAsk}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onAsk();
      }}
      onPointerEnter={() => onRead(true)}
      onPointerLeave={() => onRead(false)}
      onFocus={() => onRead(true)}
      onBlur={() => onRead(false)}
    >
      <circle className={`${plotCss.reach} ${css.reach}`} cx={x} cy={y} r={11} />
      <circle cx={x} cy={y} r={on ? 4.5 : 3} />
    </g>
  );
}

/** The error curve from which the last solve chose the number of bones. A click on a point asks for that number. */
export function ErrorCurvePlot() {
  const [settings] = useSettings();
  const curve = useDocument((state) => state.report?.curve);
  const chosen = useDocument((state) => state.report?.bones);
  if (!curve || curve.length < 2 || chosen === undefined || settings.errorTarget !== null) return null;
  return <Curve curve={curve} chosen={chosen} />;
}

function Curve({ curve, chosen }: { curve: readonly PlotPoint[]; chosen: number }) {
  const [settings, set] = useSettings();
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const [read, setRead] = useState<PlotPoint | null>(null);
  const layout = plotLayout([curve], width, height);
  const asked = settings.knee ? chosen : settings.bones;
  const most = curve[curve.length - 1].bones;
  // The chosen number may lie between those that were tried.
  const knee = { bones: chosen, eRms: errorOn(curve, chosen) };
  const next = largeKnee(curve, chosen)?.next;
  const line = chartPoints(curve, layout);
  return (
    <figure className={`${lineChartCss.figure} ${css.curve}`} aria-label="Error against bones">
      <figcaption>
        <span className={textCss.strong}>Error against bones</span>
        <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>
          <ERms />, log scale
        </span>
        <span className={`${textCss.number} ${lineChartCss.reading}`} aria-hidden="true">
          {read && `${plural(read.bones, "bone")}: ${formatError(read.eRms)}`}
        </span>
      </figcaption>
      <div ref={box} data-ui="plot" className={`${plotCss.plot} ${css.plot}`}>
        {width > 0 && (
          <svg width={width} height={height} role="group" aria-label="Tried numbers of bones">
            <PlotAxes layout={layout} />
            {!settings.knee && asked <= most && (
              <AskedLine bones={asked} words={`${asked} asked`} layout={layout} />
            )}
            <polyline points={line.map((place) => place.join()).join(" ")} />
            {curve.map((point) => (
              <Point
                key={point.bones}
                {...point}
                layout={layout}
                on={point.bones === asked}
                onAsk={() => set({ bones: point.bones, knee: false })}
                onRead={(reads) => setRead(reads ? point : null)}
              />
            ))}
            <KneeMark knee={knee} layout={layout} lines={[line]} />
            {next && <KneeMark name="next" knee={next} layout={layout} lines={[line]} />}
          </svg>
        )}
      </div>
    </figure>
  );
}
