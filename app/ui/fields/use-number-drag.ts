import { type PointerEvent, useRef } from "react";
import { dragValue, type NumberRange, whole } from "../../common/number-range";

/** A press that moves fewer pixels is a click. */
const CLICK_PIXELS = 3;

interface NumberDragOptions {
  /** The value where a drag starts. */
  value: number;
  range: NumberRange;
  enabled: boolean;
  /** Called with each value of the drag, and with the first value if the drag is abandoned. */
  onMove(value: number): void;
  onDrop(): void;
  onClick(): void;
}

/** Drags a number sideways. Shift makes it finer, Ctrl snaps to round values. */
export function useNumberDrag({ value, range, enabled, onMove, onDrop, onClick }: NumberDragOptions) {
  const drag = useRef<{ x: number; from: number; way: number; moved: boolean } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!enabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: value, way: 0, moved: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const gesture = drag.current;
    if (!gesture) return;
    const pixels = event.clientX - gesture.x;
    if (!gesture.moved && Math.abs(pixels) < CLICK_PIXELS) return;
    gesture.moved = true;
    gesture.x = event.clientX;
    gesture.way += pixels * (event.shiftKey ? 0.1 : 1);
    onMove(whole(dragValue(gesture.from, gesture.way, range, event.ctrlKey), range));
  };
  const onPointerUp = () => {
    const gesture = drag.current;
    drag.current = null;
    if (gesture?.moved) onDrop();
    else if (gesture) onClick();
  };
  /** Restores the value from before the drag. False if there is no drag. */
  const abandon = () => {
    if (!drag.current) return false;
    drag.current = null;
    onMove(value);
    return true;
  };
  return { abandon, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: abandon } };
}
