import { type ReactNode, useEffect, useRef } from "react";
import { Group, type Layout, Panel, type PanelImperativeHandle, Separator } from "react-resizable-panels";
import { useView } from "../document/view-state";
import { DeformInspector } from "../panels/deform/DeformInspector";
import { PoseStrip } from "../panels/deform/PoseStrip";
import { Inspector } from "../panels/Inspector";
import { Outliner } from "../panels/Outliner";
import { FoldedPanel } from "../panels/PanelHead";
import { Timeline } from "../panels/Timeline";
import { recall, remember } from "../ui/remembered";
import { SequenceHeading } from "./SequenceHeading";
import { type PanelVisibility, useShell } from "./shell-state";
import { ViewportArea } from "./ViewportArea";

const FOLDED = { outliner: 30, inspector: 30, timeline: 36 };

interface FoldingProps {
  name: keyof PanelVisibility;
  title: string;
  size: number;
  min: number;
  max: number;
  children: ReactNode;
}

/** A panel that folds to a strip; the shell's state and the handle's drags both fold it. */
function FoldingPanel({ name, title, size, min, max, children }: FoldingProps) {
  const handle = useRef<PanelImperativeHandle>(null);
  const open = useShell((shell) => shell.panels[name]);
  useEffect(() => {
    const panel = handle.current;
    if (!panel || panel.isCollapsed() === !open) return;
    if (open) panel.expand();
    else panel.collapse();
  }, [open]);
  return (
    <Panel
      id={name}
      panelRef={handle}
      defaultSize={size}
      minSize={min}
      maxSize={max}
      collapsible
      collapsedSize={FOLDED[name]}
      groupResizeBehavior="preserve-pixel-size"
      onResize={() => {
        const isOpen = !handle.current?.isCollapsed();
        const { panels } = useShell.getState();
        if (isOpen !== panels[name]) useShell.setState({ panels: { ...panels, [name]: isOpen } });
      }}
    >
      {open ? (
        <section className="panel" aria-label={title}>
          {children}
        </section>
      ) : (
        <FoldedPanel title={title} panel={name} />
      )}
    </Panel>
  );
}

const layoutOf = (group: string) => recall<Layout>(`layout.${group}`, {});
const storedOr = (layout: Layout) => (Object.keys(layout).length > 0 ? layout : undefined);

/** Outliner, viewport over timeline or poses, inspector. Sizes are remembered. */
export function Workspace() {
  const isDeform = useView((view) => view.workspace === "deform");
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
          <Outliner />
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
            <FoldingPanel name="timeline" title={poses ? "Poses" : "Timeline"} size={148} min={110} max={320}>
              {poses ? <PoseStrip /> : <Timeline />}
            </FoldingPanel>
          </Group>
        </Panel>
        <Separator className="gutter" aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          {isDeform ? <DeformInspector /> : <Inspector />}
        </FoldingPanel>
      </Group>
    </main>
  );
}
