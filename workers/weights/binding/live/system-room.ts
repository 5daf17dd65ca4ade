import { type MakeParallel, type Parallel, threadsToReserve } from "../../../kernels/parallel";
import { SinewError } from "../../../model/errors";

/** Memory is larger than needed by this factor, so supports can grow without new threads. */
const HEADROOM = 1.25;
/** The largest WebAssembly memory. */
const MOST_BYTES = 2 ** 32 - 2 ** 20;

/** @throws SinewError if a system needs more memory than WebAssembly allows. */
export function assertRoom(bytes: number, vertices: number): void {
  if (bytes <= MOST_BYTES) return;
  throw new SinewError({
    title: "This mesh is too large for as-rigid-as-possible weights",
    body: `Its ${vertices} vertices take ${Math.ceil(bytes / 1e6)} MB. Sinew takes at most ${Math.floor(MOST_BYTES / 1e6)} MB. Allow fewer bones a vertex (a smaller kept sum, a larger kept part), fewer clusterings, or use heat or voxel weights.`,
  });
}

/** Memory and threads for one system after another. */
export class SystemRoom {
  private readonly makeParallel: MakeParallel;
  private now: { parallel: Parallel; bytes: number; start: number } | null = null;

  constructor(makeParallel: MakeParallel) {
    this.makeParallel = makeParallel;
  }

  /** The most threads. */
  get threads(): number {
    return threadsToReserve(this.makeParallel);
  }

  /**
   * Returns memory of at least `bytes` bytes, reusing the current one if it is large enough. The system in it is lost.
   * @throws SinewError if that is more than WebAssembly allows.
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
