import type { Grab } from "../camera/grab";
import type { CanvasPoint } from "../pointer/tool";

/**
 * A drag without a button, after a key was pressed: a click or Enter ends it, a right click or Escape cancels it.
 * Nothing else receives these events.
 */
export function followMove(element: HTMLElement, grab: Grab, done: () => void): void {
  const listeners = new AbortController();
  const finish = (how: "end" | "cancel") => {
    listeners.abort();
    grab[how]();
    done();
  };
  const pointOf = ({ clientX, clientY }: PointerEvent): CanvasPoint => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const take = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = <Kind extends keyof WindowEventMap>(kind: Kind, listen: (event: WindowEventMap[Kind]) => void) =>
    window.addEventListener(kind, listen, { capture: true, signal: listeners.signal });
  on("pointermove", (event) => {
    take(event);
    const { pressure, tiltX, tiltY } = event;
    grab.move([{ ...pointOf(event), pressure, tiltX, tiltY }], event);
  });
  on("pointerdown", (event) => {
    take(event);
    finish(event.button === 2 ? "cancel" : "end");
  });
  on("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    take(event);
    finish(event.key === "Enter" ? "end" : "cancel");
  });
  on("blur", () => finish("cancel"));
}
