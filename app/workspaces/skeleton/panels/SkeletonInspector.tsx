import { ownInScene } from "../../../document/skeleton/own-skeleton";
import { useDocument, useStore, useWork } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { Note } from "../../../ui/feedback/Note";
import panelCss from "../../../ui/layout/Panel.module.css";
import { FIT_DESK } from "../runs/fit/fit-desk";
import { BoneSection } from "./bones/BoneSection";
import { PatternSection } from "./bones/PatternSection";
import { ExtractSection } from "./extract/ExtractSection";
import { JointsSection } from "./extract/JointsSection";
import { SkeletonReportSection } from "./extract/SkeletonReportSection";
import { FitBoneSection } from "./fit/FitBoneSection";
import { FitReportSection } from "./fit/FitReportSection";
import { FitSection } from "./fit/FitSection";
import { HalfSwitch } from "./fit/HalfSwitch";
import { HelpersSection } from "./fit/HelpersSection";
import { LockedSection } from "./fit/LockedSection";
import { NamesSection } from "./names/NamesSection";
import { LimitSection } from "./pose/LimitSection";
import { PoseLibrary } from "./pose/PoseLibrary";
import { PoseSection } from "./pose/PoseSection";

/** The sections for a skeleton that is extracted from the motion. */
function ExtractHalf() {
  const hasRig = useDocument((state) => state.rig !== null);
  return (
    <>
      <ExtractSection />
      {hasRig && (
        <>
          <SkeletonReportSection />
          <JointsSection />
        </>
      )}
    </>
  );
}

/** The sections for the artist's own skeleton. */
function FitHalf() {
  const inScene = useDocument(ownInScene);
  return (
    <>
      <FitSection />
      {inScene && (
        <>
          <FitReportSection />
          <HelpersSection />
          <LockedSection />
          <FitBoneSection />
        </>
      )}
    </>
  );
}

/** All sections of the inspector; also shown in the sheet of small screens. */
export function SkeletonSections() {
  const moves = useDocument((state) => (state.sequence?.frameCount ?? 0) > 1);
  const hasRig = useDocument((state) => state.rig !== null);
  const isRunning = useWork((work) => work.extraction !== null);
  const half = useStore(FIT_DESK, (desk) => desk.half);
  return (
    <>
      {moves && <HalfSwitch />}
      {moves && (half === "fit" ? <FitHalf /> : <ExtractHalf />)}
      {hasRig ? (
        <>
          <BoneSection />
          <NamesSection />
          <PatternSection />
          <PoseSection />
          <PoseLibrary />
          <LimitSection />
        </>
      ) : (
        half === "extract" &&
        !isRunning && <Note inset>No skeleton yet. Extract one, solve, or drop a file with a skeleton.</Note>
      )}
    </>
  );
}

/** The inspector of the Skeleton workspace. */
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
