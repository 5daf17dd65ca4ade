import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "./throttle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("passes the first value at once, then the latest of each interval, and never loses the last", () => {
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

it("drops the pending value when it is cancelled", () => {
  const seen: number[] = [];
  const push = throttle<number>(100, (value) => seen.push(value));
  push(1);
  push(2);
  push.cancel();
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([1]);
});
