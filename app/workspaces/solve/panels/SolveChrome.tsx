import { useDocument, useWork } from "../../../document/use-stores";
import { Legend } from "../../../panels/legend/Legend";
import { HoverCard } from "../../../panels/viewport/HoverCard";
import { ViewBars } from "../../../panels/viewport/ViewBars";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { SolveCard } from "./SolveCard";

/** Says that the rig on screen during a solve is not the result yet. */
function IterationLabel() {
  const iteration = useWork((work) => (work.solve ? work.solve.history.length : -1));
  const isPartial = useDocument((state) => state.partial !== null);
  const isStale = useDocument((state) => state.partial === null && state.rig !== null);
  if (iteration < 0) return null;
  const text = isPartial ? `Iteration ${iteration}, in progress` : isStale ? "Previous rig" : "Source";
  return (
    <div className={overlayCss.below}>
      <div data-ui="label" className={overlayCss.label}>
        {text}
      </div>
    </div>
  );
}

/** The controls that float over the viewport. */
export function SolveChrome({ small = false }: { small?: boolean }) {
  return (
    <>
      <ViewBars small={small}>
        <IterationLabel />
      </ViewBars>
      <Legend />
      <HoverCard />
      <SolveCard />
    </>
  );
}
