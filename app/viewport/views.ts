import type { ViewLayout } from "../document/view-state";

/** A part of the canvas that shows one figure, as high as the canvas; CSS pixels from the left. */
export interface View {
  figure: "source" | "rig";
  left: number;
  width: number;
  height: number;
}

/** Pixels between two views. */
const GAP = 2;

/** The views that a layout divides a canvas into; the source alone where there is no rig. */
export function viewsOf(layout: ViewLayout, hasRig: boolean, width: number, height: number): View[] {
  if (!hasRig || layout === "source") return [{ figure: "source", left: 0, width, height }];
  if (layout !== "side-by-side") return [{ figure: "rig", left: 0, width, height }];
  const half = Math.max(1, Math.floor((width - GAP) / 2));
  return [
    { figure: "source", left: 0, width: half, height },
    { figure: "rig", left: half + GAP, width: Math.max(1, width - half - GAP), height },
  ];
}

/** A part of the canvas, CSS pixels from its top left. */
export interface PaneRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The parts of a canvas for `count` panes, row by row, as square as they can be: columns where it is wide, rows where
 * it is high. The last row's panes share its width; between panes lies a gap.
 */
export function paneRects(count: number, width: number, height: number): PaneRect[] {
  let columns = 1;
  let best = 0;
  for (let c = 1; c <= count; c++) {
    const side = Math.min(width / c, height / Math.ceil(count / c));
    if (side > best) [columns, best] = [c, side];
  }
  const rows = Math.ceil(count / columns);
  const rects: PaneRect[] = [];
  for (let r = 0; r < rows; r++) {
    const inRow = Math.min(columns, count - r * columns);
    const [top, bottom] = span(r, rows, height);
    for (let c = 0; c < inRow; c++) {
      const [left, right] = span(c, inRow, width);
      rects.push({ left, top, width: right - left, height: bottom - top });
    }
  }
  return rects;
}

/** Begin and end of part `n` of `parts` of a length, whole pixels, with gaps between. */
function span(n: number, parts: number, length: number): [number, number] {
  const size = (length - GAP * (parts - 1)) / parts;
  const begin = Math.round(n * (size + GAP));
  return [begin, Math.max(begin + 1, n === parts - 1 ? length : Math.round(n * (size + GAP) + size))];
}
