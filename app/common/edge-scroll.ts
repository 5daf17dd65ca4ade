/** A list scrolls while the pointer is this near to its upper or lower edge, or beyond it, in CSS pixels. */
const EDGE = 20;
/** Pixels a second per pixel of depth into the edge, and the most. */
const SPEED = 16;
const FASTEST = 900;

/** @returns the speed of a list from `top` to `bottom` with the pointer at `y`, in pixels a second; negative is up. */
export function edgeSpeed(top: number, bottom: number, y: number): number {
  const depth = Math.max(0, y - (bottom - EDGE)) - Math.max(0, top + EDGE - y);
  return Math.max(-FASTEST, Math.min(FASTEST, SPEED * depth));
}

export interface EdgeScroll {
  /** The pointer is at a height of the page now. */
  follow(y: number): void;
  stop(): void;
}

/**
 * Scrolls a list during a drag for as long as the pointer rests near its edge: a drag reaches rows that are not on
 * screen.
 * @param onScroll called after each step, since another row is under the pointer then
 */
export function edgeScroll(list: HTMLElement, onScroll: () => void): EdgeScroll {
  let y: number | null = null;
  let frame = 0;
  let last: number | null = null;

  const step = (now: number) => {
    frame = 0;
    if (y === null) return;
    const { top, bottom } = list.getBoundingClientRect();
    const speed = edgeSpeed(top, bottom, y);
    const before = list.scrollTop;
    // The first step has no time before it. A browser rounds the offset, so that a slow list would never move.
    const by = (speed * Math.min(50, now - (last ?? now - 16))) / 1000;
    list.scrollTop += Math.sign(by) * Math.ceil(Math.abs(by));
    last = list.scrollTop === before ? null : now;
    if (last === null) return;
    onScroll();
    frame = requestAnimationFrame(step);
  };

  return {
    follow(at) {
      y = at;
      if (!frame) frame = requestAnimationFrame(step);
    },
    stop() {
      y = null;
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
