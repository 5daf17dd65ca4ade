import { useMemo, useRef } from "react";
import { largeKnee } from "../../../../../workers/model/reports/large-knee";
import { formatError, plural } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import plotCss from "../../../../ui/chart/Plot.module.css";
import { textGrowth, useAtSize } from "../../../../ui/layout/use-layout";
import { useSize } from "../../../../ui/layout/use-size";
import { type PlotLayout, type PlotPoint, plotLayout } from "../error-curve/plot-layout";
import { chartPoints, PlotAxes } from "../error-curve/plot-parts";
import { PathChips } from "./PathChips";
import css from "./PathPlot.module.css";
import { KneeHandle, Scrubber, TargetHandle } from "./path-handles";
import { useOnPath, usePath, usePathCurve } from "./use-path";
import { usePathScrub } from "./use-path-scrub";

/** Height of the row of chips, px. */
const CHIPS = 18;

/** The error for every number of bones on the path. Dragging along the curve changes the rig. */
export function PathPlot() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const growth = useAtSize(textGrowth);
  const curve = usePathCurve();
  const most = usePath((state) => state.most);
  const isOn = useOnPath();
  const shown = useDocument(({ rig }) => rig?.bones.length ?? 0);
  const layout = useMemo(() => {
    const last = curve[curve.length - 1];
    return plotLayout([last ? [...curve, { ...last, bones: most }] : []], width, height, CHIPS, growth);
  }, [curve, most, width, height, growth]);
  const handlers = usePathScrub(layout, curve);
  const last = curve[curve.length - 1];
  const now = curve.find(({ bones }) => bones === shown);
  return (
    <div ref={box} data-ui="path-plot" className={`${plotCss.plot} ${css.plot}`}>
      {width > 0 && last && (
        <svg
          width={width}
          height={height}
          role="slider"
          tabIndex={0}
          aria-label="Bones of the rig"
          aria-valuemin={curve[0].bones}
          aria-valuemax={last.bones}
          aria-valuenow={shown}
          aria-valuetext={`${plural(shown, "bone")}${now ? `, error ${formatError(now.eRms)}` : ""}`}
          aria-disabled={!isOn}
          className={isOn ? undefined : css.stale}
          {...handlers}
        >
          <PlotAxes layout={layout} />
          <Curve curve={curve} layout={layout} shown={shown} />
          <PathChips layout={layout} shown={shown} />
          <Handles layout={layout} curve={curve} />
          {now && <Scrubber point={now} layout={layout} />}
        </svg>
      )}
    </div>
  );
}

/** The curve, bright up to the rig on screen. */
function Curve({ curve, layout, shown }: { curve: readonly PlotPoint[]; layout: PlotLayout; shown: number }) {
  const line = (points: readonly PlotPoint[]) =>
    chartPoints(points, layout)
      .map((place) => place.join())
      .join(" ");
  const before = curve.filter(({ bones }) => bones <= shown);
  const after = curve.filter(({ bones }) => bones >= shown);
  const { left, top, height } = layout.room;
  const bottom = top + height;
  const end = before[before.length - 1];
  return (
    <g aria-hidden="true">
      {end && (
        <polygon
          className={css.area}
          points={`${layout.x(before[0].bones)},${bottom} ${line(before)} ${layout.x(end.bones)},${bottom}`}
        />
      )}
      <polyline className={css.after} points={line(after)} />
      <polyline className={css.before} points={line(before)} />
      {curve.map(({ bones, eRms }) => (
        <circle
          key={bones}
          className={bones <= shown ? css.dot : css.dotAfter}
          cx={layout.x(bones)}
          cy={layout.y(eRms)}
          r={1.6}
        />
      ))}
      <line className={plotCss.grid} x1={left} x2={left} y1={top} y2={bottom} />
    </g>
  );
}

/** The knee and the error target. */
function Handles({ layout, curve }: { layout: PlotLayout; curve: readonly PlotPoint[] }) {
  const knee = usePath((state) => state.knee);
  const target = useDocument(({ settings }) => settings.errorTarget);
  const atKnee = curve.find(({ bones }) => bones === knee);
  const next = knee === null ? null : largeKnee(curve, knee);
  const asked = target === null ? null : (2000 / Math.sqrt(3)) * target;
  const reached = asked === null ? undefined : curve.find(({ eRms }) => eRms <= asked);
  return (
    <>
      {atKnee && (
        <KneeHandle point={atKnee} layout={layout} next={next?.next?.bones ?? null} isLarge={next !== null} />
      )}
      <TargetHandle
        target={asked}
        reached={reached ?? null}
        lowest={curve[curve.length - 1].eRms}
        layout={layout}
      />
    </>
  );
}
