/** A finger that rests this long lifts what is under it, in milliseconds. Menus of long presses open later. */
const REST = 350;
/** A finger that moves farther than this before is a scroll, in CSS pixels. */
const REST_REACH = 8;

/**
 * Waits until a finger has rested, because a finger that moves at once scrolls the list.
 * @param from the press.
 * @param lift starts the drag. It returns a function that cancels it.
 * @returns a function that ends the wait, or the drag.
 */
export function afterRest(from: { clientX: number; clientY: number }, lift: () => () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let end: (() => void) | null = null;
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
    end?.();
  };
  const timer = setTimeout(() => {
    end = lift();
  }, REST);
  let moved = false;
  window.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.clientX, clientY - from.clientY) <= REST_REACH) return;
      moved = true;
      if (!end) stop();
    },
    { signal },
  );
  // The follower of the drag hears these too. It must drop before the drag ends here.
  const over = () => setTimeout(stop);
  window.addEventListener("pointerup", over, { signal });
  window.addEventListener("pointercancel", over, { signal });
  window.addEventListener(
    "contextmenu",
    (event) => {
      if (!moved) return stop();
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return stop;
}
