import { ACTIONS } from "../actions/action-table";
import type { Studio } from "../actions/studio";
import { matches, parseChord } from "../common/key-chords";
import type { Stores } from "../document/stores";

/** Elements that use plain keys themselves. */
const TYPING = "input, textarea, select, [contenteditable], [role=spinbutton], [role=slider]";
const POPUPS = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog]";

/** Runs actions by their keys. Listens last, and ignores events that were already handled. */
export function listenToKeys(studio: Studio): () => void {
  const bindings = studio
    .get(ACTIONS)
    .all.flatMap((action) => (action.keys ?? []).map((key) => ({ id: action.id, chord: parseChord(key) })));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isForOthers(studio, event)) return;
    for (const { id, chord } of bindings) {
      if (!matches(chord, event)) continue;
      if (studio.perform(id) === null) {
        event.preventDefault();
        return;
      }
      // Suppress the browser's own actions for these keys (save page, open file).
      if (chord.ctrl) event.preventDefault();
    }
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}

function isForOthers(stores: Stores, event: KeyboardEvent): boolean {
  if (stores.dialog.getState().dialog || stores.panels.getState().paletteOpen) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest(POPUPS)) return true;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (plain && target.closest(TYPING)) return true;
  const presses = event.key === " " || event.key === "Enter";
  if (!plain || !presses || event.shiftKey) return false;
  // Space plays even if a control was just clicked, but not if it was focused by keyboard.
  const control = target.closest("button, a[href], [role=tab], [role=checkbox]");
  return control?.matches(":focus-visible") ?? false;
}
