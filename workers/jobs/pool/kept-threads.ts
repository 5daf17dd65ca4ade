import { Arena } from "../../kernels/arena";
import type { BlockKernel, PlainKernel } from "../../kernels/kernel";
import type { Checkpoints, Parallel } from "../../kernels/parallel";
import { CancelledError, MemoryError } from "../../model/errors";

/** Makes threads over a new memory of the given bytes. */
type Make = (bytes: number) => Promise<Parallel>;

/** Threads over a larger memory are not kept, in bytes. */
const MOST_BYTES = 256e6;
/** The least memory, which is enough for all small jobs. Untouched pages of it take no memory. */
const LEAST_BYTES = 32e6;
/** Memory is larger than requested by this factor, so that it is enough for a job that needs a little more. */
const HEADROOM = 1.25;
/** Milliseconds without a job after which threads and memory are freed. */
export const IDLE_MS = 30_000;

interface Kept {
  parallel: Parallel;
  /** The size of its memory. */
  bytes: number;
}

/**
 * Threads and memory that live longer than a job. A job borrows them, and the next job finds the workers running and
 * the kernels compiled. At most one set is kept, for 30 s without a job.
 */
export class KeptThreads {
  private readonly make: Make;
  private idle: Kept | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  constructor(make: Make) {
    this.make = make;
  }

  /** Lends threads over zeroed memory of the given bytes. Their `dispose` gives them back. */
  async lend(bytes: number): Promise<Parallel> {
    const kept = this.take(bytes) ?? (await this.makeRoomy(bytes));
    return new LentThreads(kept.parallel, bytes, (isSound) => {
      if (isSound) this.giveBack(kept);
      else kept.parallel.dispose();
    });
  }

  /** Ends the threads that are not lent. Lent threads end when they come back. */
  dispose(): void {
    this.isOver = true;
    this.letGo();
  }

  private take(bytes: number): Kept | null {
    const { idle } = this;
    if (idle && idle.bytes >= bytes && idle.parallel.isWhole) {
      this.idle = null;
      clearTimeout(this.timer);
      return idle;
    }
    // Frees memory that is too small before it allocates more.
    this.letGo();
    return null;
  }

  private async makeRoomy(bytes: number): Promise<Kept> {
    const roomy = Math.max(LEAST_BYTES, Math.ceil(HEADROOM * bytes));
    if (roomy <= MOST_BYTES) {
      try {
        return { parallel: await this.make(roomy), bytes: roomy };
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error;
      }
    }
    return { parallel: await this.make(bytes), bytes };
  }

  private giveBack(kept: Kept): void {
    const isKept = !this.isOver && kept.bytes <= MOST_BYTES && kept.bytes > (this.idle?.bytes ?? 0);
    if (!isKept) {
      kept.parallel.dispose();
      return;
    }
    this.letGo();
    this.idle = kept;
    this.timer = setTimeout(() => this.letGo(), IDLE_MS);
    // In Node the timer does not keep the process alive.
    (this.timer as { unref?: () => void }).unref?.();
  }

  private letGo(): void {
    clearTimeout(this.timer);
    this.idle?.parallel.dispose();
    this.idle = null;
  }
}

/** Kept threads that a job has borrowed, with its own arena over their memory. */
class LentThreads implements Parallel {
  readonly threads: number;
  readonly arena: Arena;
  private readonly parallel: Parallel;
  private readonly giveBack: (isSound: boolean) => void;
  private isSound = true;
  private isReturned = false;

  /** @param giveBack takes the threads back; `isSound` unless a kernel or a worker failed. */
  constructor(parallel: Parallel, bytes: number, giveBack: (isSound: boolean) => void) {
    this.threads = parallel.threads;
    this.arena = Arena.over(parallel.arena.memory, bytes);
    this.parallel = parallel;
    this.giveBack = giveBack;
  }

  get working(): number {
    return this.parallel.working;
  }

  get isWhole(): boolean {
    return this.isSound && this.parallel.isWhole;
  }

  call<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number {
    return this.lent().call(kernel, args);
  }

  callBlock<Arguments>(
    kernel: BlockKernel<Arguments>,
    begin: number,
    end: number,
    args: NoInfer<Arguments>,
    slot?: number,
  ): void {
    this.lent().callBlock(kernel, begin, end, args, slot);
  }

  async run<Arguments>(
    task: Checkpoints,
    kernel: BlockKernel<Arguments>,
    items: number,
    block: number,
    args: NoInfer<Arguments>,
  ): Promise<void> {
    try {
      await this.lent().run(task, kernel, items, block, args);
    } catch (error) {
      if (!(error instanceof CancelledError)) this.isSound = false;
      throw error;
    }
  }

  dispose(): void {
    if (this.isReturned) return;
    this.isReturned = true;
    this.arena.close();
    this.giveBack(this.isWhole);
  }

  private lent(): Parallel {
    if (this.isReturned) throw new Error("These threads were given back");
    return this.parallel;
  }
}
