import { SheetTabs } from "../../panels/frame/SheetTabs";
import { BoneOutliner } from "./panels/bones/BoneOutliner";
import { AlignmentCard } from "./panels/fit/AlignmentCard";
import { SkeletonSections } from "./panels/SkeletonInspector";

/** The alignment comes first, because a low viewport has no room for its card. */
const SheetSections = () => (
  <>
    <AlignmentCard inSheet />
    <SkeletonSections />
  </>
);

/** Outliner and inspector of the Skeleton workspace on small screens. */
export const SkeletonTabs = () => (
  <SheetTabs
    first="skeleton"
    tabs={[
      { value: "bones", label: "Bones", content: <BoneOutliner bare /> },
      { value: "skeleton", label: "Skeleton", content: <SheetSections /> },
    ]}
  />
);
