import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { formatPlain, lengthUnit, niceCeiling } from "../../common/format";
import { diagonalOf, distanceOfERms } from "../../document/measure";
import { shownReport } from "../../document/solve/shown-report";
import { useDocument, useStores, useView } from "../../document/use-stores";
import { ColourSwatch } from "../../ui/icons/ColourSwatch";
import textCss from "../../ui/text/text.module.css";
import { RAMPS, type RampName } from "../../viewport/colours/palette";
import { Swatch } from "../bones/swatch";
import { useShownRig } from "../bones/use-bones";
import { HATCH } from "./hatch";
import { IntentLegend } from "./IntentLegend";
import css from "./Legend.module.css";
import { LegendCard } from "./LegendCard";
import { RampHandle, rampBetween, Ticks } from "./RampHandle";

const gradient = (name: RampName) => `linear-gradient(90deg, ${RAMPS[name].join(", ")})`;

type ErrorRange = "errorRange" | "candidateRange";

/** The full scale, a round number, and the largest error, in the sequence's unit, and the unit to write them in. */
function useErrorScale(
  of: SolveReport | null,
  range: ErrorRange,
): {
  full: number;
  largest: number;
  unit: { name: string; metres: number };
  perUnit: number;
} {
  const sequence = useDocument((state) => state.sequence);
  const own = useDocument(shownReport);
  const report = of ?? own;
  const end = useView((view) => view[range][1]);
  const diagonal = sequence ? diagonalOf(sequence) : 1;
  const metres = sequence?.metresPerUnit ?? 1;
  // In most results a few vertices are far off, so the scale ends near the others. A longer range makes it longer.
  const rms = report ? distanceOfERms(report.eRms, diagonal) : end;
  const shown = report ? Math.min((report.maxErrorPercent / 100) * diagonal, 6 * rms) : end;
  const most = Math.max(shown, end, 1e-9 * diagonal) * metres;
  const unit = lengthUnit(most);
  const full = (niceCeiling(most / unit.metres) * unit.metres) / metres;
  return {
    full,
    largest: report ? (report.maxErrorPercent / 100) * diagonal : full,
    unit,
    perUnit: metres / unit.metres,
  };
}

interface HandleProps {
  end: 0 | 1;
  full: number;
  largest: number;
  label: string;
  of: ErrorRange;
}

/** One end of the error range. A double click moves it to the end of the data. */
function Handle({ end, full, largest, label, of }: HandleProps) {
  const stores = useStores();
  const value = useView((view) => view[of][end]);
  const set = (next: number) => {
    const [low, high] = stores.view.getState()[of];
    const gap = full / 100;
    const range: [number, number] =
      end === 0 ? [Math.max(0, Math.min(next, high - gap)), high] : [low, Math.max(next, low + gap)];
    stores.view.setState({ [of]: range });
  };
  return (
    <RampHandle
      label={label}
      value={value}
      full={full}
      onChange={set}
      onReset={() => set(end === 0 ? 0 : largest)}
    />
  );
}

/** "frame 97", updated without a React render. */
function FrameWord() {
  const stores = useStores();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (frame: number) => {
      if (text.current) text.current.textContent = `frame ${Math.floor(frame) + 1}`;
    };
    write(stores.view.getState().frame);
    return stores.view.subscribe((view) => view.frame, write);
  }, [stores.view.subscribe, stores.view.getState]);
  return <span ref={text} />;
}

interface DistanceLegendProps {
  to: string;
  /** Names the shown frame. */
  frame?: boolean;
  /** The report of the shown rig; by default the document's. */
  report?: SolveReport | null;
  range?: ErrorRange;
  /** Shown below the ramp. */
  children?: ReactNode;
}

/** The error ramp and its range. */
export function DistanceLegend({
  to,
  frame = false,
  report = null,
  range = "errorRange",
  children,
}: DistanceLegendProps) {
  const { full, largest, unit, perUnit } = useErrorScale(report, range);
  const [low, high] = useView((view) => view[range]);
  return (
    <LegendCard>
      <div className={css.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>Distance to {to}</span>
        <span className={textCss.secondary}>
          {unit.name}
          {frame && (
            <>
              , <FrameWord />
            </>
          )}
        </span>
      </div>
      <div className={css.bar} style={{ background: rampBetween(RAMPS.error, low, high, full) }}>
        <Handle end={0} full={full} largest={largest} label="Where the ramp starts" of={range} />
        <Handle end={1} full={full} largest={largest} label="Where the ramp ends" of={range} />
      </div>
      <Ticks full={full} write={(value) => formatPlain(value * perUnit)} />
      {children}
    </LegendCard>
  );
}

export function WeightLegend() {
  const bone = useView((view) => view.selectedBone);
  const others = useView((view) => view.alsoSelected.length);
  const rig = useShownRig();
  if (bone === null || !rig?.bones[bone]) {
    return (
      <LegendCard>
        <div className={textCss.secondary}>Click a bone to see its weights.</div>
      </LegendCard>
    );
  }
  const style: CSSProperties = { background: `${HATCH}, ${gradient("weight")}` };
  return (
    <LegendCard>
      <div className={css.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>
          {others > 0 ? `Sum of ${others + 1} bones` : rig.bones[bone].name}
        </span>
        <span className={textCss.secondary}>weight</span>
      </div>
      <div className={css.bar} style={style} />
      <div className={css.ticks}>
        {["0", "0.25", "0.5", "0.75", "1"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}

function CountLegend() {
  const names = ["1", "2", "3", "4", "5–8", "more"];
  return (
    <LegendCard>
      <div className={textCss.strong}>Influences per vertex</div>
      <div data-ui="chips" className={css.chips}>
        {names.map((name, n) => (
          <span key={name}>
            <ColourSwatch colour={RAMPS.count[n]} />
            {name}
          </span>
        ))}
      </div>
    </LegendCard>
  );
}

export function BoneLegend() {
  const bone = useView((view) => view.selectedBone);
  const rig = useShownRig();
  const name = bone !== null && rig?.bones[bone]?.name;
  return (
    <LegendCard style={{ width: "auto" }}>
      <div data-ui="chips" className={css.chips} style={{ fontSize: "var(--text-sm)" }}>
        {name && bone !== null ? (
          <span>
            <Swatch bone={bone} />
            {name}
          </span>
        ) : (
          <span>Bone colours mixed by weight</span>
        )}
      </div>
    </LegendCard>
  );
}

/** Explains the colours on screen, with their unit. Renders nothing for clay. */
export function Legend() {
  const shading = useView((view) => view.shading);
  const layout = useView((view) => view.layout);
  const rig = useShownRig();
  const painted = useView((view) => view.intentMap);
  if (painted) return <IntentLegend map={painted} />;
  if (!rig || layout === "source") return null;
  if (shading === "error") return <DistanceLegend to="source" frame />;
  if (shading === "weights") return <WeightLegend />;
  if (shading === "influences") return <CountLegend />;
  return shading === "bones" ? <BoneLegend /> : null;
}
