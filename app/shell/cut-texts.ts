/** The search for the element that cuts a text off goes through this many elements, from the text outwards. */
const DEPTH = 4;

/** Elements with a tooltip of their own: the browser's, or one of ours. */
const EXPLAINED = "[title], [data-base-ui-tooltip-trigger]";

/** The nearest element around that may cut its text off; null if there is none. */
function cutterAt(target: EventTarget | null): HTMLElement | null {
  let at = target instanceof HTMLElement ? target : null;
  for (let n = 0; at && n < DEPTH; n++, at = at.parentElement) {
    if (getComputedStyle(at).textOverflow === "ellipsis") return at;
  }
  return null;
}

/**
 * Shows texts that a narrow panel cuts off as a whole, in a tooltip, while the pointer is over them. Texts with a
 * tooltip of their own keep it. Returns a function that stops this.
 */
export function showCutTexts(): () => void {
  const titled = new WeakSet<HTMLElement>();
  const look = ({ target }: PointerEvent) => {
    const cutter = cutterAt(target);
    if (!cutter) return;
    const isOurs = titled.has(cutter);
    if (!isOurs && cutter.closest(EXPLAINED)) return;
    if (cutter.scrollWidth > cutter.clientWidth) {
      cutter.title = cutter.innerText;
      titled.add(cutter);
    } else if (isOurs) {
      cutter.removeAttribute("title");
      titled.delete(cutter);
    }
  };
  window.addEventListener("pointerover", look, { passive: true });
  return () => window.removeEventListener("pointerover", look);
}
