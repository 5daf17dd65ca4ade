import { useBinding } from "../../document/binding/binding-state";
import { useDocument } from "../../document/document";
import { shownPaintMap } from "../../document/paint/paint-maps";
import { useView } from "../../document/view-state";
import { formatPlain } from "../../ui/format";
import { RAMPS } from "../../viewport/palette";

const stops = (name: "error" | "signed") => `linear-gradient(90deg, ${RAMPS[name].join(", ")})`;

/** What the colours of strain, or of how much vertices count, mean; nothing while weights or bones are shown. */
export function PaintMapLegend() {
  const workspace = useView((view) => view.workspace);
  const paint = useView((view) => view.paint);
  const binding = useBinding();
  const document = useDocument();
  const map = shownPaintMap(document, { workspace, paint }, binding);
  if (!map) return null;
  const isStrain = map.kind === "strain";
  const own = binding.exemplarStrain?.exemplar === paint.exemplar && paint.exemplar !== null;
  const ticks = isStrain
    ? [0, 0.25, 0.5, 0.75, 1].map((t) => formatPlain(100 * t * map.end))
    : ["0", "0.5", "1", "2.5", "4"];
  return (
    <section className="ov card legend" aria-label="Legend">
      <div className="head">
        <span className="b ell">
          {isStrain
            ? own
              ? `Strain in exemplar ${(paint.exemplar ?? 0) + 1}`
              : "Strain, all exemplars"
            : "Importance"}
        </span>
        <span className="t2">{isStrain ? "%" : "times as usual"}</span>
      </div>
      <div className="bar" style={{ background: stops(isStrain ? "error" : "signed") }} />
      <div className="ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </section>
  );
}
