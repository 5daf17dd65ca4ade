import type { MakeParallel, Parallel } from "../kernels/parallel";
import type { Task } from "../model/task";
import { createHandlers } from "./handlers";
import { type Handle, HeldValues, type Sent } from "./handles";
import { type InputOf, JOBS, type JobKind, type OutputOf, type PartialOf } from "./jobs";
import { KeptThreads } from "./pool/kept-threads";
import { refuseFiled } from "./refuse-filed";

/** Runs the jobs of the list over one way of making threads. It keeps opened sources and held values until it ends. */
export interface Engine {
  /** @throws NotHeldError for a handle of a value that this engine does not hold. */
  run<K extends JobKind>(
    kind: K,
    input: Sent<InputOf<K>>,
    task: Task,
    show?: (partial: PartialOf<K>) => void,
  ): Promise<OutputOf<K>>;
  /** Keeps a value for later jobs that send its handle. */
  hold<T>(handle: Handle<T>, value: T): void;
  free(handle: Handle<unknown>): void;
  /** Ends the threads that are kept for the next job. */
  dispose(): void;
}

/** @param make creates the memory of one solve, with threads over it. */
export function createEngine(
  make: (bytes: number, threads: number) => Promise<Parallel>,
  threads: number,
): Engine {
  const kept = new KeptThreads((bytes) => make(bytes, threads));
  const single: MakeParallel = Object.assign((bytes: number) => make(bytes, 1), { threads: 1 });
  const makeParallel: MakeParallel = Object.assign((bytes: number) => kept.lend(bytes), { threads, single });
  const handlers = createHandlers();
  const held = new HeldValues();
  return {
    async run(kind, input, task, show) {
      const resolved = held.resolve<InputOf<typeof kind>>(input);
      if (!JOBS[kind].takesFiled) refuseFiled(resolved);
      const tools = { task, show: show ?? (() => {}), isWatched: show !== undefined, makeParallel };
      return handlers[kind](resolved, tools);
    },
    hold: (handle, value) => held.hold(handle, value),
    free: (handle) => held.free(handle),
    dispose: () => kept.dispose(),
  };
}
