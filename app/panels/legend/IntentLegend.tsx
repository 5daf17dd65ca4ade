import { plural } from "../../common/format";
import { INTENT_MAPS, regionCount } from "../../document/solve/intent-maps";
import { useDocument } from "../../document/use-stores";
import type { IntentMap } from "../../document/view-state";
import { ColourSwatch } from "../../ui/icons/ColourSwatch";
import textCss from "../../ui/text/text.module.css";
import { BONE_COLOURS, RAMPS } from "../../viewport/colours/palette";
import { HATCH } from "./hatch";
import legendCss from "./Legend.module.css";
import { LegendCard } from "./LegendCard";

const TICKS = {
  strength: ["0", "0.25", "0.5", "0.75", "1"],
  balance: ["0", "0.5", "1", "2.5", "4"],
};

/** Explains the colours of a map that steers solves. */
export function IntentLegend({ map }: { map: IntentMap }) {
  const values = useDocument(({ intent }) => intent[map]);
  const { name, shading } = INTENT_MAPS[map];
  if (shading === "regions") {
    const count = values instanceof Uint16Array ? regionCount(values) : 0;
    return (
      <LegendCard style={{ width: "auto" }}>
        <div className={legendCss.head}>
          <span className={textCss.strong}>{name}</span>
          <span className={textCss.secondary}>{count > 0 ? plural(count, "region") : "paint a region"}</span>
        </div>
        <div data-ui="chips" className={legendCss.chips}>
          <span>
            {BONE_COLOURS.slice(0, Math.max(1, Math.min(count, 6))).map((colour) => (
              <ColourSwatch key={colour} colour={colour} />
            ))}
            one colour per region
          </span>
        </div>
      </LegendCard>
    );
  }
  const isShare = shading === "strength";
  const gradient = `linear-gradient(90deg, ${RAMPS[isShare ? "weight" : "signed"].join(", ")})`;
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={textCss.strong}>{name}</span>
        <span className={textCss.secondary}>{isShare ? "share" : "× normal"}</span>
      </div>
      <div className={legendCss.bar} style={{ background: isShare ? `${HATCH}, ${gradient}` : gradient }} />
      <div className={legendCss.ticks} aria-hidden="true">
        {TICKS[shading].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </LegendCard>
  );
}
