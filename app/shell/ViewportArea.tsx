import { useView } from "../document/view-state";
import { PaneChrome } from "../panels/deform/PaneChrome";
import { BoneMenu } from "../panels/BoneMenu";
import { ViewportChrome } from "../panels/ViewportChrome";
import { Viewport } from "../viewport/viewport";
import { paneRects, partAt } from "../viewport/views";
import { useStudio } from "./studio";

/** The inspector speaks of the pane that was touched last. */
function focusPane(area: Element, x: number, y: number): void {
  const { panes, workspace, focusedPane } = useView.getState();
  if (workspace !== "deform") return;
  const { left, top, width, height } = area.getBoundingClientRect();
  const rects = paneRects(panes.length, width, height);
  const at = rects.indexOf(partAt(rects, x - left, y - top));
  if (at !== focusedPane) useView.setState({ focusedPane: at });
}

/** The picture and what floats over it. */
export function ViewportArea({ small = false }: { small?: boolean }) {
  const { viewport, edits } = useStudio();
  const isDeform = useView((view) => view.workspace === "deform");
  return (
    <section
      className="vp"
      aria-label="Viewport"
      onPointerDownCapture={(event) => {
        // Menus of this part are elsewhere on the page.
        const isHere = event.currentTarget.contains(event.target as Node);
        if (isHere) focusPane(event.currentTarget, event.clientX, event.clientY);
      }}
    >
      <Viewport edits={edits} handleRef={viewport} />
      <BoneMenu />
      {isDeform ? <PaneChrome /> : <ViewportChrome small={small} />}
    </section>
  );
}
