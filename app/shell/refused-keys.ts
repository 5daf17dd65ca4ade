import type { Action } from "../actions/action";
import { isOf, refusalOf } from "../actions/action-place";
import type { Studio } from "../actions/studio";
import { toast } from "../document/session/toasts";

/** Escape and Enter leave and finish whatever is there, and people press them when there is nothing. */
const QUIET: ReadonlySet<string> = new Set(["Escape", "Enter"]);
const SCROLLING: ReadonlySet<string> = new Set([
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  ...["Home", "End", "PageUp", "PageDown", " "],
]);

/** Whether the browser scrolls something with this key. */
function scrolls({ key, target }: KeyboardEvent): boolean {
  if (!SCROLLING.has(key)) return false;
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    const hasMore = at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;
    if (hasMore && /auto|scroll/.test(getComputedStyle(at).overflow)) return true;
  }
  return false;
}

/** Whether the key copies text that is selected on the page. */
const copiesText = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && getSelection()?.type === "Range";

/**
 * Says why a key did nothing, in the words of its button's tooltip. If several actions have the key, it speaks of the
 * first one that belongs to this workspace.
 * @param refused the actions of the key, none of which can run now.
 */
export function tellRefusal(studio: Studio, event: KeyboardEvent, refused: readonly Action[]): void {
  if (event.repeat || QUIET.has(event.key) || scrolls(event) || copiesText(event)) return;
  const { workspace } = studio.view.getState();
  const here = refused.filter((action) => isOf(action, workspace));
  const action = here.find((each) => each.refusal?.(studio)) ?? here[0] ?? refused[0];
  const reason = action && refusalOf(studio, action);
  if (!reason) return;
  toast(studio, action.label.replace(/…$/, ""), reason, { kind: "warning", about: "refused key" });
}
