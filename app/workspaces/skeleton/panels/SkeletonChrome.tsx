import { Legend } from "../../../panels/legend/Legend";
import { HoverCard } from "../../../panels/viewport/HoverCard";
import { ViewBars } from "../../../panels/viewport/ViewBars";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { JointLegend } from "./extract/JointLegend";
import { AlignmentCard } from "./fit/AlignmentCard";
import { BeforeAfter } from "./fit/BeforeAfter";
import { SkeletonTools } from "./SkeletonTools";

const SHOWS = ["view.bone-axes", "view.bone-names", "view.xray", "view.joint-costs"];

/** The controls that float over the viewport. */
export function SkeletonChrome({ small }: { small: boolean }) {
  return (
    <>
      <ViewBars small={small} shows={SHOWS} looks={<BeforeAfter />}>
        {small && (
          <div className={overlayCss.below}>
            <SkeletonTools small />
          </div>
        )}
      </ViewBars>
      {!small && <SkeletonTools small={false} />}
      <Legend />
      <JointLegend />
      {!small && <AlignmentCard />}
      <HoverCard />
    </>
  );
}
