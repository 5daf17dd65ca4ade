import { formatPlain, niceCeiling } from "../../../common/format";
import { setPaint } from "../../../document/paint-settings";
import { exemplarOnScreen } from "../../../document/paint-state";
import { useBinding, useDocument, useStores, useView } from "../../../document/use-stores";
import { LEAST_STRAIN_END, type PaintMap, shownStrain } from "../../../document/weights/paint-maps";
import legendCss from "../../../panels/legend/Legend.module.css";
import { LegendCard } from "../../../panels/legend/LegendCard";
import { RampHandle, rampBetween, Ticks } from "../../../panels/legend/RampHandle";
import { NumberField } from "../../../ui/fields/NumberField";
import textCss from "../../../ui/text/text.module.css";
import { RAMPS } from "../../../viewport/colours/palette";

const END = "Strain at the end of the ramp";
const percent = (x: number) => Number((100 * x).toPrecision(6));

/** The strain ramp. Its end can be dragged or typed; until then it fits the shown values. */
function StrainLegend({ map, of }: { map: PaintMap; of: string }) {
  const stores = useStores();
  const fitted = map.fitted ?? { end: map.end, full: map.end };
  const full = Math.max(fitted.full, niceCeiling(map.end));
  const set = (end: number) => setPaint(stores, { energyEnd: Math.max(LEAST_STRAIN_END, end) });
  const reset = () => setPaint(stores, { energyEnd: null });
  const commit = (end: number) => (end === percent(fitted.end) ? reset() : set(end / 100));
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>{of}</span>
        <NumberField
          label={END}
          value={percent(map.end)}
          reset={percent(fitted.end)}
          range={{ step: 0.5, soft: [0, percent(full)], hard: [percent(LEAST_STRAIN_END), 1000] }}
          write={(x) => ({ value: formatPlain(x), unit: "%" })}
          onPreview={(x) => set(x / 100)}
          onCommit={commit}
        />
      </div>
      <div className={legendCss.bar} style={{ background: rampBetween(RAMPS.error, 0, map.end, full) }}>
        <RampHandle
          label="Where the ramp ends"
          value={map.end}
          full={full}
          text={`${formatPlain(100 * map.end)} %`}
          onChange={set}
          onReset={reset}
        />
      </div>
      <Ticks full={full} write={(x) => formatPlain(100 * x)} />
    </LegendCard>
  );
}

/** Explains the colours of the vertices' importance. */
export function ImportanceLegend() {
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>Importance</span>
        <span className={textCss.secondary}>× normal</span>
      </div>
      <div
        className={legendCss.bar}
        style={{ background: `linear-gradient(90deg, ${RAMPS.signed.join(", ")})` }}
      />
      <div className={legendCss.ticks} aria-hidden="true">
        {["0", "0.5", "1", "2.5", "4"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}

/** Explains the colours of the mask. */
export function MaskLegend() {
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>Mask</span>
        <span className={textCss.secondary}>strength of brushes</span>
      </div>
      <div
        className={legendCss.bar}
        style={{ background: `linear-gradient(90deg, ${RAMPS.weight.join(", ")})` }}
      />
      <div className={legendCss.ticks} aria-hidden="true">
        {["none", "half", "full"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}

/**
 * Explains the colours of strain; renders nothing before it is measured. Renders again when strain is measured, not
 * during strokes.
 */
export function StrainOnScreen() {
  const strain = useBinding((state) => state.strain);
  const exemplarStrain = useBinding((state) => state.exemplarStrain);
  const exemplar = useView((view) => exemplarOnScreen(view.paint));
  const energyEnd = useView((view) => view.paint.energyEnd);
  const vertices = useDocument((state) => state.sequence?.vertexCount);
  const map = shownStrain({ strain, exemplarStrain }, { exemplar, energyEnd });
  if (!map || map.values.length !== vertices) return null;
  const own = exemplar !== null && exemplarStrain?.exemplar === exemplar;
  return <StrainLegend map={map} of={own ? `Strain, sample pose ${exemplar + 1}` : "Strain"} />;
}
