import { Outliner } from "../../panels/bones/Outliner";
import { SheetTabs } from "../../panels/frame/SheetTabs";
import { DeformSections } from "./panels/DeformInspector";

/** Outliner and inspector of the Deform workspace on small screens. */
export const DeformTabs = () => (
  <SheetTabs
    first="deform"
    tabs={[
      { value: "bones", label: "Bones", content: <Outliner bare /> },
      { value: "deform", label: "Deform", content: <DeformSections /> },
    ]}
  />
);
