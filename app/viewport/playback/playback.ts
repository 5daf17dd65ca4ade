import type { Stores } from "../../document/stores";

/** Starts playback; at the end of the range it starts over. */
export function play(stores: Stores): void {
  const { frame, range, loop } = stores.view.getState();
  const outside = frame < range[0] || frame >= range[1];
  stores.view.setState({ playing: true, frame: outside && !loop ? range[0] : frame });
}

/** Stops on the shown frame. */
export function pause(stores: Stores): void {
  const { playing, frame } = stores.view.getState();
  if (playing) stores.view.setState({ playing: false, frame: Math.floor(frame) });
}

/**
 * The clock's time (in frames) `seconds` after `time`, within the range [first, last]. All frames last equally long,
 * including the last. `ended` is set if it passed the end without a loop.
 */
export function advance(
  time: number,
  seconds: number,
  rate: number,
  [first, last]: [number, number],
  loop: boolean,
): { time: number; ended: boolean } {
  const length = last - first + 1;
  const start = time < first || time >= last + 1 ? first : time;
  const next = start + seconds * rate;
  if (next < last + 1) return { time: next, ended: false };
  if (!loop) return { time: last, ended: true };
  return { time: first + ((next - first) % length), ended: false };
}

/** The longest step of the clock, in seconds, so that playback continues after a stall instead of jumping. */
const LONGEST_STEP = 0.25;

/**
 * Advances `frame` while `playing` is set, at the sequence's rate times `speed`, within `range`. The store gets whole
 * frames, and only when they change. Returns a function that stops the driver.
 */
export function startPlayback(stores: Stores): () => void {
  let request = 0;
  let time = 0;
  let last = 0;
  let written = -1;

  const tick = (now: number) => {
    const { playing, frame, range, loop, speed } = stores.view.getState();
    const { sequence } = stores.document.getState();
    if (!playing || !sequence) return;
    if (frame !== written) time = frame;
    const seconds = Math.min(LONGEST_STEP, (now - last) / 1000);
    last = now;
    const next = advance(time, seconds, sequence.fps * speed, range, loop);
    time = next.time;
    written = Math.floor(time);
    if (written !== frame) stores.view.setState({ frame: written });
    if (next.ended) stores.view.setState({ playing: false });
    else request = requestAnimationFrame(tick);
  };

  const begin = (playing: boolean) => {
    cancelAnimationFrame(request);
    if (!playing) return;
    time = stores.view.getState().frame;
    written = time;
    last = performance.now();
    request = requestAnimationFrame(tick);
  };
  begin(stores.view.getState().playing);
  const unsubscribe = stores.view.subscribe((state) => state.playing, begin);
  return () => {
    unsubscribe();
    cancelAnimationFrame(request);
  };
}
