import { lengthUnit } from "../../../common/format";
import { runOf } from "../../../document/compare/compare-state";
import { useCompare, useDocument, useStores, useView } from "../../../document/use-stores";
import { DistanceLegend } from "../../../panels/legend/Legend";
import legendCss from "../../../panels/legend/Legend.module.css";
import { SignedRamp } from "../../../panels/legend/SignedRamp";
import textCss from "../../../ui/text/text.module.css";

/** The signed ramp of B's error minus A's. */
function DifferenceRamp() {
  const stores = useStores();
  const end = useView((view) => view.candidateChange);
  const metres = useDocument(({ sequence }) => sequence?.metresPerUnit ?? 1);
  const unit = lengthUnit(end * metres);
  return (
    <div className={legendCss.second}>
      <div className={legendCss.head}>
        <span className={textCss.strong}>B − A</span>
        <span className={textCss.secondary}>{unit.name}, blue: B is nearer</span>
      </div>
      <SignedRamp
        end={end}
        factor={metres / unit.metres}
        onChange={(candidateChange) => stores.view.setState({ candidateChange })}
      />
    </div>
  );
}

/** Legend for both views: a ramp that is long enough for the larger error, and the ramp of differences. */
export function CandidateLegend() {
  const worse = useCompare(({ runs, sides }) => {
    const [a, b] = [runOf(runs, sides.a)?.report ?? null, runOf(runs, sides.b)?.report ?? null];
    return a && b ? (a.eRms > b.eRms ? a : b) : (a ?? b);
  });
  const both = useCompare(({ rigs }) => rigs.a !== null && rigs.b !== null);
  const differs = useView((view) => view.candidateShading === "difference");
  return (
    <DistanceLegend to="source" report={worse} range="candidateRange">
      {differs && both && <DifferenceRamp />}
    </DistanceLegend>
  );
}
