import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useCompare } from "../../document/use-stores";
import { FoldingPanel } from "../../panels/frame/FoldingPanel";
import { RememberedGroup } from "../../panels/frame/RememberedGroup";
import { SequenceHeading } from "../../panels/frame/SequenceHeading";
import { Sheet } from "../../panels/frame/sheet";
import sheetCss from "../../panels/frame/sheet.module.css";
import { ViewportArea } from "../../panels/viewport/ViewportArea";
import panelCss from "../../ui/layout/Panel.module.css";
import type { OwnFace } from "../face";
import { CandidateChrome } from "./panels/CandidateChrome";
import { CompareInspector, CompareSections } from "./panels/CompareInspector";
import { PlotPanel } from "./panels/results/ErrorPlot";
import { ResultsPanel } from "./panels/results/ResultsPanel";

/** The two linked views. */
function Views({ overlay }: { overlay: ReactNode }) {
  const framed = useCompare(({ rigs }) => rigs.a !== null || rigs.b !== null);
  return (
    <ViewportArea framed={framed}>
      {overlay}
      <CandidateChrome />
    </ViewportArea>
  );
}

/** The results above the plot and two linked views; the inspector adds runs. */
function WideCompare({ overlay }: { overlay: ReactNode }) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <Group id="compare-columns" style={{ width: "100%" }}>
        <Panel id="compare-middle" minSize={320}>
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
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          <CompareInspector />
        </FoldingPanel>
      </Group>
    </main>
  );
}

/** The layout below 1000 px: the views, and a sheet for everything else. */
function SmallCompare({ overlay }: { overlay: ReactNode }) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <div className={`${sheetCss.stage} ${sheetCss.bare}`}>
        <Views overlay={overlay} />
        <Sheet>
          <Tabs.Root defaultValue="runs" className={sheetCss.body}>
            <Tabs.List className={sheetCss.tabs}>
              <Tabs.Tab value="runs">Runs</Tabs.Tab>
              <Tabs.Tab value="results">Results</Tabs.Tab>
              <Tabs.Tab value="plot">Plot</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="runs" className={sheetCss.body}>
              <CompareSections />
            </Tabs.Panel>
            <Tabs.Panel value="results" className={sheetCss.body}>
              <ResultsPanel />
            </Tabs.Panel>
            <Tabs.Panel value="plot" className={sheetCss.body}>
              <PlotPanel />
            </Tabs.Panel>
          </Tabs.Root>
        </Sheet>
      </div>
    </main>
  );
}

/** The layout of the Compare workspace, by window size. */
export const CompareLayout: OwnFace["Layout"] = ({ small, overlay }) =>
  small ? <SmallCompare overlay={overlay} /> : <WideCompare overlay={overlay} />;
