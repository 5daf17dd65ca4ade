import { expect, it, vi } from "vitest";
import { type BrushSettings, FIRST_BRUSH } from "../../document/brush-settings";
import { ViewCamera } from "../picking/view-camera";
import type { BrushCursor } from "./brush-cursor";
import { dragBrush } from "./brush-drag";

function dragOf(what: "radius" | "strength") {
  let brush: BrushSettings = FIRST_BRUSH;
  const [say, done] = [vi.fn(), vi.fn()];
  const grab = dragBrush({
    what,
    brush,
    at: { x: 100, y: 50 },
    viewCamera: new ViewCamera(),
    hit: null,
    cursor: { point: () => null } as unknown as BrushCursor,
    say,
    done,
    change: (next) => {
      brush = { ...brush, ...next };
    },
  });
  const to = (x: number) => grab.move([{ x, y: 50, pressure: 0, tiltX: 0, tiltY: 0 }], {} as PointerEvent);
  return { grab, to, say, done, now: () => brush };
}

it("grows the radius by a pixel for each pixel to the right, within its bounds", () => {
  const { to, now, say } = dragOf("radius");
  to(130);
  expect(now().radius).toBe(FIRST_BRUSH.radius + 30);
  expect(say).toHaveBeenLastCalledWith("78 px", { x: 100, y: 50 });
  to(-400);
  expect(now().radius).toBe(4);
  to(4000);
  expect(now().radius).toBe(400);
  expect(now().strength).toBe(FIRST_BRUSH.strength);
});

it("drags the strength between 0 and 1, and restores it when the drag is cancelled", () => {
  const { grab, to, now, say, done } = dragOf("strength");
  to(150);
  expect(now().strength).toBeCloseTo(0.6, 12);
  expect(say).toHaveBeenLastCalledWith("strength 0.60", { x: 100, y: 50 });
  to(900);
  expect(now().strength).toBe(1);
  to(-900);
  expect(now().strength).toBe(0);
  grab.cancel();
  expect(now()).toEqual(FIRST_BRUSH);
  expect(done).toHaveBeenCalledOnce();
});
