import type { ReactNode } from "react";
import { Panel, Separator } from "react-resizable-panels";
import { SmallLayout, WideLayout } from "../../panels/frame/OwnLayouts";
import { RememberedGroup } from "../../panels/frame/RememberedGroup";
import type { SheetTab } from "../../panels/frame/SheetTabs";
import { ViewportArea } from "../../panels/viewport/ViewportArea";
import panelCss from "../../ui/layout/Panel.module.css";
import type { OwnFace } from "../face";
import { ReduceChrome } from "./panels/ReduceChrome";
import { ReduceInspector, ReduceSections } from "./panels/ReduceInspector";
import { ReductionTable } from "./panels/ReductionTable";
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
    <WideLayout name="reduce" inspector={<ReduceInspector />}>
      <RememberedGroup name="reduce-rows" vertical>
        <Panel id="reduce-views" minSize={200}>
          <Views overlay={overlay} />
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Height of the methods" />
        <Panel id="reduce-below" defaultSize="44%" minSize={140}>
          <RememberedGroup name="reduce-below">
            <Panel id="reduce-table" defaultSize="56%" minSize={220}>
              <ReductionTable />
            </Panel>
            <Separator className={panelCss.gutter} aria-label="Width of the plot" />
            <Panel id="reduce-plot" minSize={220}>
              <SizePlot />
            </Panel>
          </RememberedGroup>
        </Panel>
      </RememberedGroup>
    </WideLayout>
  );
}

const TABS: SheetTab[] = [
  { value: "reduce", label: "Reduce", content: <ReduceSections /> },
  { value: "methods", label: "Methods", content: <ReductionTable /> },
  { value: "plot", label: "Plot", content: <SizePlot /> },
];

/** The layout of the Reduce workspace, by window size. */
export const ReduceLayout: OwnFace["Layout"] = ({ small, overlay }) =>
  small ? <SmallLayout views={<Views overlay={overlay} />} tabs={TABS} /> : <WideReduce overlay={overlay} />;
