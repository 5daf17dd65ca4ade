// How the functions of the package run: threads, progress, cancelling.
import { availableParallelism } from "node:os";
import { createEngine, type Engine } from "../jobs/engine";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { JobCommand, TaskControl } from "../jobs/task-control";
import type { Progress, Task } from "../model/task";

/** What every function of the package takes. */
export interface RunOptions {
  /** 1 to 32; default: the cores of the machine, at most 8. Results do not depend on it. */
  threads?: number;
  /** Ends the work within 100 ms; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called at most every 30 ms. */
  onProgress?: (progress: Progress) => void;
}

const MOST_THREADS = 32;
const USUAL_THREADS = 8;

function threadsOf({ threads }: RunOptions): number {
  if (threads === undefined) return Math.min(USUAL_THREADS, availableParallelism());
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return threads;
  throw new RangeError(`threads is ${threads}. It must be a whole number from 1 to ${MOST_THREADS}.`);
}

/** Does some work with an engine of its own, which ends with it. */
export async function withEngine<T>(
  options: RunOptions,
  work: (engine: Engine, task: Task) => Promise<T>,
): Promise<T> {
  const { signal, onProgress = () => {} } = options;
  signal?.throwIfAborted();
  const command = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => void Atomics.store(command, 0, JobCommand.cancel);
  signal?.addEventListener("abort", cancel, { once: true });
  const engine = createEngine(nodeParallel, threadsOf(options));
  try {
    return await work(engine, new TaskControl(command, onProgress));
  } catch (reason) {
    signal?.throwIfAborted();
    throw reason;
  } finally {
    signal?.removeEventListener("abort", cancel);
    engine.dispose();
  }
}
