import type { Rgb } from "../../../../viewport/colours/palette";
import { type BoneLook, CASING } from "../../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../../viewport/overlay/dashes";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";

const HANDLE = 8;
const BEND = 5;
const PIN = 4;
const WHITE: Rgb = [1, 1, 1];

/** The places of the marks of a dragged end, in pixels of a view; null for places behind the camera. */
export interface ReachMarks {
  handle: ViewPoint | null;
  /** The first joint of the chain. */
  base: ViewPoint | null;
  bend: ViewPoint | null;
  pins: readonly (ViewPoint | null)[];
  hot: "handle" | "bend" | null;
}

/** Draws the handle as a ring with a cross, the bend as a ring, pins as squares, and the chain as a dashed line. */
export function drawReach(shapes: Shapes, marks: ReachMarks, accent: Rgb): void {
  const { handle, base, bend, hot } = marks;
  const look: BoneLook = { colour: WHITE, edge: WHITE, alpha: 1, strong: false, presence: 0.8 };
  if (handle && base) drawDashes(shapes, base, handle, look);
  for (const pin of marks.pins) if (pin) drawPin(shapes, pin);
  if (bend) {
    const colour = hot === "bend" ? accent : WHITE;
    shapes.ring(bend, BEND, 4, CASING, 0.6);
    shapes.ring(bend, BEND, 1.8, colour);
  }
  if (!handle) return;
  const [x, y] = handle;
  const colour = hot === "handle" ? accent : WHITE;
  for (const [width, rgb, alpha] of [
    [4.4, CASING, 0.6],
    [1.8, colour, 1],
  ] as const) {
    shapes.ring(handle, HANDLE, width, rgb, alpha);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      shapes.line([x + 4 * dx, y + 4 * dy], [x + 13 * dx, y + 13 * dy], width, rgb, alpha);
    }
  }
}

function drawPin(shapes: Shapes, [x, y]: ViewPoint): void {
  const square = (half: number): ViewPoint[] => [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
  for (const [half, colour] of [
    [PIN + 1.5, CASING],
    [PIN, WHITE],
  ] as const) {
    const [a, b, c, d] = square(half);
    shapes.triangle(a, b, c, colour);
    shapes.triangle(a, c, d, colour);
  }
}
