import type { Rgb } from "../../../viewport/colours/palette";
import { CASING, WHITE } from "../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";

/** Half the width of a square, and of a diamond or triangle, in CSS pixels. */
const SQUARE = 3.2;
const DIAMOND = 5;
const TRIANGLE = 5.5;
/** The panels' colour for warnings. */
export const WARNING: Rgb = [0.95, 0.72, 0.25];

/** Draws an attachment. */
export function drawSquare(shapes: Shapes, [x, y]: ViewPoint, selected: boolean): void {
  const half = selected ? SQUARE + 1.4 : SQUARE;
  shapes.line([x - half - 1.5, y], [x + half + 1.5, y], 2 * half + 3, CASING, 0.85);
  shapes.line([x - half, y], [x + half, y], 2 * half, WHITE);
}

/** Draws a weight that is held at 0 at the border of a bone's support. */
export function drawDiamond(shapes: Shapes, [x, y]: ViewPoint, selected: boolean): void {
  const r = selected ? DIAMOND + 1.5 : DIAMOND;
  const corners: ViewPoint[] = [
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ];
  shapes.triangle(corners[0], corners[1], corners[2], CASING, 0.75);
  shapes.triangle(corners[2], corners[3], corners[0], CASING, 0.75);
  outline(shapes, corners, WHITE);
}

/** Draws a suspicious attachment. */
export function drawWarning(shapes: Shapes, [x, y]: ViewPoint): void {
  const r = TRIANGLE;
  const corners: ViewPoint[] = [
    [x, y - r],
    [x + r, y + 0.8 * r],
    [x - r, y + 0.8 * r],
  ];
  shapes.triangle(corners[0], corners[1], corners[2], CASING, 0.75);
  outline(shapes, corners, WARNING);
}

/** Draws a ring around the selected marker. */
export function drawSelection(shapes: Shapes, at: ViewPoint, accent: Rgb): void {
  shapes.ring(at, 10, 3.4, CASING, 0.7);
  shapes.ring(at, 10, 1.6, accent);
}

function outline(shapes: Shapes, corners: ViewPoint[], colour: Rgb): void {
  const closed = [...corners, corners[0]];
  shapes.polyline(closed, 3.4, CASING, 0.8);
  shapes.polyline(closed, 1.5, colour);
}
