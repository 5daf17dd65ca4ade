import { plural } from "../../common/format";
import { useDocument } from "../../document/document";
import { INTENT_MAPS, regionCount } from "../../document/solve/intent-maps";
import type { IntentMap } from "../../document/view-state";
import { BONE_COLOURS, RAMPS } from "../../viewport/palette";
import { HATCH } from "./hatch";

const TICKS = {
  strength: ["0", "0.25", "0.5", "0.75", "1"],
  balance: ["0", "0.5", "1", "2.5", "4"],
};

/** What the colours of a map for solves mean. */
export function IntentLegend({ map }: { map: IntentMap }) {
  const values = useDocument(({ intent }) => intent[map]);
  const { name, shading } = INTENT_MAPS[map];
  if (shading === "regions") {
    const count = values instanceof Uint16Array ? regionCount(values) : 0;
    return (
      <section className="ov card legend" aria-label="Legend" style={{ width: "auto" }}>
        <div className="head">
          <span className="b">{name}</span>
          <span className="t2">{count > 0 ? plural(count, "region") : "paint a region"}</span>
        </div>
        <div className="chips">
          <span>
            {BONE_COLOURS.slice(0, Math.max(1, Math.min(count, 6))).map((colour) => (
              <i key={colour} className="sw" style={{ background: colour }} />
            ))}
            one colour a region
          </span>
        </div>
      </section>
    );
  }
  const isShare = shading === "strength";
  const gradient = `linear-gradient(90deg, ${RAMPS[isShare ? "weight" : "signed"].join(", ")})`;
  return (
    <section className="ov card legend" aria-label="Legend">
      <div className="head">
        <span className="b">{name}</span>
        <span className="t2">{isShare ? "share" : "times as usual"}</span>
      </div>
      <div className="bar" style={{ background: isShare ? `${HATCH}, ${gradient}` : gradient }} />
      <div className="ticks" aria-hidden="true">
        {TICKS[shading].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </section>
  );
}
