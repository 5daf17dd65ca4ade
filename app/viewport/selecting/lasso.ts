import type { ListMode } from "../../../workers/geometry/selecting/vertex-lists";
import type { ViewPoint } from "../overlay/shapes";

/** Whether a point is inside a closed polygon. Counts the edges to the right of the point. */
export function isInside([x, y]: ViewPoint, polygon: readonly ViewPoint[]): boolean {
  let inside = false;
  for (let n = 0, last = polygon.length - 1; n < polygon.length; last = n++) {
    const [[ax, ay], [bx, by]] = [polygon[n], polygon[last]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** The four corners of a box from two opposite ones. */
export const boxCorners = ([ax, ay]: ViewPoint, [bx, by]: ViewPoint): ViewPoint[] => [
  [ax, ay],
  [bx, ay],
  [bx, by],
  [ax, by],
];

/** How a region changes the selection, by modifier keys: Shift adds, Ctrl removes. */
export const modeOfKeys = ({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<PointerEvent, "shiftKey" | "ctrlKey" | "metaKey">): ListMode =>
  shiftKey ? "add" : ctrlKey || metaKey ? "remove" : "replace";
