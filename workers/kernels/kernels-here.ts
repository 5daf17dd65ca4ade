import type { Arena } from "./arena";
import type { BlockKernel, PlainKernel } from "./kernel";
import { instantiateKernels, type WasmFunction } from "./wasm-module";

/** The kernels over an arena, called on this thread. */
export class KernelsHere {
  readonly arena: Arena;
  protected readonly kernels: Record<string, WasmFunction>;

  constructor(arena: Arena, module: WebAssembly.Module) {
    this.arena = arena;
    this.kernels = instantiateKernels(module, arena.memory);
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
}
