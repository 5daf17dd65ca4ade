import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
import { type EdgeScroll, edgeScroll } from "../../../../common/edge-scroll";
import { useStores } from "../../../../document/use-stores";
import { moveLayer } from "../../../../document/weights/layers/layer-commands";
import { dropAt, type LayerDrop, rowAfterDrop } from "./layer-drop";

/** A press that moves fewer pixels is a click. */
const CLICK_PIXELS = 4;

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
  const [drop, setDrop] = useState<LayerDrop | null>(null);

  const forget = useCallback(() => {
    scroll.current?.stop();
    scroll.current = null;
    pressed.current = null;
    setDrop(null);
  }, []);
  useEffect(() => () => scroll.current?.stop(), []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const isControl = event.target instanceof Element && event.target.closest("button, input");
    const row = pressedRow(event);
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
    if (!list) return;
    const show = () => setDrop(dropAt(list, { y: press.at, rowHeight, count: layers.length }));
    show();
    scroll.current ??= edgeScroll(list, show);
    scroll.current.follow(event.clientY);
  };

  useEscape(drop !== null, forget);

  const end = (keeps: boolean) => {
    const press = pressed.current;
    forget();
    const layer = press && layers[press.row];
    if (!keeps || !drop || !layer) return;
    const command = moveLayer(stores, layer.id, layers.length - 1 - rowAfterDrop(drop, press.row));
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

/** The row under a press, from the top; −1 if there is none. */
function pressedRow({ target }: PointerEvent): number {
  const row = target instanceof Element ? target.closest("[aria-rowindex]") : null;
  return row ? Number(row.getAttribute("aria-rowindex")) - 1 : -1;
}

/** Escape cancels a drag, and nothing else. */
function useEscape(isDragging: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation();
      event.preventDefault();
      cancel();
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [isDragging, cancel]);
}
