import { ActionIcon } from "../../../actions/ActionButton";
import { Legend } from "../../../panels/legend/Legend";
import { HoverCard } from "../../../panels/viewport/HoverCard";
import { LayoutPill, ShadingMenu } from "../../../panels/viewport/LooksBars";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Separator } from "../../../ui/layout/Separator";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { JointLegend } from "./extract/JointLegend";

/** The controls that float over the viewport. */
export function SkeletonChrome({ small }: { small: boolean }) {
  return (
    <>
      <div className={`${overlayCss.overlay} ${overlayCss.across}`}>
        <LayoutPill small={small} />
        <ShadingMenu />
        <span className={layoutCss.grow} />
        <div data-ui="bar" className={overlayCss.bar} role="toolbar" aria-label="View">
          <ActionIcon action="pose.rotate" />
          <ActionIcon action="pose.reach" />
          <Separator />
          <ActionIcon action="view.bones" />
          <ActionIcon action="view.bone-axes" />
          <ActionIcon action="view.joint-costs" />
          {!small && <ActionIcon action="view.grid" />}
          {!small && <ActionIcon action="view.wireframe" />}
          <Separator />
          <ActionIcon action="view.frame-selection" />
          {!small && <ActionIcon action="file.picture" />}
        </div>
      </div>
      <Legend />
      <JointLegend />
      <HoverCard />
    </>
  );
}
