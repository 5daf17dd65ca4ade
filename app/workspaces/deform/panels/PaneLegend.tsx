import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { DEFORMERS, STRENGTH_NAMES } from "../../../document/deform/deform-text";
import { useStores, useView } from "../../../document/use-stores";
import type { Pane } from "../../../document/view-state";
import { HATCH } from "../../../panels/legend/hatch";
import { BoneLegend, DistanceLegend, WeightLegend } from "../../../panels/legend/Legend";
import legendCss from "../../../panels/legend/Legend.module.css";
import { LegendCard } from "../../../panels/legend/LegendCard";
import textCss from "../../../ui/text/text.module.css";
import css from "./PaneLegend.module.css";

/** Range of the strain ramp's end; 1 means an edge of twice its rest length. */
const STRAIN_ENDS = [0.02, 1] as const;

function StrainHandle({ side }: { side: -1 | 1 }) {
  const stores = useStores();
  const range = useView((view) => view.strainRange);
  const set = (next: number) =>
    stores.view.setState({ strainRange: Math.max(STRAIN_ENDS[0], Math.min(STRAIN_ENDS[1], next)) });
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    set(side * ((2 * (event.clientX - box.left)) / box.width - 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    set(range + side * by * (event.shiftKey ? 0.1 : 0.01));
  };
  return (
    <button
      type="button"
      role="slider"
      aria-label={side < 0 ? "Where the ramp starts" : "Where the ramp ends"}
      aria-valuenow={Math.round(side * 100 * range)}
      aria-valuetext={`${side < 0 ? "−" : "+"}${Math.round(100 * range)} %`}
      aria-valuemin={side < 0 ? -100 : 2}
      aria-valuemax={side < 0 ? -2 : 100}
      style={{ left: `${50 + side * 50 * range}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(0.5)}
    />
  );
}

function StrainLegend() {
  const range = useView((view) => view.strainRange);
  const inset = `${(50 * (1 - range)).toFixed(1)}%`;
  // The ramp runs between the handles; beyond them the end colours continue.
  const style = { "--inset": inset } as CSSProperties;
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={textCss.strong}>Strain</span>
        <span className={textCss.secondary}>edge length</span>
      </div>
      <div className={`${legendCss.bar} ${css.strain}`} style={style}>
        <i />
        <StrainHandle side={-1} />
        <StrainHandle side={1} />
      </div>
      <div className={legendCss.ticks} aria-hidden="true">
        {["−100 %", "−50 %", "0", "+50 %", "+100 %"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}

function StrengthLegend() {
  const map = useView((view) => view.paintMap);
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={textCss.strong}>{map ? STRENGTH_NAMES[map] : "Strength"}</span>
        <span className={textCss.secondary}>share of the setting</span>
      </div>
      <div
        className={legendCss.bar}
        style={{ background: `${HATCH}, linear-gradient(90deg, var(--ramp-weight))` }}
      />
      <div className={legendCss.ticks} aria-hidden="true">
        {["0", "0.25", "0.5", "0.75", "1"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}

/** Explains a pane's colours. Renders nothing for clay. */
export function PaneLegend({ pane }: { pane: Pane }) {
  switch (pane.shading) {
    case "strain":
      return <StrainLegend />;
    case "difference":
      return pane.reference === "source" ? (
        <DistanceLegend to="source" />
      ) : (
        <DistanceLegend to={DEFORMERS[pane.reference].name.toLowerCase()} />
      );
    case "strength":
      return <StrengthLegend />;
    case "weights":
      return <WeightLegend />;
    case "bones":
      return <BoneLegend />;
    default:
      return null;
  }
}
