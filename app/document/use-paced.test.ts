import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { followPaced } from "./use-paced";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function followed() {
  const store = createStore(() => ({ run: 1, result: 0, other: 0 }));
  const shown: number[] = [];
  const stop = followPaced(
    { store, select: ({ result }) => result, streams: (now, before) => now.run === before.run },
    (value) => shown.push(value),
  );
  return { store, shown, stop };
}

it("shows at most four results a second, and in the end the last one", () => {
  const { store, shown, stop } = followed();
  for (let n = 1; n <= 20; n++) {
    store.setState({ result: n });
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(1000);
  expect(shown[0]).toBe(0);
  expect(shown.at(-1)).toBe(20);
  expect(shown.length).toBeLessThanOrEqual(7);
  stop();
});

it("shows a result of another run at once, and nothing older after it", () => {
  const { store, shown, stop } = followed();
  store.setState({ result: 1 });
  store.setState({ result: 2 });
  store.setState({ run: 2, result: 3 });
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([0, 1, 3]);
  stop();
});

it("ignores other changes, and shows nothing after its end", () => {
  const { store, shown, stop } = followed();
  store.setState({ other: 1 });
  store.setState({ result: 1 });
  store.setState({ result: 2 });
  stop();
  store.setState({ run: 2, result: 3 });
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([0, 1]);
});
