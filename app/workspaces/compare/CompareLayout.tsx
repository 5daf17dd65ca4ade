import type { ReactNode } from "react";
import { Panel, Separator } from "react-resizable-panels";
import { useCompare } from "../../document/use-stores";
import { SmallLayout, WideLayout } from "../../panels/frame/OwnLayouts";
import { RememberedGroup } from "../../panels/frame/RememberedGroup";
import type { SheetTab } from "../../panels/frame/SheetTabs";
import { Timeline } from "../../panels/timeline/Timeline";
import { ViewportArea } from "../../panels/viewport/ViewportArea";
import panelCss from "../../ui/layout/Panel.module.css";
import type { OwnFace } from "../face";
import css from "./CompareLayout.module.css";
import { CandidateChrome } from "./panels/CandidateChrome";
import { CompareInspector, CompareSections } from "./panels/CompareInspector";
import { PlotPanel } from "./panels/results/ErrorPlot";
import { ResultsPanel } from "./panels/results/ResultsPanel";

/** The two linked views, above the timeline that plays both. */
function Views({ overlay }: { overlay: ReactNode }) {
  const framed = useCompare(({ rigs }) => rigs.a !== null || rigs.b !== null);
  return (
    <div className={css.views}>
      <div className={css.pictures}>
        <ViewportArea framed={framed}>
          {overlay}
          <CandidateChrome />
        </ViewportArea>
      </div>
      <section className={`${panelCss.panel} ${css.timeline}`} aria-label="Timeline">
        <Timeline small />
      </section>
    </div>
  );
}

/** The results above the plot and two linked views; the inspector adds runs. */
function WideCompare({ overlay }: { overlay: ReactNode }) {
  return (
    <WideLayout name="compare" inspector={<CompareInspector />}>
      <RememberedGroup name="compare-rows" vertical>
        <Panel id="results" defaultSize="42%" minSize={120}>
          <ResultsPanel />
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Height of the results" />
        <Panel id="below" minSize={200}>
          <RememberedGroup name="compare-below">
            <Panel id="plot" defaultSize="50%" minSize={220}>
              <PlotPanel />
            </Panel>
            <Separator className={panelCss.gutter} aria-label="Width of the plot" />
            <Panel id="views" minSize={220}>
              <Views overlay={overlay} />
            </Panel>
          </RememberedGroup>
        </Panel>
      </RememberedGroup>
    </WideLayout>
  );
}

const TABS: SheetTab[] = [
  { value: "runs", label: "Runs", content: <CompareSections /> },
  { value: "results", label: "Results", content: <ResultsPanel /> },
  { value: "plot", label: "Plot", content: <PlotPanel /> },
];

/** The layout of the Compare workspace, by window size. */
export const CompareLayout: OwnFace["Layout"] = ({ small, overlay }) =>
  small ? <SmallLayout views={<Views overlay={overlay} />} tabs={TABS} /> : <WideCompare overlay={overlay} />;
