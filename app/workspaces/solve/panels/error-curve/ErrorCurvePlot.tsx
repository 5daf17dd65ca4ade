import { useRef, useState } from "react";
import { largeKnee } from "../../../../../workers/model/reports/large-knee";
import { formatError, plural } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import lineChartCss from "../../../../ui/chart/LineChart.module.css";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { PressablePoint } from "../../../../ui/chart/PressablePoint";
import { textGrowth, useAtSize } from "../../../../ui/layout/use-layout";
import { useSize } from "../../../../ui/layout/use-size";
import textCss from "../../../../ui/text/text.module.css";
import { useSettings } from "../fields/use-settings";
import css from "./ErrorCurvePlot.module.css";
import { type PlotLayout, type PlotPoint, plotLayout } from "./plot-layout";
import { AskedLine, chartPoints, errorOn, KneeMark, PlotAxes } from "./plot-parts";

interface TriedCountProps extends PlotPoint {
  layout: PlotLayout;
  asked: boolean;
  onAsk(): void;
  onRead(reads: boolean): void;
}

/** A number of bones that was tried. */
function TriedCount({ bones, eRms, layout, asked, onAsk, onRead }: TriedCountProps) {
  const [x, y] = [layout.x(bones), layout.y(eRms)];
  return (
    <PressablePoint
      name={`Ask for ${plural(bones, "bone")}, error ${formatError(eRms)}`}
      {...{ x, y, onRead }}
      reach={11}
      chosen={asked}
      className={css.point}
      onChoose={onAsk}
    >
      <circle className={css.dot} cx={x} cy={y} r={asked ? 4.5 : 3} />
    </PressablePoint>
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
  const layout = plotLayout([curve], width, height, 0, useAtSize(textGrowth));
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
              <TriedCount
                key={point.bones}
                {...point}
                layout={layout}
                asked={point.bones === asked}
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
