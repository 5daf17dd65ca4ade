// How the functions of the package run: threads, progress, cancelling.
import { availableParallelism } from "node:os";
import { KeptThreads } from "../jobs/pool/kept-threads";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { JobCommand, TaskControl } from "../jobs/task-control";
import { type MakeParallel, MOST_THREADS } from "../kernels/parallel";
import type { Task } from "../model/task";
import type { RunOptions } from "./run-options";

const USUAL_THREADS = 8;

function threadsOf({ threads }: RunOptions): number {
  if (threads === undefined) return Math.min(USUAL_THREADS, availableParallelism());
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return threads;
  throw new RangeError(`threads is ${threads}. It must be a whole number from 1 to ${MOST_THREADS}.`);
}

/**
 * Does some work with threads of its own, which end with it. It does not use the whole engine, so a bundle with one
 * function of the package contains only the code that this function needs.
 */
export async function withThreads<T>(
  options: RunOptions,
  work: (task: Task, makeParallel: MakeParallel) => Promise<T>,
): Promise<T> {
  const { signal, onProgress = () => {} } = options;
  signal?.throwIfAborted();
  const command = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => void Atomics.store(command, 0, JobCommand.cancel);
  signal?.addEventListener("abort", cancel, { once: true });
  const threads = threadsOf(options);
  const kept = new KeptThreads((bytes) => nodeParallel(bytes, threads));
  const makeParallel: MakeParallel = Object.assign((bytes: number) => kept.lend(bytes), { threads });
  try {
    return await work(new TaskControl(command, onProgress), makeParallel);
  } catch (reason) {
    signal?.throwIfAborted();
    throw reason;
  } finally {
    signal?.removeEventListener("abort", cancel);
    kept.dispose();
  }
}
