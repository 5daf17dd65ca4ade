import type { Arena } from "../../kernels/arena";
import type { BlockKernel } from "../../kernels/kernel";
import { KernelsHere } from "../../kernels/kernels-here";
import type { Checkpoints, Parallel } from "../../kernels/parallel";
import { kernelModule, type WasmFunction } from "../../kernels/wasm-module";
import { MemoryError } from "../../model/errors";
import { yieldToEventLoop } from "../yield-to-event-loop";
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
  MOST_ARGUMENTS,
  NEXT,
  POOL_BLOCK_BYTES,
  type PoolStart,
  poolBlock,
  QUIT,
  STATE,
} from "./pool-protocol";

/** A worker of a browser or of Node. */
export interface PoolPort {
  post(start: PoolStart): void;
  /** Calls `listen` once, when the worker says "ready". */
  onReady(listen: () => void): void;
  /** Calls `listen` when the worker has failed or ended. */
  onGone(listen: () => void): void;
  terminate(): void;
}

/** Milliseconds of work between checkpoints. */
const BREATH = 15;
/** Milliseconds that a worker may take to start. Then the pool continues without it. */
const START_WITHIN = 10_000;
/** After this many waits without a finished block, a worker is considered dead: about 10 s of waking time. */
const GONE_AFTER = 700;
/** Checks of the number of active workers before the coordinator sleeps, which takes as long as some blocks. */
const SPINS = 20000;

/**
 * Kernels over workers that share the arena's memory. The coordinator takes blocks too and waits with Atomics.wait, so
 * it must be a worker itself (or Node). Blocks are taken in any order, so results are the same on any number of threads
 * only for kernels that obey the contract of `Parallel.run`.
 */
export class ThreadPool extends KernelsHere implements Parallel {
  readonly threads: number;
  private readonly block = new SharedArrayBuffer(POOL_BLOCK_BYTES);
  private readonly control = poolBlock(this.block).control;
  private readonly arguments = poolBlock(this.block).arguments;
  private readonly numbers: Map<string, number>;
  private readonly spares: () => boolean;
  private ports: PoolPort[] = [];
  private gone = false;

  private constructor(arena: Arena, threads: number, module: WebAssembly.Module, spares: () => boolean) {
    super(arena, module);
    this.threads = threads;
    this.spares = spares;
    this.numbers = new Map(kernelNames(this.kernels).map((name, n) => [name, n]));
  }

  /**
   * Starts threads − 1 workers and waits until they are ready. Workers that do not start are left out.
   * @param arena over shared memory.
   * @param spares whether one thread must rest now, so that others have its core. Asked at each run.
   */
  static async create(
    arena: Arena,
    threads: number,
    spawn: () => PoolPort,
    spares = () => false,
  ): Promise<ThreadPool> {
    const module = kernelModule(true);
    const pool = new ThreadPool(arena, threads, module, spares);
    const starts = Array.from({ length: threads - 1 }, (_, n) => pool.start(spawn, module, n + 1));
    const ports = await Promise.all(starts);
    pool.ports = ports.filter((port) => port !== null);
    return pool;
  }

  private start(spawn: () => PoolPort, module: WebAssembly.Module, slot: number): Promise<PoolPort | null> {
    return new Promise((resolve) => {
      let port: PoolPort;
      try {
        port = spawn();
      } catch {
        resolve(null);
        return;
      }
      const giveUp = () => {
        port.terminate();
        resolve(null);
      };
      const timer = setTimeout(giveUp, START_WITHIN);
      port.onReady(() => {
        clearTimeout(timer);
        resolve(port);
      });
      port.onGone(() => {
        clearTimeout(timer);
        if (this.ports.includes(port)) this.gone = true;
        giveUp();
      });
      port.post({ module, memory: this.arena.memory, block: this.block, slot });
    });
  }

  get working(): number {
    return this.ports.length + 1;
  }

  get isWhole(): boolean {
    return !this.gone;
  }

  async run<Arguments>(
    task: Checkpoints,
    { name, pack }: BlockKernel<Arguments>,
    items: number,
    block: number,
    args: NoInfer<Arguments>,
  ): Promise<void> {
    const packed = pack(args);
    if (packed.length > MOST_ARGUMENTS) throw new Error(`${name} has more than ${MOST_ARGUMENTS} arguments`);
    this.assertWhole();
    const blocks = Math.ceil(items / block);
    const last = this.threads - (this.spares() ? 2 : 1);
    const alone = blocks < 2 || this.ports.length === 0 || last < 1;
    this.control[LAST_SLOT] = last;
    this.open(name, items, block, blocks, packed, alone);
    try {
      await this.takeBlocks(task, this.kernels[name], items, block, blocks, packed);
      await task.checkpoint();
    } catch (error) {
      Atomics.store(this.control, NEXT, blocks);
      if (!alone) await this.close();
      throw error;
    }
    if (alone) return;
    await this.close();
    if (Atomics.load(this.control, FAILED) !== 0) {
      throw new Error(`The kernel ${name} failed in worker ${this.control[FAILED]}`);
    }
  }

  dispose(): void {
    Atomics.store(this.control, STATE, QUIT);
    Atomics.notify(this.control, STATE);
    const ports = this.ports;
    this.ports = [];
    for (const port of ports) port.terminate();
  }

  private open(kernel: string, items: number, block: number, blocks: number, args: number[], alone: boolean) {
    const { control } = this;
    this.arguments.set(args);
    control[KERNEL] = this.numbers.get(kernel)!;
    control[ITEMS] = items;
    control[BLOCK] = block;
    control[BLOCKS] = blocks;
    control[ARGUMENTS] = args.length;
    control[FAILED] = 0;
    Atomics.store(control, NEXT, 0);
    if (alone) return;
    Atomics.add(control, STATE, 1);
    Atomics.notify(control, STATE);
  }

  private async takeBlocks(
    task: Checkpoints,
    kernel: WasmFunction,
    items: number,
    size: number,
    blocks: number,
    args: number[],
  ): Promise<void> {
    const { control } = this;
    let last = performance.now();
    for (let n = Atomics.add(control, NEXT, 1); n < blocks; n = Atomics.add(control, NEXT, 1)) {
      kernel(n * size, Math.min((n + 1) * size, items), 0, ...args);
      if (performance.now() - last > BREATH) {
        await task.checkpoint();
        last = performance.now();
      }
    }
  }

  /** Ends the job and waits until no worker is active. */
  private async close(): Promise<void> {
    const { control } = this;
    Atomics.add(control, STATE, 1);
    for (let n = 0; n < SPINS; n++) if (Atomics.load(control, ACTIVE) === 0) return;
    let beats = -1;
    let still = 0;
    for (let active = Atomics.load(control, ACTIVE); active !== 0; active = Atomics.load(control, ACTIVE)) {
      Atomics.wait(control, ACTIVE, active, BREATH);
      still = Atomics.load(control, BEATS) === beats ? still + 1 : 0;
      beats = Atomics.load(control, BEATS);
      if (still > 0) await yieldToEventLoop();
      if (still > GONE_AFTER) this.gone = true;
      this.assertWhole();
    }
  }

  private assertWhole(): void {
    if (!this.gone) return;
    throw new MemoryError({
      title: "A part of the solver stopped",
      body: "The browser or the system ended one of its threads, usually because memory ran out. Close other pages and programs, and solve again.",
    });
  }
}
