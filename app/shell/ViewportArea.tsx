import { useEffect, useRef } from "react";
import { useCompare } from "../document/compare/compare-state";
import { useView } from "../document/view-state";
import { BoneMenu } from "../panels/BoneMenu";
import { RivalChrome } from "../panels/compare/RivalChrome";
import { PaneChrome } from "../panels/deform/PaneChrome";
import { useHeatBeside } from "../panels/paint/BesideTags";
import { PaintChrome } from "../panels/paint/PaintChrome";
import { StopCard } from "../panels/StopCard";
import { ViewportChrome } from "../panels/ViewportChrome";
import { paneRects, partAt } from "../viewport/views";
import { ViewportSeat } from "./viewport-seat";

/** The inspector speaks of the pane that was touched last. */
function focusPane(area: Element, x: number, y: number): void {
  const { panes, workspace, focusedPane } = useView.getState();
  if (workspace !== "deform") return;
  const { left, top, width, height } = area.getBoundingClientRect();
  const rects = paneRects(panes.length, width, height);
  const at = rects.indexOf(partAt(rects, x - left, y - top));
  if (at !== focusedPane) useView.setState({ focusedPane: at });
}

/** Two views of one mesh are small: what else floats over the picture then stands round it. */
function useFramed(): boolean {
  const workspace = useView((view) => view.workspace);
  const compares = useCompare(({ rigs }) => rigs.a !== null || rigs.b !== null);
  const beside = useHeatBeside();
  return workspace === "compare" ? compares : workspace === "paint" && beside;
}

/** The picture and what floats over it. */
export function ViewportArea({ small = false }: { small?: boolean }) {
  const area = useRef<HTMLElement>(null);
  const workspace = useView((view) => view.workspace);
  const framed = useFramed();
  // The viewport is elsewhere in React's tree: its presses pass here in the page's.
  useEffect(() => {
    const element = area.current;
    const onPress = (event: PointerEvent) => element && focusPane(element, event.clientX, event.clientY);
    element?.addEventListener("pointerdown", onPress, true);
    return () => element?.removeEventListener("pointerdown", onPress, true);
  }, []);
  return (
    <section ref={area} className={framed ? "vp framed" : "vp"} aria-label="Viewport">
      <ViewportSeat />
      <BoneMenu />
      <StopCard />
      {workspace === "deform" ? (
        <PaneChrome />
      ) : workspace === "compare" ? (
        <RivalChrome />
      ) : workspace === "paint" ? (
        <PaintChrome small={small} />
      ) : (
        <ViewportChrome small={small} />
      )}
    </section>
  );
}
