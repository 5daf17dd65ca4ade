import { Group, Panel, Separator } from "react-resizable-panels";
import { useView } from "../document/view-state";
import { DeformInspector } from "../panels/deform/DeformInspector";
import { Inspector } from "../panels/Inspector";
import { Outliner } from "../panels/Outliner";
import { PaintInspector } from "../panels/paint/PaintInspector";
import { PaintOutliner } from "../panels/paint/PaintOutliner";
import { FoldingPanel } from "./FoldingPanel";
import { SequenceHeading } from "./SequenceHeading";
import { useStrip } from "./strip";
import { ViewportArea } from "./ViewportArea";

/** Outliner, viewport over timeline or poses, inspector. Sizes are remembered. */
export function Workspace() {
  const workspace = useView((view) => view.workspace);
  const [isDeform, isPaint] = [workspace === "deform", workspace === "paint"];
  const strip = useStrip();
  return (
    <main className="main">
      <SequenceHeading />
      <Group id="columns" style={{ width: "100%" }}>
        <FoldingPanel name="outliner" title="Outliner" size={256} min={224} max={480}>
          {isPaint ? <PaintOutliner /> : <Outliner />}
        </FoldingPanel>
        <Separator className="gutter" aria-label="Width of the outliner" />
        <Panel id="middle" minSize={320}>
          <Group id="rows" orientation="vertical">
            <Panel id="viewport" minSize={200}>
              <ViewportArea />
            </Panel>
            <Separator className="gutter" aria-label="Height of the timeline" />
            <FoldingPanel name="timeline" title={strip.title} size={148} min={110} max={320}>
              {strip.content()}
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
