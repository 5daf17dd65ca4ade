import { formatError } from "../../common/format";
import { runOf } from "../../document/compare/compare-state";
import { useCompare, useView } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { useQueue } from "./panels/use-compare";

/** Progress of a comparison in the background, in every workspace, and the difference between the two shown results. */
export function CompareStatus() {
  const { active, done, total } = useQueue();
  const paused = useCompare((compare) => compare.paused);
  const isHere = useView((view) => view.workspace === "compare");
  const gap = useCompare(({ runs, sides, rigs }) => {
    const [a, b] = [runOf(runs, sides.a)?.report, runOf(runs, sides.b)?.report];
    return a && b && rigs.a && rigs.b ? b.eRms - a.eRms : null;
  });
  return (
    <>
      {active && (
        <BusyStatus>
          {paused ? "Comparison paused" : "Comparing"}: {done} of {total}
        </BusyStatus>
      )}
      {isHere && gap !== null && (
        <span title="Difference between the two errors">
          B − A: {gap > 0 ? "+" : ""}
          {formatError(gap)}
        </span>
      )}
    </>
  );
}
