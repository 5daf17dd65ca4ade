import { useDocument } from "../document/document";
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
  const name = document.createElement("span");
  name.className = "viewport-bone-name";
  name.hidden = true;
  element.append(name);
  let request = 0;
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  let at: { x: number; y: number } | null = null;

  const tell = () => {
    timer = request = 0;
    const { playing, hovered } = useView.getState();
    const hit = at && !playing ? stage.hit(at.x, at.y) : { vertex: null, bone: null };
    if (stage.hoverBone(hit.bone)) redraw();
    nameBone(hit.bone);
    element.style.cursor = hit.bone !== null || hit.vertex !== null ? "pointer" : "default";
    const vertex = hit.vertex;
    if (vertex === null || !at) {
      if (hovered) useView.setState({ hovered: null });
    } else if (hovered?.vertex !== vertex || hovered.x !== at.x || hovered.y !== at.y) {
      useView.setState({ hovered: { vertex, x: at.x, y: at.y } });
    }
  };
  const nameBone = (bone: number | null) => {
    name.hidden = bone === null || !at;
    if (bone === null || !at) return;
    name.textContent = stage.nameOf(bone);
    name.style.transform = `translate(${Math.round(at.x) + 14}px, ${Math.round(at.y) - 12}px)`;
  };
  // After the frame, not within it: moving the picking tree to a new pose takes as long as drawing does.
  const later = () => {
    request ||= requestAnimationFrame(() => {
      timer = setTimeout(tell);
    });
  };

  // Another pose or mesh under a resting pointer is another vertex.
  const stops = [
    useView.subscribe((state, before) => {
      if (at && (state.frame !== before.frame || state.playing !== before.playing)) later();
    }),
    useDocument.subscribe((state, before) => {
      if (state.sequence !== before.sequence) useView.setState({ hovered: null });
    }),
  ];
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
      for (const stop of stops) stop();
      cancelAnimationFrame(request);
      clearTimeout(timer);
      name.remove();
      useView.setState({ hovered: null });
    },
  };
}
