import { useDocument } from "../document/document";
import { selectBones, selectedBones, toggleBone } from "../document/selection";
import { useView, type ViewState } from "../document/view-state";
import { BrushTool } from "./brush/brush-tool";
import type { Drag, GestureEvents } from "./camera/gestures";
import { PoseTool } from "./gizmo/pose-tool";
import { HandleTool } from "./handle-tool";
import { ConstraintMarks } from "./markers/constraint-marks";
import { PaintTool } from "./paint/paint-tool";
import { SkeletonTool } from "./skeleton/skeleton-tool";
import type { Stage } from "./stage";
import type { ViewportEdits } from "./viewport-edits";

const CURSORS: Record<Drag, string> = { orbit: "grabbing", pan: "move", zoom: "ns-resize" };

type Place = { x: number; y: number };

const NOTHING = { vertex: null, bone: null, late: false };

/** A word beside the pointer. */
function createWord(element: HTMLElement) {
  const word = document.createElement("span");
  word.className = "viewport-bone-name";
  word.hidden = true;
  element.append(word);
  return {
    say(text: string | null, at: Place) {
      word.hidden = text === null;
      if (text === null) return;
      word.textContent = text;
      word.style.transform = `translate(${Math.round(at.x) + 14}px, ${Math.round(at.y) - 12}px)`;
    },
    remove: () => word.remove(),
  };
}

/**
 * Tells the view what the pointer is over, at most once a frame, selects what is clicked, and hands drags to the tools.
 * `stop` lets go.
 */
export function attachPointer(
  stage: Stage,
  element: HTMLElement,
  edits: ViewportEdits,
  redraw: () => void,
): { events: GestureEvents; stop: () => void } {
  const word = createWord(element);
  const pose = new PoseTool(stage, edits, redraw, word.say);
  const brush = new BrushTool(stage, edits, redraw, element);
  const handle = new HandleTool(stage, edits, redraw, word.say);
  const paint = new PaintTool(stage, edits, redraw, element, word.say);
  const marks = new ConstraintMarks(stage);
  const skeleton = new SkeletonTool(stage, edits, redraw, word.say);
  let request = 0;
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  let at: Place | null = null;
  let grabbed = false;

  const show = (hand: ViewState["hand"]) => {
    if (useView.getState().hand !== hand) useView.setState({ hand });
  };
  const tell = () => {
    timer = request = 0;
    if (grabbed) return;
    const { playing, hovered } = useView.getState();
    const isPaint = useView.getState().workspace === "paint";
    const drawing = skeleton.hover(at);
    if (drawing) {
      element.style.cursor = drawing.cursor;
      show(drawing.hand);
      if (hovered) useView.setState({ hovered: null });
      return;
    }
    // Rings that were asked for come before the brush, which covers all of the mesh.
    const turned = isPaint && pose.hover(at);
    const painting = paint.hover(turned ? null : at) || brush.hover(at);
    const turning = turned || (!isPaint && !painting && pose.hover(at));
    const handled = !painting && !turning && at ? handle.under(at) : null;
    show(turning ? "over ring" : handled !== null ? "over handle" : null);
    const hit = at && !playing && !turning ? stage.sight.hit(at.x, at.y, "soon") : NOTHING;
    if (hit.late) later();
    if (stage.hoverBone(hit.bone)) redraw();
    word.say(at && hit.bone !== null ? stage.nameOf(hit.bone) : null, at ?? { x: 0, y: 0 });
    const something = hit.bone !== null || hit.vertex !== null;
    element.style.cursor = painting
      ? at && isPaint && marks.pressable(at)
        ? "pointer"
        : "crosshair"
      : turning || handled !== null
        ? "grab"
        : something
          ? "pointer"
          : "default";
    const vertex = painting && !isPaint ? null : hit.vertex;
    if (vertex === null || !at) {
      if (hovered) useView.setState({ hovered: null });
    } else if (hovered?.vertex !== vertex || hovered.x !== at.x || hovered.y !== at.y) {
      useView.setState({ hovered: { vertex, x: at.x, y: at.y } });
    }
  };
  const boneUnder = (point: Place) => {
    const hit = stage.sight.hit(point.x, point.y);
    return hit.bone ?? (hit.vertex === null ? null : stage.boneOf(hit.vertex));
  };
  // After the frame, not within it: moving the picking tree to a new pose takes as long as drawing does.
  const later = () => {
    request ||= requestAnimationFrame(() => {
      timer = setTimeout(tell);
    });
  };

  /** What was under the pointer is not there any more. */
  const forget = () => {
    show(null);
    word.say(null, { x: 0, y: 0 });
    if (at) later();
  };

  // Another pose, mesh or view under a resting pointer is another vertex.
  const stops = [
    useView.subscribe((state, before) => {
      if (state.workspace !== before.workspace || state.layout !== before.layout) forget();
      const other = state.frame !== before.frame || state.playing !== before.playing;
      if (
        at &&
        (other ||
          state.paintMap !== before.paintMap ||
          state.intentMap !== before.intentMap ||
          state.brush !== before.brush ||
          state.paint !== before.paint ||
          state.segment !== before.segment ||
          state.firstJoint !== before.firstJoint ||
          state.snapJoints !== before.snapJoints)
      )
        later();
    }),
    useDocument.subscribe((state, before) => {
      if (state.sequence !== before.sequence) {
        useView.setState({ hovered: null, segment: null, firstJoint: null });
        forget();
      }
    }),
  ];
  return {
    events: {
      hover(point) {
        at = point;
        later();
      },
      click(point, { several }) {
        if (skeleton.click(point, several)) return;
        // The bones of two rigs are not the document's.
        if (useView.getState().workspace === "compare") return;
        const bone = boneUnder(point);
        // Beside the mesh the camera is turned: a press there that stays must not lose the bone that is painted.
        if (bone === null && useView.getState().workspace === "paint") return;
        if (several && bone !== null) toggleBone(bone);
        else selectBones(bone === null ? [] : [bone]);
      },
      menu(point, { clientX, clientY }) {
        const bone = boneUnder(point);
        if (bone === null || useView.getState().workspace !== "solve") return;
        if (!selectedBones(useView.getState()).includes(bone)) selectBones([bone]);
        edits.menu({ x: clientX, y: clientY });
      },
      drag(kind) {
        element.style.cursor = kind ? CURSORS[kind] : "default";
      },
      viewAt: (x, y) => stage.sight.viewAt(x, y),
      grab(point, event) {
        const isPaint = useView.getState().workspace === "paint";
        word.say(null, point);
        const drawn = skeleton.grab(point, event) ?? marks.grab(point, event, () => paint.grab(point, event));
        const ring = isPaint && !drawn ? pose.grab(point, event) : null;
        const painted = drawn ?? (ring ? null : (paint.grab(point, event) ?? brush.grab(point, event)));
        const turned = ring ?? (painted || isPaint ? null : pose.grab(point, event));
        const dragged = painted || turned ? null : handle.grab(point, event);
        const grab = painted ?? turned ?? dragged;
        if (!grab) return null;
        if (turned) show("turning");
        if (dragged) show("moving");
        grabbed = true;
        if (useView.getState().hovered) useView.setState({ hovered: null });
        const release = (how: () => void) => () => {
          grabbed = false;
          show(null);
          how();
        };
        return { move: grab.move, end: release(grab.end), cancel: release(grab.cancel) };
      },
    },
    stop: () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(request);
      clearTimeout(timer);
      word.remove();
      brush.stop();
      paint.stop();
      skeleton.stop();
      marks.stop();
      useView.setState({ hovered: null });
    },
  };
}
