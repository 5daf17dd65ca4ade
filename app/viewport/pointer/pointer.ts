import type { CameraMove } from "../../document/keymap/keymap";
import { selectBones, toggleBone } from "../../document/selection";
import { HAND } from "../../document/session/hand";
import type { Stores } from "../../document/stores";
import type { GestureEvents } from "../camera/gestures";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import { Hover, showHand, tellVertex } from "./hover";
import { createWord, type PointerWord } from "./pointer-word";
import type { CanvasPoint, Tool, ViewportTool } from "./tool";

const CURSORS: Record<CameraMove, string> = { orbit: "grabbing", pan: "move", zoom: "ns-resize" };

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
 * hovering updates the view. `stop` removes everything.
 */
export function attachPointer(
  stores: Stores,
  { stage, element, edits, tools: makers, redraw }: PointerParts,
): { events: GestureEvents; stop: () => void } {
  const word = createWord(element);
  const boneUnder = (point: CanvasPoint) => {
    const hit = stage.picking.hit(point.x, point.y);
    return hit.bone ?? (hit.vertex === null ? null : stage.bones.moving(hit.vertex));
  };
  const hoverNow = () => hover.now();
  // Before the keys of tools.
  window.addEventListener("keydown", hoverNow, { capture: true });
  const context = { stores, stage, edits, element, redraw, say: word.say, boneUnder };
  const tools = makers
    .toReversed()
    .map((make) => make(context))
    .toReversed();
  const hover = new Hover(stores, { stage, element, word, tools, redraw });
  return {
    events: {
      hover: (point) => hover.move(point),
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
      grab: grabWith(stores, { tools, word, hover }),
    },
    stop() {
      window.removeEventListener("keydown", hoverNow, { capture: true });
      hover.stop();
      word.remove();
      for (const tool of tools) tool.stop?.();
    },
  };
}

interface GrabParts {
  tools: readonly ViewportTool[];
  word: PointerWord;
  hover: Hover;
}

/** Gives a press to the first tool that takes it, which holds the pointer until it is released. */
function grabWith(stores: Stores, { tools, word, hover }: GrabParts): GestureEvents["grab"] {
  const hold = (isHeld: boolean) => {
    hover.isGrabbed = isHeld;
    stores.of(HAND).setState({ isDown: isHeld });
  };
  const release = (how: () => void) => () => {
    hold(false);
    showHand(stores, null);
    how();
  };
  return (point, event) => {
    word.say(null, point);
    for (const tool of tools) {
      const grab = tool.grab(point, event);
      if (!grab) continue;
      if (tool.holding) showHand(stores, tool.holding);
      hold(true);
      tellVertex(stores, null, point);
      return { move: grab.move, end: release(grab.end), cancel: release(grab.cancel) };
    }
    return null;
  };
}
