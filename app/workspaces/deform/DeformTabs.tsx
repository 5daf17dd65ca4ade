import { Tabs } from "@base-ui/react/tabs";
import { Outliner } from "../../panels/bones/Outliner";
import sheetCss from "../../panels/frame/sheet.module.css";
import { DeformSections } from "./panels/DeformInspector";

/** Outliner and inspector of the Deform workspace on small screens. */
export function DeformTabs() {
  return (
    <Tabs.Root defaultValue="deform" className={sheetCss.body}>
      <Tabs.List className={sheetCss.tabs}>
        <Tabs.Tab value="bones">Bones</Tabs.Tab>
        <Tabs.Tab value="deform">Deform</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="bones" className={sheetCss.body}>
        <Outliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="deform" className={sheetCss.body}>
        <DeformSections />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
