import { Tabs } from "@base-ui/react/tabs";
import { Outliner } from "../../panels/bones/Outliner";
import { DeformSections } from "./panels/DeformInspector";

/** Outliner and inspector of the Deform workspace on small screens. */
export function DeformTabs() {
  return (
    <Tabs.Root defaultValue="deform" className="sheet-body">
      <Tabs.List className="tabs2">
        <Tabs.Tab value="bones">Bones</Tabs.Tab>
        <Tabs.Tab value="deform">Deform</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="bones" className="sheet-body">
        <Outliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="deform" className="sheet-body">
        <DeformSections />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
