import { type ReactNode, useEffect, useRef, useState } from "react";
import { Panel, type PanelImperativeHandle } from "react-resizable-panels";
import { recall, remember } from "../../common/remembered";
import type { PanelVisibility } from "../../document/session/panel-state";
import { usePanels, useStores } from "../../document/use-stores";
import panelCss from "../../ui/layout/Panel.module.css";
import { FoldedPanel } from "./PanelHead";

const FOLDED = { outliner: 30, inspector: 30, timeline: 36 };

interface FoldingProps {
  name: keyof PanelVisibility;
  title: string;
  size: number;
  min: number;
  max: number;
  children: ReactNode;
}

/**
 * A panel that folds to a strip, by the shell's state or by dragging its handle. Its size is remembered in pixels,
 * because a share of the window would be a different size in another window.
 */
export function FoldingPanel({ name, title, size, min, max, children }: FoldingProps) {
  const stores = useStores();
  const handle = useRef<PanelImperativeHandle>(null);
  const open = usePanels((state) => state.panels[name]);
  const key = `size.${name}`;
  const [first] = useState(() => (open ? recall(key, size) : FOLDED[name]));
  useEffect(() => {
    const panel = handle.current;
    if (!panel || panel.isCollapsed() === !open) return;
    if (open) panel.resize(recall(key, size));
    else panel.collapse();
  }, [open, key, size]);
  return (
    <Panel
      id={name}
      panelRef={handle}
      defaultSize={first}
      minSize={min}
      maxSize={max}
      collapsible
      collapsedSize={FOLDED[name]}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => {
        const isOpen = !handle.current?.isCollapsed();
        if (isOpen && inPixels >= min) remember(key, Math.round(inPixels));
        const { panels } = stores.panels.getState();
        if (isOpen !== panels[name]) stores.panels.setState({ panels: { ...panels, [name]: isOpen } });
      }}
    >
      {open ? (
        <section className={panelCss.panel} aria-label={title}>
          {children}
        </section>
      ) : (
        <FoldedPanel title={title} panel={name} />
      )}
    </Panel>
  );
}
