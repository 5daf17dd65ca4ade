import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
import { type EdgeScroll, edgeScroll } from "../../../../common/edge-scroll";
import { useStores } from "../../../../document/use-stores";
import { moveLayer } from "../../../../document/weights/layers/layer-commands";

/** A press that moves fewer pixels is a click. */
const CLICK_PIXELS = 4;

/** The place of a dragged layer: above or below the row at `over`, counted from the top. */
interface Drop {
  over: number;
  below: boolean;
}

/**
 * Lets the pointer drag layers to other places in the list, which scrolls while the pointer is near its edge.
 * @param layers from top to bottom.
 * @param rowHeight px.
 */
export function useLayerDrag(layers: readonly WeightLayer[], rowHeight: number) {
  const stores = useStores();
  const { history } = useStudio();
  const pressed = useRef<{ row: number; y: number; at: number; pointer: number } | null>(null);
  const scroll = useRef<EdgeScroll | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);

  const forget = useCallback(() => {
    scroll.current?.stop();
    scroll.current = null;
    pressed.current = null;
    setDrop(null);
  }, []);
  useEffect(() => () => scroll.current?.stop(), []);

  const rowOf = (event: PointerEvent): number => {
    const row = event.target instanceof Element ? event.target.closest("[aria-rowindex]") : null;
    return row ? Number(row.getAttribute("aria-rowindex")) - 1 : -1;
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const isControl = event.target instanceof Element && event.target.closest("button, input");
    const row = rowOf(event);
    if (event.button !== 0 || isControl || !layers[row]) return;
    pressed.current = { row, y: event.clientY, at: event.clientY, pointer: event.pointerId };
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const press = pressed.current;
    if (!press) return;
    const by = event.clientY - press.y;
    if (!drop && Math.abs(by) < CLICK_PIXELS) return;
    event.currentTarget.setPointerCapture(press.pointer);
    press.at = event.clientY;
    const list = event.currentTarget.querySelector<HTMLElement>("[aria-rowcount]");
    const rows = list?.querySelector("[role=rowgroup]");
    if (!list || !rows) return;
    const show = () => {
      const { top, bottom } = list.getBoundingClientRect();
      const y = Math.max(top, Math.min(bottom, press.at));
      const at = (y - rows.getBoundingClientRect().top) / rowHeight;
      const place = Math.max(0, Math.min(layers.length, Math.round(at)));
      setDrop(place === layers.length ? { over: place - 1, below: true } : { over: place, below: false });
    };
    show();
    scroll.current ??= edgeScroll(list, show);
    scroll.current.follow(event.clientY);
  };

  const dragging = drop !== null;
  useEffect(() => {
    if (!dragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape cancels only the drag.
      event.stopImmediatePropagation();
      event.preventDefault();
      forget();
    };
    window.addEventListener("keydown", cancel, { capture: true });
    return () => window.removeEventListener("keydown", cancel, { capture: true });
  }, [dragging, forget]);

  const end = (keeps: boolean) => {
    const press = pressed.current;
    forget();
    const layer = press && layers[press.row];
    if (!keeps || !drop || !layer) return;
    const gap = drop.over + Number(drop.below);
    const row = gap > press.row ? gap - 1 : gap;
    const command = moveLayer(stores, layer.id, layers.length - 1 - row);
    if (command) history.run(command);
  };

  return {
    over: drop?.over ?? -1,
    below: drop?.below ?? false,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}
