import type { Action } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import type { Studio } from "../actions/studio";
import { type Chord, matches, parseChord } from "../common/key-chords";
import { cameraIn, KEYMAP, keymapOf, keysIn } from "../document/keymap/keymap-state";
import type { Stores } from "../document/stores";
import { PressedControl } from "./pressed-control";
import { tellRefusal } from "./refused-keys";

/** Elements that use plain keys themselves. */
const TYPING = "input, textarea, select, [contenteditable], [role=spinbutton], [role=slider]";
const POPUPS = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog]";
/** Text fields, and the letters that select, copy, paste and cut their text with Ctrl. */
const TEXT = "input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]";
const TEXT_KEYS: ReadonlySet<string> = new Set(["a", "c", "v", "x"]);
const POPOVER = "[data-ui=popover]";
const CONTROLS = "button, a[href], [role=tab], [role=checkbox]";

interface Binding {
  action: Action;
  chord: Chord;
}

/**
 * Runs the actions of the keymap's keys, and says why a key cannot run any. Listens last, and ignores events that were
 * already handled.
 */
export function listenToKeys(studio: Studio): () => void {
  const { all } = studio.get(ACTIONS);
  let bindings: Binding[] = [];
  const bind = () => {
    const keymap = keymapOf(studio);
    bindings = all.flatMap((action) =>
      keysIn(keymap, action).map((key) => ({ action, chord: parseChord(key) })),
    );
  };
  bind();
  const rebind = studio.of(KEYMAP).subscribe(bind);

  const pressed = new PressedControl(CONTROLS);
  const stopPressed = pressed.listen();
  let isSpaceHeld = false;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === " ") isSpaceHeld = true;
    if (event.defaultPrevented || event.isComposing || isForOthers(studio, event, pressed)) return;
    const refused: Action[] = [];
    for (const { action, chord } of bindings) {
      if (!matches(chord, event, isSpaceHeld)) continue;
      if (studio.perform(action.id) === null) {
        event.preventDefault();
        return;
      }
      refused.push(action);
      // Suppress the browser's own actions for these keys (save page, open file, previous page).
      if (chord.ctrl || chord.alt) event.preventDefault();
    }
    tellRefusal(studio, event, refused);
    // The space bar moves the view in some keymaps, so it must not scroll the page.
    if (event.key === " " && movesView(studio)) event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === " ") isSpaceHeld = false;
  };
  const forget = () => {
    isSpaceHeld = false;
  };
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener("keyup", onKeyUp, { capture: true });
  window.addEventListener("blur", forget);
  return () => {
    rebind();
    stopPressed();
    window.removeEventListener("keydown", onKeyDown);
    window.removeEventListener("keyup", onKeyUp, { capture: true });
    window.removeEventListener("blur", forget);
  };
}

/** Whether the keymap moves the view while the space bar is held. */
const movesView = (stores: Stores): boolean =>
  Object.values(cameraIn(keymapOf(stores))).some((presses) =>
    presses.some((press) => press.includes("Space")),
  );

function isForOthers(stores: Stores, event: KeyboardEvent, pressed: PressedControl): boolean {
  if (stores.dialog.getState().dialog || stores.panels.getState().paletteOpen) return true;
  const target = event.target instanceof Element ? event.target : null;
  // A popup that was closed stays for some frames, with the focus, and must not swallow the next keys.
  if (!target || target.closest("[data-closed]")) return false;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  // A popover leaves the page usable, so only plain keys are its own.
  if (target.closest(POPUPS) && (plain || !target.closest(POPOVER))) return true;
  if (plain && target.closest(TYPING)) return true;
  if (!plain && TEXT_KEYS.has(event.key.toLowerCase()) && target.closest(TEXT)) return true;
  const presses = event.key === " " || event.key === "Enter";
  if (!plain || !presses || event.shiftKey) return false;
  const control = target.closest(CONTROLS);
  // Space plays even if a control was just clicked, but not if it was focused by keyboard.
  return control !== null && (event.key === "Enter" || !pressed.has(control));
}
