import { runOf } from "../../../document/compare/compare-state";
import { useCompare } from "../../../document/use-stores";
import { DistanceLegend } from "../../../panels/legend/Legend";

/** Legend for both views: one ramp, long enough for the larger error. */
export function CandidateLegend() {
  const worse = useCompare(({ runs, sides }) => {
    const [a, b] = [runOf(runs, sides.a)?.report ?? null, runOf(runs, sides.b)?.report ?? null];
    return a && b ? (a.eRms > b.eRms ? a : b) : (a ?? b);
  });
  return <DistanceLegend to="source" report={worse} range="candidateRange" />;
}
