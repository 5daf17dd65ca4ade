import type { Grab } from "../../../viewport/camera/gestures";

/** A press that moves no farther than this means the marker, in CSS pixels. */
const STILL = 4;

/** A press on a marker: the marker is selected where the pointer stays, and painted over once it moves. */
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
