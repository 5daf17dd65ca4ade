import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "./throttle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("lets the first value through, then the latest of each span, and never loses the last", () => {
  const seen: number[] = [];
  const push = throttle<number>(100, (value) => seen.push(value));
  push(1);
  push(2);
  push(3);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(seen).toEqual([1, 3]);
  vi.advanceTimersByTime(500);
  push(4);
  expect(seen).toEqual([1, 3, 4]);
});

it("forgets what waits when it is cancelled", () => {
  const seen: number[] = [];
  const push = throttle<number>(100, (value) => seen.push(value));
  push(1);
  push(2);
  push.cancel();
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([1]);
});
