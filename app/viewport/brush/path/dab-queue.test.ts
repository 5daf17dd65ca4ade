import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DabQueue } from "./dab-queue";

let now = 0;
/** The callbacks that wait for the next frame, by number. */
const frames = new Map<number, () => void>();
let requests = 0;

beforeEach(() => {
  now = requests = 0;
  frames.clear();
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => {
    frames.set(++requests, call);
    return requests;
  });
  vi.stubGlobal("cancelAnimationFrame", (request: number) => frames.delete(request));
});

afterEach(() => vi.unstubAllGlobals());

/** A queue of touches that take some milliseconds each, and a log of what it did. */
function queueOf(cost: number, shows = 1) {
  const done: number[] = [];
  const shown: number[] = [];
  let left = shows;
  const touch = ({ time }: { time: number }) => {
    now += cost;
    done.push(time);
    return time % 2 === 0;
  };
  const show = (since: number) => {
    shown.push(since);
    left = left > 1 ? left - 1 : shows;
    return left < shows;
  };
  const queue = new DabQueue(touch, show);
  return { queue, done, shown };
}

function nextFrame(): void {
  const calls = [...frames.values()];
  frames.clear();
  now += 16;
  for (const call of calls) call();
}

it("does as many touches as fit into a frame, and the others in the next frames, in order and once each", () => {
  const { queue, done } = queueOf(5);
  for (let n = 0; n < 10; n++) queue.add({ time: n });
  queue.work();
  expect(done).toEqual([0, 1, 2]);
  nextFrame();
  queue.add({ time: 10 });
  queue.work();
  for (let n = 0; n < 4; n++) nextFrame();
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(frames.size).toBe(0);
});

it("does at least one touch per frame, even a slow one", () => {
  const { queue, done } = queueOf(200);
  for (let n = 0; n < 3; n++) queue.add({ time: n });
  queue.work();
  expect(done).toEqual([0]);
  nextFrame();
  nextFrame();
  expect(done).toEqual([0, 1, 2]);
});

it("shows changes, with the time of the first touch that they contain", () => {
  const { queue, shown } = queueOf(1);
  queue.add({ time: 2 });
  queue.add({ time: 3 });
  queue.work();
  queue.add({ time: 5 });
  queue.work();
  expect(shown).toEqual([2]);
});

it("continues slow display work in the next frames, and ends after it", () => {
  const { queue, shown } = queueOf(1, 3);
  const ended = vi.fn();
  queue.add({ time: 4 });
  queue.add({ time: 6 });
  queue.end(ended);
  expect(shown).toEqual([4]);
  nextFrame();
  expect(ended).not.toHaveBeenCalled();
  nextFrame();
  expect(shown).toEqual([4, 4, 4]);
  expect(ended).toHaveBeenCalledOnce();
  expect(frames.size).toBe(0);
});

it("ends once all is done; a cancel drops what is pending", () => {
  const { queue, done } = queueOf(20);
  const ended = vi.fn();
  for (let n = 0; n < 3; n++) queue.add({ time: n });
  queue.end(ended);
  expect(ended).not.toHaveBeenCalled();
  nextFrame();
  nextFrame();
  expect(ended).toHaveBeenCalledOnce();
  for (let n = 3; n < 6; n++) queue.add({ time: n });
  queue.work();
  queue.cancel();
  nextFrame();
  expect(done).toEqual([0, 1, 2, 3]);
});
