import type { ReactNode } from "react";
import { ActionIcon } from "../../actions/ActionButton";
import layoutCss from "../../ui/layout/layout.module.css";
import { Separator } from "../../ui/layout/Separator";
import overlayCss from "../../ui/overlays/Overlay.module.css";
import { LayoutPill, ShadingMenu } from "./LooksBars";

interface ViewBarsProps {
  small: boolean;
  /** More switches for the view. */
  shows?: readonly string[];
  /** More controls beside the shading. */
  looks?: ReactNode;
  children?: ReactNode;
}

/** The bars at the top of the viewport: layout and shading on the left, switches on the right. */
export function ViewBars({ small, shows = [], looks, children }: ViewBarsProps) {
  return (
    <div className={`${overlayCss.overlay} ${overlayCss.across}`}>
      <LayoutPill small={small} />
      <ShadingMenu />
      {looks}
      <span className={layoutCss.grow} />
      <div data-ui="bar" className={overlayCss.bar} role="toolbar" aria-label="View">
        <ActionIcon action="view.bones" />
        {shows.map((action) => (
          <ActionIcon key={action} action={action} />
        ))}
        {!small && <ActionIcon action="view.grid" />}
        {!small && <ActionIcon action="view.wireframe" />}
        <Separator />
        <ActionIcon action="view.frame-selection" />
        {!small && <ActionIcon action="file.picture" />}
      </div>
      {children}
    </div>
  );
}
