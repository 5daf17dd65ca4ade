import { Tabs } from "@base-ui/react/tabs";
import { shownRig } from "../../document/document";
import { useDocument, useView } from "../../document/use-stores";
import sheetCss from "../../panels/frame/sheet.module.css";
import textCss from "../../ui/text/text.module.css";
import { PaintSections } from "./panels/PaintInspector";
import { PaintOutliner } from "./panels/PaintOutliner";

/** Outliner and inspector of the Paint workspace on small screens. The tabs' names follow the active tool. */
export function PaintTabs() {
  const drawing = useView((view) => view.paint.tool === "skeleton");
  const bound = useDocument((state) => shownRig(state) !== null);
  return (
    <Tabs.Root defaultValue="brush" className={sheetCss.body}>
      <Tabs.List className={sheetCss.tabs}>
        <Tabs.Tab value="influences">{drawing || !bound ? "Bones" : "Influences"}</Tabs.Tab>
        <Tabs.Tab value="brush">{drawing ? "Skeleton" : "Brush"}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="influences" className={sheetCss.body}>
        <PaintOutliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="brush" className={sheetCss.body}>
        <h2 className={textCss.visuallyHidden}>{drawing ? "Skeleton" : "Brush"}</h2>
        <PaintSections small />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
