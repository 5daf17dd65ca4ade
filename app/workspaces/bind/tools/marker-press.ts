import type { Grab } from "../../../viewport/camera/grab";

/** A press that moves no farther than this selects the marker, in CSS pixels. */
const STILL = 4;

/**
 * A press on a marker: it selects the marker if the pointer stays in place, and paints over it once the pointer moves.
 */
export function markerPress(
  from: { x: number; y: number },
  select: () => void,
  begin: () => Grab | null,
): Grab {
  let stroke: Grab | null = null;
  let waits = true;
  return {
    move(samples, event) {
      if (waits && samples.some(({ x, y }) => Math.hypot(x - from.x, y - from.y) > STILL)) {
        waits = false;
        stroke = begin();
      }
      stroke?.move(samples, event);
    },
    end() {
      if (waits) select();
      else stroke?.end();
    },
    cancel: () => stroke?.cancel(),
  };
}
