import { SHARED_WASM, UNSHARED_WASM } from "./wasm.generated";

/** A kernel as the WebAssembly module exports it: numbers in, a number or nothing out. */
export type WasmFunction = (...args: number[]) => number;

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

/** Modules are compiled at the first request and kept, because compiling takes longer than many jobs. */
const compiled = new Map<boolean, WebAssembly.Module>();

/** The compiled kernels, for shared or unshared memory. */
export function kernelModule(shared: boolean): WebAssembly.Module {
  const known = compiled.get(shared);
  if (known) return known;
  const made = new WebAssembly.Module(decode(shared ? SHARED_WASM : UNSHARED_WASM));
  compiled.set(shared, made);
  return made;
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
