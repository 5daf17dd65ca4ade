import { Tabs } from "@base-ui/react/tabs";
import sheetCss from "../../panels/frame/sheet.module.css";
import { BoneOutliner } from "./panels/bones/BoneOutliner";
import { SkeletonSections } from "./panels/SkeletonInspector";

/** Outliner and inspector of the Skeleton workspace on small screens. */
export function SkeletonTabs() {
  return (
    <Tabs.Root defaultValue="skeleton" className={sheetCss.body}>
      <Tabs.List className={sheetCss.tabs}>
        <Tabs.Tab value="bones">Bones</Tabs.Tab>
        <Tabs.Tab value="skeleton">Skeleton</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="bones" className={sheetCss.body}>
        <BoneOutliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="skeleton" className={sheetCss.body}>
        <SkeletonSections />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
