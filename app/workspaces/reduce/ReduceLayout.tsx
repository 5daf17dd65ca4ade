import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { FoldingPanel } from "../../panels/frame/FoldingPanel";
import { RememberedGroup } from "../../panels/frame/RememberedGroup";
import { SequenceHeading } from "../../panels/frame/SequenceHeading";
import { Sheet } from "../../panels/frame/sheet";
import sheetCss from "../../panels/frame/sheet.module.css";
import { ViewportArea } from "../../panels/viewport/ViewportArea";
import panelCss from "../../ui/layout/Panel.module.css";
import type { OwnFace } from "../face";
import { MethodTable } from "./panels/MethodTable";
import { ReduceChrome } from "./panels/ReduceChrome";
import { ReduceInspector, ReduceSections } from "./panels/ReduceInspector";
import { SizePlot } from "./panels/SizePlot";

/** The two linked views. */
function Views({ overlay }: { overlay: ReactNode }) {
  return (
    <ViewportArea framed={false}>
      {overlay}
      <ReduceChrome />
    </ViewportArea>
  );
}

/** The views above the table and the plot; the inspector on the right. */
function WideReduce({ overlay }: { overlay: ReactNode }) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <Group id="reduce-columns" style={{ width: "100%" }}>
        <Panel id="reduce-middle" minSize={320}>
          <RememberedGroup name="reduce-rows" vertical>
            <Panel id="reduce-views" minSize={200}>
              <Views overlay={overlay} />
            </Panel>
            <Separator className={panelCss.gutter} aria-label="Height of the methods" />
            <Panel id="reduce-below" defaultSize="44%" minSize={140}>
              <RememberedGroup name="reduce-below">
                <Panel id="reduce-table" defaultSize="56%" minSize={220}>
                  <MethodTable />
                </Panel>
                <Separator className={panelCss.gutter} aria-label="Width of the plot" />
                <Panel id="reduce-plot" minSize={220}>
                  <SizePlot />
                </Panel>
              </RememberedGroup>
            </Panel>
          </RememberedGroup>
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          <ReduceInspector />
        </FoldingPanel>
      </Group>
    </main>
  );
}

/** The layout below 1000 px: the views, and a sheet for everything else. */
function SmallReduce({ overlay }: { overlay: ReactNode }) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <div className={`${sheetCss.stage} ${sheetCss.bare}`}>
        <Views overlay={overlay} />
        <Sheet>
          <Tabs.Root defaultValue="reduce" className={sheetCss.body}>
            <Tabs.List className={sheetCss.tabs}>
              <Tabs.Tab value="reduce">Reduce</Tabs.Tab>
              <Tabs.Tab value="methods">Methods</Tabs.Tab>
              <Tabs.Tab value="plot">Plot</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="reduce" className={sheetCss.body}>
              <ReduceSections />
            </Tabs.Panel>
            <Tabs.Panel value="methods" className={sheetCss.body}>
              <MethodTable />
            </Tabs.Panel>
            <Tabs.Panel value="plot" className={sheetCss.body}>
              <SizePlot />
            </Tabs.Panel>
          </Tabs.Root>
        </Sheet>
      </div>
    </main>
  );
}

/** The layout of the Reduce workspace, by window size. */
export const ReduceLayout: OwnFace["Layout"] = ({ small, overlay }) =>
  small ? <SmallReduce overlay={overlay} /> : <WideReduce overlay={overlay} />;
