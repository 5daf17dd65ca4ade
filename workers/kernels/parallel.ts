import type { Task } from "../model/task";
import type { Arena } from "./arena";
import type { BlockKernel, PlainKernel } from "./kernel";
import { SHARED_WASM, UNSHARED_WASM } from "./wasm.generated";

/** A kernel as the WebAssembly module exports it: numbers in, a number or nothing out. */
export type WasmFunction = (...args: number[]) => number;

/** Yields to others, and throws when the work should stop. */
export type Checkpoints = Pick<Task, "checkpoint">;

/** Kernels over one arena, on one thread or several, with the same results. */
export interface Parallel {
  /** Number of threads that there is room for. `slot` is below it, and scratch memory is divided by it. */
  readonly threads: number;
  /** Number of running threads. It is less than `threads` if some did not start. */
  readonly working: number;
  readonly arena: Arena;
  /** Calls a kernel once, on this thread. Returns 0 where the kernel returns nothing. */
  call<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number;
  /**
   * Calls a kernel for the items [begin, end), on this thread.
   * @param slot below `threads`: whose scratch memory the kernel uses. Default 0.
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
   * a kernel that writes per item or per block gives the same bits on any number.
   * @throws CancelledError if the task is cancelled; the kernel's output is then incomplete.
   */
  run<Arguments>(
    task: Checkpoints,
    kernel: BlockKernel<Arguments>,
    items: number,
    block: number,
    args: NoInfer<Arguments>,
  ): Promise<void>;
  dispose(): void;
}

/** Allocates an arena of so many bytes and starts the threads for it. */
export interface MakeParallel {
  (bytes: number): Promise<Parallel>;
  /** The most threads that it starts, each of which needs scratch memory; 32 if it does not say. */
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
): Record<string, WasmFunction> {
  const abort = () => {
    throw new Error("A kernel aborted");
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as Record<string, WasmFunction>;
}

/** Runs all blocks on this thread, and yields every 30 ms. */
export class Serial implements Parallel {
  readonly threads = 1;
  readonly working = 1;
  readonly arena: Arena;
  private readonly kernels: Record<string, WasmFunction>;

  constructor(arena: Arena) {
    this.arena = arena;
    const shared =
      typeof SharedArrayBuffer !== "undefined" && arena.memory.buffer instanceof SharedArrayBuffer;
    this.kernels = instantiateKernels(compileKernels(shared), arena.memory);
  }

  call<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number {
    return this.kernels[kernel.name](...kernel.pack(args)) ?? 0;
  }

  callBlock<Arguments>(
    kernel: BlockKernel<Arguments>,
    begin: number,
    end: number,
    args: NoInfer<Arguments>,
    slot = 0,
  ): void {
    this.kernels[kernel.name](begin, end, slot, ...kernel.pack(args));
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
