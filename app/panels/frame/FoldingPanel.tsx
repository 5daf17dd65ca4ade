import { type ReactNode, useEffect, useRef, useState } from "react";
import { Panel, type PanelImperativeHandle } from "react-resizable-panels";
import { recall, remember } from "../../common/remembered";
import type { PanelVisibility } from "../../document/session/panel-state";
import { usePanels, useStores } from "../../document/use-stores";
import panelCss from "../../ui/layout/Panel.module.css";
import { textGrowth, useAtSize } from "../../ui/layout/use-layout";
import { FoldedPanel } from "./PanelHead";

/** Sizes of folded panels with text of the usual size, px. They show an icon alone. */
const FOLDED = { outliner: 30, inspector: 30, timeline: 36 };

/** The narrowest window whose panels may grow with the text, px. */
const NARROWEST = 960;

/** How much larger panels are than usual, because their text is. Narrow windows have room for less. */
const growth = (): number =>
  Math.max(1, Math.min(textGrowth(), Math.round((100 * window.innerWidth) / NARROWEST) / 100));

/** The size of a panel that is remembered for text of the usual size, px. */
const recalled = (key: string, size: number): number => Math.round(growth() * recall(key, size));

/**
 * Whether a separator is dragged, or moved by keys. A window that became too narrow also takes from its panels, which
 * is not the artist's wish.
 */
const isByHand = (): boolean =>
  document.querySelector("[data-separator=active], [role=separator]:focus") !== null;

interface FoldingProps {
  name: keyof PanelVisibility;
  title: string;
  /** Sizes in px, with text of the usual size. */
  size: number;
  min: number;
  max: number;
  children: ReactNode;
}

/**
 * A panel that folds to a strip, by the shell's state or by dragging its handle. Its size is remembered in pixels, for
 * text of the usual size, because a share of the window would be a different size in another window.
 */
export function FoldingPanel({ name, title, children, ...usual }: FoldingProps) {
  const scale = useAtSize(growth);
  const folded = Math.round(FOLDED[name] * useAtSize(textGrowth));
  const [min, max] = [usual.min, usual.max].map((px) => Math.round(scale * px));
  const stores = useStores();
  const handle = useRef<PanelImperativeHandle>(null);
  const open = usePanels((state) => state.panels[name]);
  const key = `size.${name}`;
  const [first] = useState(() => (open ? recalled(key, usual.size) : folded));
  useEffect(() => {
    const panel = handle.current;
    if (!panel || panel.isCollapsed() === !open) return;
    if (open) panel.resize(recalled(key, usual.size));
    else panel.collapse();
  }, [open, key, usual.size]);
  const fitted = useRef(scale);
  useEffect(() => {
    if (fitted.current === scale) return;
    // The group takes over the window's new size, and this panel's new limits, before the next frame.
    const request = requestAnimationFrame(() => {
      fitted.current = scale;
      if (handle.current && !handle.current.isCollapsed()) handle.current.resize(recalled(key, usual.size));
    });
    return () => cancelAnimationFrame(request);
  }, [key, scale, usual.size]);
  return (
    <Panel
      id={name}
      panelRef={handle}
      defaultSize={first}
      minSize={min}
      maxSize={max}
      collapsible
      collapsedSize={folded}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => {
        const isOpen = !handle.current?.isCollapsed();
        if (isByHand() && isOpen && inPixels >= min) remember(key, Math.round(inPixels / scale));
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
