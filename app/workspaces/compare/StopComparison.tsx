import { useEffect } from "react";
import { useService } from "../../actions/studio";
import { queueLook } from "../../document/compare/compare-state";
import { useCompare, useStores } from "../../document/use-stores";
import { StopCard } from "../../panels/viewport/StopCard";
import { runTitle } from "./runs/compare-table";
import { COMPARING } from "./runs/comparing";

/** Asks before the current run is cancelled, alone or with all waiting runs. */
export function StopComparison() {
  const stores = useStores();
  const comparing = useService(COMPARING);
  const goesOn = useCompare(({ runs }) => queueLook(runs).active);
  const running = useCompare(({ runs }) => runs.find(({ state }) => state === "running") ?? null);
  const id = running?.id;
  // A question about one run does not carry over to the next.
  useEffect(
    () => () => {
      if (id !== undefined && stores.work.getState().asking === "run") stores.work.setState({ asking: null });
    },
    [id, stores.work.setState, stores.work.getState],
  );
  return (
    <>
      <StopCard
        of="run"
        goesOn={running !== null}
        title="Cancel this run?"
        body={running ? `${runTitle(running)} is lost. Waiting runs continue.` : ""}
        throwAway={{ label: "Cancel run", run: () => running && comparing.cancel(running.id) }}
      />
      <StopCard
        of="comparison"
        goesOn={goesOn}
        title="Cancel all runs?"
        body="Finished results stay. The current run is lost."
        throwAway={{ label: "Cancel all", run: () => comparing.cancelAll() }}
      />
    </>
  );
}
