import { useView } from "../document/view-state";
import type { Drag, GestureEvents } from "./camera/gestures";
import type { Stage } from "./stage";

const CURSORS: Record<Drag, string> = { orbit: "grabbing", pan: "move", zoom: "ns-resize" };

/**
 * Tells the view what the pointer is over, at most once a frame, and selects what is clicked. `stop` lets go.
 */
export function attachPointer(
  stage: Stage,
  element: HTMLElement,
  redraw: () => void,
): { events: GestureEvents; stop: () => void } {
  let request = 0;
  let at: { x: number; y: number } | null = null;

  const tell = () => {
    request = 0;
    const { playing, hovered } = useView.getState();
    const hit = at && !playing ? stage.hit(at.x, at.y) : { vertex: null, bone: null };
    if (stage.hoverBone(hit.bone)) redraw();
    element.style.cursor = hit.bone !== null || hit.vertex !== null ? "pointer" : "default";
    const vertex = hit.vertex;
    if (vertex === null || !at) {
      if (hovered) useView.setState({ hovered: null });
    } else if (hovered?.vertex !== vertex || hovered.x !== at.x || hovered.y !== at.y) {
      useView.setState({ hovered: { vertex, x: at.x, y: at.y } });
    }
  };
  const later = () => {
    request ||= requestAnimationFrame(tell);
  };

  // A new pose or rig under a resting pointer is another vertex.
  const unsubscribe = useView.subscribe((state, before) => {
    if (at && (state.frame !== before.frame || state.playing !== before.playing)) later();
  });
  return {
    events: {
      hover(point) {
        at = point;
        later();
      },
      click(point) {
        const hit = stage.hit(point.x, point.y);
        const bone = hit.bone ?? (hit.vertex === null ? null : stage.boneOf(hit.vertex));
        useView.setState({ selectedBone: bone });
      },
      drag(kind) {
        element.style.cursor = kind ? CURSORS[kind] : "default";
      },
      viewAt: (x) => stage.viewAt(x),
    },
    stop: () => {
      unsubscribe();
      cancelAnimationFrame(request);
      useView.setState({ hovered: null });
    },
  };
}
