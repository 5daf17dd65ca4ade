import { Group, Panel, Separator } from "react-resizable-panels";
import { Outliner } from "../../panels/bones/Outliner";
import { FoldingPanel } from "../../panels/frame/FoldingPanel";
import { SequenceHeading } from "../../panels/frame/SequenceHeading";
import panelCss from "../../ui/layout/Panel.module.css";
import { useAtSize } from "../../ui/layout/use-layout";
import type { PanelFace } from "../../workspaces/face";
import { useStrip } from "../faces";
import { WorkspaceViewport } from "./WorkspaceViewport";

/** Windows from this width on have room for long names of bones, px. */
const WIDE = 1680;
const outlinerWidth = (): number => (window.innerWidth >= WIDE ? 320 : 256);

/** The outliner, the viewport above the timeline or the poses, and the inspector. Remembers their sizes. */
export function WorkspaceLayout({ face }: { face: PanelFace }) {
  const { Inspector, Outliner: Listing = Outliner } = face;
  const strip = useStrip();
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <Group id="columns" style={{ width: "100%" }}>
        <FoldingPanel name="outliner" title="Outliner" size={useAtSize(outlinerWidth)} min={224} max={480}>
          <Listing />
        </FoldingPanel>
        <Separator className={panelCss.gutter} aria-label="Width of the outliner" />
        <Panel id="middle" minSize={320}>
          <Group id="rows" orientation="vertical">
            <Panel id="viewport" minSize={200}>
              <WorkspaceViewport face={face} />
            </Panel>
            <Separator className={panelCss.gutter} aria-label="Height of the timeline" />
            <FoldingPanel name="timeline" title={strip.title} size={148} min={110} max={320}>
              {strip.content()}
            </FoldingPanel>
          </Group>
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          <Inspector />
        </FoldingPanel>
      </Group>
    </main>
  );
}
