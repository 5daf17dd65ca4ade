import { distance, dot, length, minus, plus, scaled, unit } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";

/** The least distance of the grip from the line, as a share of the line's length. */
const LEAST_LEVER = 0.2;

/**
 * The point that a drag moves in order to swing the bend of a chain about the line from `head` to `end`: the bend. If
 * the chain is nearly straight, it lies farther out in the same direction, or a few pixels would be half a turn.
 */
export function swingGrip(head: Point, end: Point, bend: Point): Point {
  const line = unit(minus(end, head));
  if (!line) return bend;
  const foot = plus(head, scaled(line, dot(minus(bend, head), line)));
  const across = minus(bend, foot);
  const outward = unit(across, 1e-9 * distance(head, end));
  if (!outward) return bend;
  return plus(foot, scaled(outward, Math.max(length(across), LEAST_LEVER * distance(head, end))));
}
