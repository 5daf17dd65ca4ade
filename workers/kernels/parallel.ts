import type { Task } from "../model/task";
import type { Arena } from "./arena";
import { SHARED_WASM, UNSHARED_WASM } from "./wasm.generated";

/** A kernel as JavaScript sees it: numbers in, a number or nothing out. */
export type Kernel = (...args: number[]) => number;

/** Kernels over one arena, on one thread or several, with the same results. */
export interface Parallel {
  /** Threads that there is room for: `slot` is below it, and scratch memory is shared out by it. */
  readonly threads: number;
  /** Threads that are at work: fewer than there is room for where some did not start. */
  readonly working: number;
  readonly arena: Arena;
  /** Calls a kernel once, here. */
  call(kernel: string, ...args: number[]): number;
  /**
   * Calls kernel(begin, end, slot, ...args) for all blocks of [0, items), in any order; `slot` is below `threads`.
   * Blocks do not depend on `threads`: a kernel that writes per item or per block gives equal bits on any number.
   * @throws CancelledError when the task was asked to stop; what the kernel writes is then incomplete.
   */
  run(task: Task, kernel: string, items: number, block: number, args: number[]): Promise<void>;
  dispose(): void;
}

/** Makes an arena of so many bytes and the threads over it. */
export interface MakeParallel {
  (bytes: number): Promise<Parallel>;
  /** The most threads that it gives, each of which costs scratch memory; 32 where it does not say. */
  readonly threads?: number;
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

/** The compiled kernels, for shared or unshared memory. */
export function compileKernels(shared: boolean): WebAssembly.Module {
  return new WebAssembly.Module(decode(shared ? SHARED_WASM : UNSHARED_WASM));
}

export function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Record<string, Kernel> {
  const abort = () => {
    throw new Error("A kernel aborted");
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as Record<string, Kernel>;
}

/** All blocks on this thread; gives way every 30 ms. */
export class Serial implements Parallel {
  readonly threads = 1;
  readonly working = 1;
  readonly arena: Arena;
  private readonly kernels: Record<string, Kernel>;

  constructor(arena: Arena) {
    this.arena = arena;
    const shared =
      typeof SharedArrayBuffer !== "undefined" && arena.memory.buffer instanceof SharedArrayBuffer;
    this.kernels = instantiateKernels(compileKernels(shared), arena.memory);
  }

  call(kernel: string, ...args: number[]): number {
    return this.kernels[kernel](...args);
  }

  async run(task: Task, kernel: string, items: number, block: number, args: number[]): Promise<void> {
    const f = this.kernels[kernel];
    let last = performance.now();
    for (let begin = 0; begin < items; begin += block) {
      f(begin, Math.min(begin + block, items), 0, ...args);
      if (performance.now() - last > 30) {
        await task.checkpoint();
        last = performance.now();
      }
    }
    await task.checkpoint();
  }

  dispose(): void {}
}
