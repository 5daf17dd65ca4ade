import type { CameraMove } from "../../document/keymap/keymap";
import { selectBones, toggleBone } from "../../document/selection";
import { HAND } from "../../document/session/hand";
import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import type { GestureEvents } from "../camera/gestures";
import type { HoverPoint } from "../camera/grab";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import { createWord, type PointerWord } from "./pointer-word";
import type { CanvasPoint, Tool, ToolHover, ViewportTool } from "./tool";

const CURSORS: Record<CameraMove, string> = { orbit: "grabbing", pan: "move", zoom: "ns-resize" };

const NOTHING = { vertex: null, bone: null, late: false };

/** Changes of these view fields may change the part under a resting pointer. */
const SEEN = [
  ...(["frame", "playing", "paintMap", "intentMap", "mapBrushes", "paint"] as const),
  ...(["segment", "firstJoint", "snapJoints"] as const),
];

const show = (stores: Stores, hand: ViewState["hand"]) => {
  if (stores.view.getState().hand !== hand) stores.view.setState({ hand });
};

export interface PointerParts {
  stage: Stage;
  element: HTMLElement;
  edits: ViewportEdits;
  /** In the order in which they are asked. The first one is drawn on top. */
  tools: readonly Tool[];
  redraw(): void;
}

/**
 * Passes hovering, presses and clicks to the first tool that takes them. A click that no tool takes selects bones, and
 * hovering updates the view, at most once per frame. `stop` removes everything.
 */
export function attachPointer(
  stores: Stores,
  { stage, element, edits, tools: makers, redraw }: PointerParts,
): {
  events: GestureEvents;
  stop: () => void;
} {
  const word = createWord(element);
  const boneUnder = (point: CanvasPoint) => {
    const hit = stage.picking.hit(point.x, point.y);
    return hit.bone ?? (hit.vertex === null ? null : stage.bones.moving(hit.vertex));
  };
  const context = { stores, stage, edits, element, redraw, say: word.say, boneUnder };
  // Before the keys of tools.
  window.addEventListener("keydown", hoverNow, { capture: true });
  const tools = makers
    .toReversed()
    .map((make) => make(context))
    .toReversed();
  let request = 0;
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  let at: HoverPoint | null = null;
  let grabbed = false;

  function tell(): void {
    timer = request = 0;
    if (grabbed) return;
    const hovered = hoverTools(tools, at);
    show(stores, hovered?.hand ?? null);
    if (hovered?.sees === "own") {
      element.style.cursor = hovered.cursor;
      tellVertex(stores, null, at);
    } else if (lookUnder(stores, { stage, element, word, redraw }, at, hovered)) later();
  }
  // Wait until after the frame, because refitting the picking tree to a new pose takes as long as drawing.
  const later = () => {
    request ||= requestAnimationFrame(() => {
      timer = setTimeout(tell);
    });
  };

  /** Keys act on what is under the pointer, even if it moved in this very frame. */
  function hoverNow(): void {
    if (!request && !timer) return;
    cancelAnimationFrame(request);
    clearTimeout(timer);
    tell();
  }

  /** Clears the hover, because the part under the pointer no longer exists. */
  const forget = () => {
    show(stores, null);
    word.say(null, { x: 0, y: 0 });
    if (at) later();
  };

  // A change of the pose, the mesh or the view puts another vertex under a resting pointer.
  const stops = [
    stores.view.subscribe((state, before) => {
      if (state.workspace !== before.workspace || state.layout !== before.layout) forget();
      else if (at && SEEN.some((key) => state[key] !== before[key])) later();
    }),
    stores.document.subscribe((state, before) => {
      if (state.sequence === before.sequence) return;
      stores.view.setState({ hovered: null, segment: null, firstJoint: null });
      forget();
    }),
  ];
  return {
    events: {
      hover(point) {
        at = point;
        later();
      },
      click(point, keys) {
        if (tools.some((tool) => tool.click?.(point, keys))) return;
        const bone = boneUnder(point);
        if (keys.several && bone !== null) toggleBone(stores, bone);
        else selectBones(stores, bone === null ? [] : [bone]);
      },
      menu(point, { clientX, clientY }) {
        tools.some((tool) => tool.menu?.(point, { x: clientX, y: clientY }));
      },
      drag(kind) {
        element.style.cursor = kind ? CURSORS[kind] : "default";
      },
      viewAt: (x, y) => stage.picking.viewAt(x, y),
      grab(point, event) {
        word.say(null, point);
        for (const tool of tools) {
          const grab = tool.grab(point, event);
          if (!grab) continue;
          if (tool.holding) show(stores, tool.holding);
          grabbed = true;
          stores.of(HAND).setState({ isDown: true });
          tellVertex(stores, null, point);
          const release = (how: () => void) => () => {
            grabbed = false;
            stores.of(HAND).setState({ isDown: false });
            show(stores, null);
            how();
          };
          return { move: grab.move, end: release(grab.end), cancel: release(grab.cancel) };
        }
        return null;
      },
    },
    stop: () => {
      for (const stop of stops) stop();
      window.removeEventListener("keydown", hoverNow, { capture: true });
      cancelAnimationFrame(request);
      clearTimeout(timer);
      word.remove();
      for (const tool of tools) tool.stop?.();
      stores.view.setState({ hovered: null });
    },
  };
}

/** Returns the hover of the first tool that claims the place. Tells the other tools that the pointer has left. */
function hoverTools(tools: readonly ViewportTool[], at: HoverPoint | null): ToolHover | null {
  let taken: ToolHover | null = null;
  for (const tool of tools) taken = tool.hover(taken ? null : at) ?? taken;
  return taken;
}

/** The parts that show the hover. */
interface Picture extends Pick<PointerParts, "stage" | "element" | "redraw"> {
  word: PointerWord;
}

/** Shows the part under the pointer, as far as the tool allows. @returns whether to look again later. */
function lookUnder(
  stores: Stores,
  { stage, element, word, redraw }: Picture,
  at: CanvasPoint | null,
  tool: ToolHover | null,
): boolean {
  const looks = at && !stores.view.getState().playing && tool?.sees !== "nothing";
  const hit = looks ? stage.picking.hit(at.x, at.y, "soon") : NOTHING;
  if (stage.overlays.hoverBone(hit.bone)) redraw();
  word.say(at && hit.bone !== null ? stage.bones.nameOf(hit.bone) : null, at ?? { x: 0, y: 0 });
  const something = hit.bone !== null || hit.vertex !== null;
  element.style.cursor = tool?.cursor ?? (something ? "pointer" : "default");
  tellVertex(stores, tool?.sees === "bone" ? null : hit.vertex, at);
  return hit.late;
}

function tellVertex(stores: Stores, vertex: number | null, at: CanvasPoint | null): void {
  const { hovered } = stores.view.getState();
  if (vertex === null || !at) {
    if (hovered) stores.view.setState({ hovered: null });
  } else if (hovered?.vertex !== vertex || hovered.x !== at.x || hovered.y !== at.y) {
    stores.view.setState({ hovered: { vertex, x: at.x, y: at.y } });
  }
}
