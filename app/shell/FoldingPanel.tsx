import { type ReactNode, useEffect, useRef } from "react";
import { Panel, type PanelImperativeHandle } from "react-resizable-panels";
import { FoldedPanel } from "../panels/PanelHead";
import { type PanelVisibility, useShell } from "./shell-state";

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
export function FoldingPanel({ name, title, size, min, max, children }: FoldingProps) {
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
