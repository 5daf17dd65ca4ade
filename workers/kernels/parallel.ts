import type { Task } from "../model/task";
import type { Arena } from "./arena";
import type { BlockKernel, PlainKernel } from "./kernel";
import { KernelsHere } from "./kernels-here";
import { kernelModule } from "./wasm-module";

/** Yields to others, and throws when the work should stop. */
export type Checkpoints = Pick<Task, "checkpoint">;

/** Kernels over one arena, on one thread or several, with the same results. */
export interface Parallel {
  /** The number of threads that scratch memory has room for. `slot` is below it. */
  readonly threads: number;
  /** Number of running threads. It is less than `threads` if some did not start. */
  readonly working: number;
  /** False once a thread has died. Nothing can run after that. */
  readonly isWhole: boolean;
  readonly arena: Arena;
  /** Calls a kernel once, on this thread. Returns 0 if the kernel returns nothing. */
  call<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number;
  /**
   * Calls a kernel for the items [begin, end), on this thread.
   * @param slot the thread whose scratch memory the kernel uses, below `threads`. Default 0.
   */
  callBlock<Arguments>(
    kernel: BlockKernel<Arguments>,
    begin: number,
    end: number,
    args: NoInfer<Arguments>,
    slot?: number,
  ): void;
  /**
   * Calls a kernel for all blocks of [0, items), in any order and on any thread. Blocks do not depend on `threads`, so
   * a kernel that writes per item or per block gives the same bits on any number of threads.
   * @throws CancelledError if the task is cancelled; the kernel's output is then incomplete.
   */
  run<Arguments>(
    task: Checkpoints,
    kernel: BlockKernel<Arguments>,
    items: number,
    block: number,
    args: NoInfer<Arguments>,
  ): Promise<void>;
  /** Ends the threads, or gives them back to their lender. */
  dispose(): void;
}

/** Allocates an arena of `bytes` bytes and starts the threads for it. */
export interface MakeParallel {
  (bytes: number): Promise<Parallel>;
  /** The most threads that it starts. Each needs scratch memory. */
  readonly threads?: number;
  /** Makes a single thread with a memory of its own; absent if it cannot. */
  readonly single?: MakeParallel;
}

/** The most threads that Sinew starts. */
export const MOST_THREADS = 32;

/** The number of threads to reserve memory for before they start. */
export const threadsToReserve = ({ threads }: MakeParallel): number => threads ?? MOST_THREADS;

/** Runs all blocks on this thread, and yields every 30 ms. */
export class Serial extends KernelsHere implements Parallel {
  readonly threads = 1;
  readonly working = 1;
  readonly isWhole = true;

  constructor(arena: Arena) {
    const shared =
      typeof SharedArrayBuffer !== "undefined" && arena.memory.buffer instanceof SharedArrayBuffer;
    super(arena, kernelModule(shared));
  }

  async run<Arguments>(
    task: Checkpoints,
    kernel: BlockKernel<Arguments>,
    items: number,
    block: number,
    args: NoInfer<Arguments>,
  ): Promise<void> {
    const f = this.kernels[kernel.name];
    const packed = kernel.pack(args);
    let last = performance.now();
    for (let begin = 0; begin < items; begin += block) {
      f(begin, Math.min(begin + block, items), 0, ...packed);
      if (performance.now() - last > 30) {
        await task.checkpoint();
        last = performance.now();
      }
    }
    await task.checkpoint();
  }

  dispose(): void {}
}
