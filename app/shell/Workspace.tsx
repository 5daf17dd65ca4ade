import { Group, type Layout, Panel, Separator } from "react-resizable-panels";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { DeformInspector } from "../panels/deform/DeformInspector";
import { PoseStrip } from "../panels/deform/PoseStrip";
import { Inspector } from "../panels/Inspector";
import { Outliner } from "../panels/Outliner";
import { OptimiseStrip } from "../panels/paint/OptimiseStrip";
import { PaintInspector } from "../panels/paint/PaintInspector";
import { PaintOutliner } from "../panels/paint/PaintOutliner";
import { Timeline } from "../panels/Timeline";
import { recall, remember } from "../ui/remembered";
import { FoldingPanel } from "./FoldingPanel";
import { SequenceHeading } from "./SequenceHeading";
import { useShell } from "./shell-state";
import { ViewportArea } from "./ViewportArea";

const layoutOf = (group: string) => recall<Layout>(`layout.${group}`, {});
const storedOr = (layout: Layout) => (Object.keys(layout).length > 0 ? layout : undefined);

/** Outliner, viewport over timeline or poses, inspector. Sizes are remembered. */
export function Workspace() {
  const workspace = useView((view) => view.workspace);
  const [isDeform, isPaint] = [workspace === "deform", workspace === "paint"];
  const bound = useDocument((state) => state.skeleton !== null) && isPaint;
  const poses = useShell((shell) => shell.strip === "poses") && isDeform;
  return (
    <main className="main">
      <SequenceHeading />
      <Group
        id="columns"
        style={{ width: "100%" }}
        defaultLayout={storedOr(layoutOf("columns"))}
        onLayoutChanged={(layout) => remember("layout.columns", layout)}
      >
        <FoldingPanel name="outliner" title="Outliner" size={256} min={200} max={480}>
          {isPaint ? <PaintOutliner /> : <Outliner />}
        </FoldingPanel>
        <Separator className="gutter" aria-label="Width of the outliner" />
        <Panel id="middle" minSize={320}>
          <Group
            id="rows"
            orientation="vertical"
            defaultLayout={storedOr(layoutOf("rows"))}
            onLayoutChanged={(layout) => remember("layout.rows", layout)}
          >
            <Panel id="viewport" minSize={200}>
              <ViewportArea />
            </Panel>
            <Separator className="gutter" aria-label="Height of the timeline" />
            <FoldingPanel
              name="timeline"
              title={poses ? "Poses" : bound ? "Course of the optimisation" : "Timeline"}
              size={148}
              min={110}
              max={320}
            >
              {poses ? <PoseStrip /> : bound ? <OptimiseStrip /> : <Timeline />}
            </FoldingPanel>
          </Group>
        </Panel>
        <Separator className="gutter" aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          {isDeform ? <DeformInspector /> : isPaint ? <PaintInspector /> : <Inspector />}
        </FoldingPanel>
      </Group>
    </main>
  );
}
