import { useService } from "../../actions/studio";
import { queueLook, useCompare } from "../../document/compare/compare-state";
import { StopCard } from "../../panels/StopCard";
import { COMPARING } from "./runs/comparing";

/** Asks before all runs of a comparison are cancelled. */
export function StopComparison() {
  const comparing = useService(COMPARING);
  const goesOn = useCompare(({ runs }) => queueLook(runs).active);
  return (
    <StopCard
      of="comparison"
      goesOn={goesOn}
      title="Cancel all runs?"
      body="Results that are there stay; the run that goes on is lost."
      throwAway={{ label: "Cancel all", run: () => comparing.cancelAll() }}
    />
  );
}
