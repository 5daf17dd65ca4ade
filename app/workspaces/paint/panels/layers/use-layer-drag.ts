import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
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
 * Lets the pointer drag layers to other places in the list.
 * @param layers from top to bottom.
 * @param rowHeight px.
 */
export function useLayerDrag(layers: readonly WeightLayer[], rowHeight: number) {
  const stores = useStores();
  const { history } = useStudio();
  const pressed = useRef<{ row: number; y: number; pointer: number } | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);

  const rowOf = (event: PointerEvent): number => {
    const row = event.target instanceof Element ? event.target.closest("[aria-rowindex]") : null;
    return row ? Number(row.getAttribute("aria-rowindex")) - 1 : -1;
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const isControl = event.target instanceof Element && event.target.closest("button, input");
    const row = rowOf(event);
    if (event.button !== 0 || isControl || !layers[row]) return;
    pressed.current = { row, y: event.clientY, pointer: event.pointerId };
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const press = pressed.current;
    if (!press) return;
    const by = event.clientY - press.y;
    if (!drop && Math.abs(by) < CLICK_PIXELS) return;
    event.currentTarget.setPointerCapture(press.pointer);
    const list = event.currentTarget.querySelector("[role=rowgroup]");
    const at = (event.clientY - (list?.getBoundingClientRect().top ?? 0)) / rowHeight;
    const place = Math.max(0, Math.min(layers.length, Math.round(at)));
    setDrop(place === layers.length ? { over: place - 1, below: true } : { over: place, below: false });
  };

  const dragging = drop !== null;
  useEffect(() => {
    if (!dragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape cancels only the drag.
      event.stopImmediatePropagation();
      event.preventDefault();
      pressed.current = null;
      setDrop(null);
    };
    window.addEventListener("keydown", cancel, { capture: true });
    return () => window.removeEventListener("keydown", cancel, { capture: true });
  }, [dragging]);

  const end = (keeps: boolean) => {
    const press = pressed.current;
    pressed.current = null;
    setDrop(null);
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
