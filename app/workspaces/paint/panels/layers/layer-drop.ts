/** The place of a dragged layer: above or below the row at `over`, counted from the top. */
export interface LayerDrop {
  over: number;
  below: boolean;
}

/**
 * The place for a layer that is dragged to a height of the window, px; null while the list has no rows.
 * @param list the list around the rows, which may have scrolled
 * @param count the number of layers
 */
export function dropAt(
  list: HTMLElement,
  { y, rowHeight, count }: { y: number; rowHeight: number; count: number },
): LayerDrop | null {
  const rows = list.querySelector("[role=rowgroup]");
  if (!rows) return null;
  const { top, bottom } = list.getBoundingClientRect();
  const at = (Math.max(top, Math.min(bottom, y)) - rows.getBoundingClientRect().top) / rowHeight;
  const place = Math.max(0, Math.min(count, Math.round(at)));
  return place === count ? { over: place - 1, below: true } : { over: place, below: false };
}

/** The row that a layer from row `from` has after the drop. */
export function rowAfterDrop({ over, below }: LayerDrop, from: number): number {
  const gap = over + Number(below);
  return gap > from ? gap - 1 : gap;
}
