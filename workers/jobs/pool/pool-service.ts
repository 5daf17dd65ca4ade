import { instantiateKernels, type WasmFunction } from "../../kernels/wasm-module";
import {
  ACTIVE,
  ARGUMENTS,
  BEATS,
  BLOCK,
  BLOCKS,
  FAILED,
  ITEMS,
  KERNEL,
  kernelNames,
  LAST_SLOT,
  NEXT,
  type PoolBlock,
  type PoolStart,
  poolBlock,
  QUIT,
  STATE,
} from "./pool-protocol";

/** Checks of the state before a worker sleeps, because jobs often follow each other within some 20 microseconds. */
const SPINS = 8000;

/** The loop of a pool worker after it said "ready": it sleeps and takes blocks until the pool is shut down. */
export function servePool(start: PoolStart): void {
  const block = poolBlock(start.block);
  const exports = instantiateKernels(start.module, start.memory);
  const kernels = kernelNames(exports).map((name) => exports[name]);
  const { control } = block;
  for (let seen = 0; seen !== QUIT; seen = Atomics.load(control, STATE)) {
    if (seen & 1) takePart(block, kernels, seen, start.slot);
    for (let n = 0; n < SPINS && Atomics.load(control, STATE) === seen; n++);
    Atomics.wait(control, STATE, seen);
  }
}

function takePart(block: PoolBlock, kernels: WasmFunction[], state: number, slot: number): void {
  const { control } = block;
  Atomics.add(control, ACTIVE, 1);
  try {
    const takes = Atomics.load(control, STATE) === state && slot <= control[LAST_SLOT];
    if (takes) takeBlocks(block, kernels, slot);
  } catch {
    Atomics.store(control, FAILED, slot);
    Atomics.store(control, NEXT, control[BLOCKS]);
  }
  if (Atomics.sub(control, ACTIVE, 1) === 1) Atomics.notify(control, ACTIVE);
}

function takeBlocks({ control, arguments: all }: PoolBlock, kernels: WasmFunction[], slot: number): void {
  const kernel = kernels[control[KERNEL]];
  const items = control[ITEMS];
  const size = control[BLOCK];
  const blocks = control[BLOCKS];
  const args = Array.from(all.subarray(0, control[ARGUMENTS]));
  for (let n = Atomics.add(control, NEXT, 1); n < blocks; n = Atomics.add(control, NEXT, 1)) {
    kernel(n * size, Math.min((n + 1) * size, items), slot, ...args);
    Atomics.add(control, BEATS, 1);
  }
}
