import { formatError } from "../../../common/format";
import { useDocument, useStore, useWork } from "../../../document/use-stores";
import { Legend } from "../../../panels/legend/Legend";
import { ERms } from "../../../panels/report/Report";
import { HoverCard } from "../../../panels/viewport/HoverCard";
import { ViewBars } from "../../../panels/viewport/ViewBars";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { FITTED } from "../runs/live/fitted";
import { SolveCard } from "./SolveCard";

const WHILE_FITTED = {
  former: "Previous rig",
  quick: "Quick fit",
  first: "First fit, refining. Esc stops",
  stopping: "Stopping",
};

/** Says that the rig on screen is not the result yet, during a solve or after a change of settings. */
function UnfinishedLabel() {
  const fitted = useStore(FITTED, ({ shows }) => shows);
  const quickError = useStore(FITTED, ({ eRms }) => eRms);
  const iteration = useWork((work) => (work.solve ? work.solve.history.length : -1));
  const isPartial = useDocument((state) => state.partial !== null);
  const isStale = useDocument((state) => state.partial === null && state.rig !== null);
  if (iteration < 0 && fitted === null) return null;
  const text =
    fitted !== null
      ? WHILE_FITTED[fitted]
      : isPartial
        ? `Iteration ${iteration}, in progress`
        : isStale
          ? "Previous rig"
          : "Source";
  return (
    <div className={overlayCss.below}>
      <div data-ui="label" className={overlayCss.label}>
        {text}
        {fitted === "quick" && quickError !== null && (
          <>
            , <ERms /> {formatError(quickError)}
          </>
        )}
      </div>
    </div>
  );
}

/** The controls that float over the viewport. */
export function SolveChrome({ small = false }: { small?: boolean }) {
  return (
    <>
      <ViewBars small={small}>
        <UnfinishedLabel />
      </ViewBars>
      <Legend />
      <HoverCard />
      <SolveCard />
    </>
  );
}
