import { useDocument } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import noteCss from "../../../ui/feedback/Note.module.css";
import panelCss from "../../../ui/layout/Panel.module.css";
import { BoneSection } from "./bones/BoneSection";
import { PatternSection } from "./bones/PatternSection";
import { ExtractSection } from "./extract/ExtractSection";
import { JointsSection } from "./extract/JointsSection";
import { SkeletonReportSection } from "./extract/SkeletonReportSection";
import { NamesSection } from "./names/NamesSection";
import { LimitSection } from "./pose/LimitSection";
import { PoseLibrary } from "./pose/PoseLibrary";
import { PoseSection } from "./pose/PoseSection";

/** All sections of the inspector; also shown in the sheet of small screens. */
export function SkeletonSections() {
  const moves = useDocument((state) => (state.sequence?.frameCount ?? 0) > 1);
  const hasRig = useDocument((state) => state.rig !== null);
  return (
    <>
      {moves && <ExtractSection />}
      {hasRig ? (
        <>
          <SkeletonReportSection />
          <JointsSection />
          <BoneSection />
          <NamesSection />
          <PatternSection />
          <PoseSection />
          <PoseLibrary />
          <LimitSection />
        </>
      ) : (
        <p className={`${noteCss.note} ${noteCss.inset}`}>
          No skeleton yet. Extract one, solve first, or drop a file with a skeleton.
        </p>
      )}
    </>
  );
}

/** What is done with the skeleton of the rig. */
export function SkeletonInspector() {
  return (
    <>
      <PanelHead title="Skeleton" panel="inspector" />
      <div className={panelCss.body}>
        <SkeletonSections />
      </div>
    </>
  );
}
