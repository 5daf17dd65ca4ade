import type { MakeParallel, Parallel } from "../../../kernels/parallel";
import { SinewError } from "../../../model/errors";

/** Memory is taken so much larger than it has to be that supports can grow without new threads. */
const HEADROOM = 1.25;
/** What a WebAssembly memory can be. */
const MOST_BYTES = 2 ** 32 - 2 ** 20;
const MOST_THREADS = 32;

/** @throws SinewError where a system takes more than there can be. */
export function assertRoom(bytes: number, vertices: number): void {
  if (bytes <= MOST_BYTES) return;
  throw new SinewError({
    title: "This mesh is too large for as-rigid-as-possible weights",
    body: `Its ${vertices} vertices take ${Math.ceil(bytes / 1e6)} MB; ${Math.floor(MOST_BYTES / 1e6)} MB are the most. Allow fewer bones a vertex (a smaller kept sum, a larger kept part), fewer clusterings, or take heat or voxel weights.`,
  });
}

/** Memory and threads for one system after another. */
export class SystemRoom {
  private readonly makeParallel: MakeParallel;
  private now: { parallel: Parallel; bytes: number; start: number } | null = null;

  constructor(makeParallel: MakeParallel) {
    this.makeParallel = makeParallel;
  }

  /** Most threads that there will be. */
  get threads(): number {
    return this.makeParallel.threads ?? MOST_THREADS;
  }

  /**
   * Memory of so many bytes or more: what there is, where it is enough. The system that was in it is gone.
   * @throws SinewError where there cannot be so much.
   */
  async take(bytes: number, vertices: number): Promise<Parallel> {
    assertRoom(bytes, vertices);
    if (this.now && this.now.bytes >= bytes) {
      this.now.parallel.arena.release(this.now.start);
      return this.now.parallel;
    }
    this.dispose();
    const roomy = Math.min(MOST_BYTES, Math.ceil(HEADROOM * bytes));
    const parallel = await this.makeParallel(roomy);
    this.now = { parallel, bytes: roomy, start: parallel.arena.mark() };
    return parallel;
  }

  dispose(): void {
    this.now?.parallel.dispose();
    this.now = null;
  }
}
