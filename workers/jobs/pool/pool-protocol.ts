/**
 * Memory that coordinator and pool workers share besides the kernels' memory: a block of Int32, then arguments. The
 * coordinator opens a job by making STATE odd and closes it by making it even; a worker that wakes up joins (ACTIVE)
 * and only then checks whether the job is still open. Arguments are written while no worker is active.
 */
export const STATE = 0;
export const ACTIVE = 1;
/** Next block to take. */
export const NEXT = 2;
export const BLOCKS = 3;
export const KERNEL = 4;
export const ITEMS = 5;
export const BLOCK = 6;
export const ARGUMENTS = 7;
/** Number of the worker (from 1) in which a kernel failed, or 0. */
export const FAILED = 8;
/** The number of blocks that all workers have finished. It only stops growing if one hangs. */
export const BEATS = 9;
/** The highest number of a worker that takes blocks of the job. */
export const LAST_SLOT = 10;
const HEADER_BYTES = 64;
export const MOST_ARGUMENTS = 32;

/** STATE of a pool that is shut down. */
export const QUIT = -1;

export interface PoolBlock {
  control: Int32Array;
  arguments: Float64Array;
}

export const POOL_BLOCK_BYTES = HEADER_BYTES + 8 * MOST_ARGUMENTS;

export function poolBlock(buffer: SharedArrayBuffer): PoolBlock {
  return {
    control: new Int32Array(buffer, 0, HEADER_BYTES / 4),
    arguments: new Float64Array(buffer, HEADER_BYTES, MOST_ARGUMENTS),
  };
}

/** The one message that a worker receives; it answers "ready". */
export interface PoolStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  block: SharedArrayBuffer;
  /** 1 … threads − 1; the coordinator is 0. */
  slot: number;
}

/** Kernels by number, the same on all threads, because they instantiate the same module. */
export const kernelNames = (exports: object) => Object.keys(exports).sort();
