import { SheetTabs } from "../../panels/frame/SheetTabs";
import { BoneOutliner } from "./panels/bones/BoneOutliner";
import { SkeletonSections } from "./panels/SkeletonInspector";

/** Outliner and inspector of the Skeleton workspace on small screens. */
export const SkeletonTabs = () => (
  <SheetTabs
    first="skeleton"
    tabs={[
      { value: "bones", label: "Bones", content: <BoneOutliner bare /> },
      { value: "skeleton", label: "Skeleton", content: <SkeletonSections /> },
    ]}
  />
);
