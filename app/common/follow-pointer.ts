/** What happens while a pointer is held down. */
export interface PointerFollower {
  move(event: PointerEvent): void;
  /** The pointer is released. `end` has been called before. */
  drop(): void;
  /** A key goes down or up. */
  key(event: KeyboardEvent, end: () => void): void;
  /** The drag is over: dropped, cancelled or lost. */
  end(): void;
}

/**
 * Follows the pointer over the whole window until it is released or lost.
 * @returns a function that ends the drag without a drop
 */
export function followPointer(follower: PointerFollower): () => void {
  const listening = new AbortController();
  const end = () => {
    if (listening.signal.aborted) return;
    listening.abort();
    follower.end();
  };
  const { signal } = listening;
  const onKey = (event: KeyboardEvent) => follower.key(event, end);
  window.addEventListener("pointermove", (event) => follower.move(event), { signal });
  window.addEventListener(
    "pointerup",
    () => {
      end();
      follower.drop();
    },
    { signal },
  );
  window.addEventListener("pointercancel", end, { signal });
  window.addEventListener("keydown", onKey, { signal, capture: true });
  window.addEventListener("keyup", onKey, { signal, capture: true });
  return end;
}
