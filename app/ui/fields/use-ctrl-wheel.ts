import { type RefObject, useEffect, useRef } from "react";

/**
 * Calls `onStep` with 1 (up) or −1 (down) for each turn of the wheel under Ctrl; without Ctrl the wheel scrolls the
 * panel. React's own wheel listener is passive and could not prevent the browser's zoom.
 */
export function useCtrlWheel(
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
  onStep: (direction: number) => void,
): void {
  const onWheel = useRef<(event: WheelEvent) => void>(() => {});
  onWheel.current = (event) => {
    if (!event.ctrlKey || !enabled) return;
    event.preventDefault();
    onStep(event.deltaY < 0 ? 1 : -1);
  };
  useEffect(() => {
    const listened = element.current;
    const listen = (event: WheelEvent) => onWheel.current(event);
    listened?.addEventListener("wheel", listen, { passive: false });
    return () => listened?.removeEventListener("wheel", listen);
  }, [element]);
}
