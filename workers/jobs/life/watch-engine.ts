import * as Comlink from "comlink";
import type { EngineDoor } from "../engine-worker";
import { lockManager, newLifeName, watchLife } from "./life-lock";
import { SILENCE_SECONDS, watchByPings } from "./pings";
import { watchPulse } from "./pulse";

export interface Watched {
  door: Comlink.Remote<EngineDoor>;
  threads: number;
  /** As in the worker's options. */
  spare: Int32Array | null;
  /** Whether a job waits for the worker. */
  isWaiting(): boolean;
  /** The browser's locks, null if there are none; its own by default. */
  locks?: LockManager | null;
}

const ENDED = "The browser ended it, usually because memory ran out.";
const SILENT = `It did not answer for ${SILENCE_SECONDS} seconds.`;

/**
 * Sets up the engine's worker, and calls `died` with an error message if the worker ends without one. It uses the
 * worker's lock, or its pulse if there are no locks. Until either has started, or if neither does, it pings.
 * @returns a function that stops the watch.
 */
export function watchEngine(
  { door, threads, spare, isWaiting, locks = lockManager() }: Watched,
  died: (why: string) => void,
): () => void {
  const ended = () => died(ENDED);
  const stopPings = watchByPings(
    isWaiting,
    () => door.ping(),
    () => died(SILENT),
  );
  let stop = () => {};
  let isOver = false;
  if (locks) {
    const life = newLifeName();
    door.configure({ threads, spare, life, pulse: null }).then(
      (held) => {
        if (!held || isOver) return;
        stopPings();
        stop = watchLife(life, ended, locks);
      },
      () => {},
    );
  } else {
    const { port1, port2 } = new MessageChannel();
    stop = watchPulse(port1, stopPings, ended);
    door.configure(Comlink.transfer({ threads, spare, life: null, pulse: port2 }, [port2])).catch(() => {});
  }
  return () => {
    isOver = true;
    stopPings();
    stop();
  };
}
