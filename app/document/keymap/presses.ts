import type { BrushKeys, CameraMove, CameraPresses } from "./keymap";

/** The modifiers of a mouse press. */
interface Modifiers {
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  space: boolean;
}

/** A press of a mouse button with modifiers. */
export interface MousePress extends Modifiers {
  /** MouseEvent.button. */
  button: number;
}

type Pressed = Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

const BUTTONS = ["LMB", "MMB", "RMB"];
const MODIFIERS = ["ctrl", "alt", "shift", "space"] as const;

function modifiersOf(names: readonly string[]): Modifiers | null {
  const wanted = names.map((name) => name.toLowerCase());
  if (!wanted.every((name) => (MODIFIERS as readonly string[]).includes(name))) return null;
  const has = (name: string) => wanted.includes(name);
  return { ctrl: has("ctrl"), shift: has("shift"), alt: has("alt"), space: has("space") };
}

/** Parses "Alt+LMB"; null if the text is not a press. */
export function parsePress(text: string): MousePress | null {
  const parts = text.split("+");
  const button = BUTTONS.indexOf(parts.pop() ?? "");
  const modifiers = modifiersOf(parts);
  return button < 0 || !modifiers ? null : { ...modifiers, button };
}

/** A press as a keymap writes it: "Alt+LMB"; null for other buttons. */
export function pressOf(event: Pressed, space: boolean): string | null {
  const button = BUTTONS[event.button];
  if (!button) return null;
  const held = [event.ctrlKey || event.metaKey, event.altKey, event.shiftKey, space];
  return [...["Ctrl", "Alt", "Shift", "Space"].filter((_, n) => held[n]), button].join("+");
}

const isHeld = (wanted: Modifiers, event: Pressed, space: boolean) =>
  wanted.ctrl === (event.ctrlKey || event.metaKey) &&
  wanted.shift === event.shiftKey &&
  wanted.alt === event.altKey &&
  wanted.space === space;

/** The camera move for a press, and whether it comes before the tools; null if there is none. */
export function cameraMoveOf(
  presses: CameraPresses,
  event: Pressed,
  space: boolean,
): { move: CameraMove; first: boolean } | null {
  for (const [move, texts] of Object.entries(presses) as [CameraMove, readonly string[]][]) {
    for (const text of texts) {
      const press = parsePress(text);
      if (!press || press.button !== event.button || !isHeld(press, event, space)) continue;
      return { move, first: press.button !== 0 || press.alt || press.space };
    }
  }
  return null;
}

/** Whether the modifiers of a brush role ("Ctrl+Shift") are held; other keys may be held too. False if it has none. */
export function isRoleHeld(role: string, event: Pressed): boolean {
  const wanted = role === "" ? null : modifiersOf(role.split("+"));
  if (!wanted) return false;
  const held = {
    ctrl: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
    space: false,
  };
  return MODIFIERS.every((name) => !wanted[name] || held[name]);
}

/** How a drag that changes the brush's radius or strength begins. */
export interface BrushDragKey {
  /** `hold`: while a key is held. `move`: after a key was pressed. `press`: by the left button with modifiers. */
  by: "hold" | "move" | "press";
  /** The key in lower case; "" for presses. */
  key: string;
  shift: boolean;
  /** The modifiers of a press: "Shift+LMB". */
  press: string;
}

/** Parses "B", "Shift+F …" or "Shift+LMB". */
export function parseBrushDrag(text: string): BrushDragKey {
  const isPress = parsePress(text) !== null;
  const by = isPress ? "press" : text.endsWith(" …") ? "move" : "hold";
  const parts = text.replace(" …", "").split("+");
  const key = isPress ? "" : (parts.at(-1) ?? "").toLowerCase();
  return { by, key, shift: parts.includes("Shift"), press: isPress ? text : "" };
}

/** The value that a mouse press drags, by its modifiers; null if it drags none. */
export function brushDragOf(brush: BrushKeys, event: Pressed): "radius" | "strength" | null {
  for (const what of ["radius", "strength"] as const) {
    const press = parsePress(brush[what]);
    if (press && press.button === event.button && isHeld(press, event, false)) return what;
  }
  return null;
}
