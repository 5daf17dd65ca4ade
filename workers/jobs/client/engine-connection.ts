import * as Comlink from "comlink";
import { SinewError } from "../../model/errors";
import type { EngineDoor } from "../engine-worker";
import { watchEngine } from "../life/watch-engine";

export interface ConnectionOptions {
  threads: number;
  /** As in the worker's options. */
  spare: Int32Array | null;
  /** Makes the coordinating worker; tests replace it. */
  spawn?: () => Worker;
  /** The browser's locks; tests replace them. */
  locks?: LockManager | null;
  /** Called once when the worker is gone, with whether it was idle. */
  gone(wasIdle: boolean): void;
}

/** One life of the coordinating worker. */
export interface Connection {
  readonly door: Comlink.Remote<EngineDoor>;
  /**
   * Functions that end each running job when the worker dies. The jobs do not race against one long promise of the
   * worker's death, because that would keep every job's outcome alive as long as the worker.
   */
  readonly ends: Set<(error: SinewError) => void>;
  /** Numbers of the handles whose values this worker holds. */
  readonly held: Set<number>;
  kill(why: string): void;
}

const spawnEngine = () =>
  new Worker(new URL("../engine-worker.ts", import.meta.url), { type: "module", name: "sinew-engine" });

/** Starts the coordinating worker. When it dies, all its jobs fail with an error message. */
export function connectEngine({
  threads,
  spare,
  spawn = spawnEngine,
  locks,
  gone,
}: ConnectionOptions): Connection {
  const worker = spawn();
  const ends: Connection["ends"] = new Set();
  const door = Comlink.wrap<EngineDoor>(worker);
  let stopWatch = () => {};
  let isOver = false;
  function kill(why: string): void {
    if (isOver) return;
    isOver = true;
    stopWatch();
    worker.terminate();
    gone(ends.size === 0);
    for (const end of ends) {
      end(
        new SinewError({
          title: "The engine stopped",
          body: `${why} Try again, with fewer bones or frames if memory is short.`,
        }),
      );
    }
  }
  worker.addEventListener("error", (event) =>
    kill(`${event.message?.replace(/^Uncaught /, "") || "Its worker crashed"}.`),
  );
  worker.addEventListener("messageerror", () => kill("A message could not be read."));
  stopWatch = watchEngine({ door, threads, spare, isWaiting: () => ends.size > 0, locks }, kill);
  return { door, ends, held: new Set(), kill };
}
