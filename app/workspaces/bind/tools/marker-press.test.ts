import { expect, it, vi } from "vitest";
import { markerPress } from "./marker-press";

const sample = (x: number, y: number) => [{ x, y, pressure: 1, tiltX: 0, tiltY: 0 }];
const event = {} as PointerEvent;

function pressed() {
  const stroke = { move: vi.fn(), end: vi.fn(), cancel: vi.fn() };
  const select = vi.fn();
  const begin = vi.fn(() => stroke);
  return { stroke, select, begin, grab: markerPress({ x: 10, y: 10 }, select, begin) };
}

it("selects the marker if the pointer hardly moves", () => {
  const { grab, select, begin } = pressed();
  grab.move(sample(12, 11), event);
  expect(select).not.toHaveBeenCalled();
  grab.end();
  expect(select).toHaveBeenCalledOnce();
  expect(begin).not.toHaveBeenCalled();
});

it("becomes one stroke once the pointer moves, even if it returns", () => {
  const { grab, select, begin, stroke } = pressed();
  grab.move(sample(15, 10), event);
  grab.move(sample(10, 10), event);
  grab.end();
  expect(begin).toHaveBeenCalledOnce();
  expect(stroke.move).toHaveBeenCalledTimes(2);
  expect(stroke.end).toHaveBeenCalledOnce();
  expect(select).not.toHaveBeenCalled();
});

it("does nothing if it is cancelled", () => {
  const { grab, select, stroke } = pressed();
  grab.cancel();
  expect(select).not.toHaveBeenCalled();
  const other = pressed();
  other.grab.move(sample(30, 10), event);
  other.grab.cancel();
  expect(other.stroke.cancel).toHaveBeenCalledOnce();
  expect(stroke.cancel).not.toHaveBeenCalled();
});
