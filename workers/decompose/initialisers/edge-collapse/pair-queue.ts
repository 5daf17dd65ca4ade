import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { MinHeap } from "../../../math/order/min-heap";
import type { DisjointSets } from "../../../mesh/disjoint-sets";
import type { Task } from "../../../model/task";
import type { Moments } from "./rigid-moments";

/** Errors computed between two checkpoints. */
const STEP = 256;

/** Pairs of clusters, ordered by the error of both merged. */
export class PairQueue {
  private readonly parallel: Parallel;
  private readonly moments: Moments;
  private readonly sets: DisjointSets;
  private readonly heap = new MinHeap();
  private pairs: number[] = [];
  /** When each pair's error was computed, and when each cluster last grew. */
  private found: number[] = [];
  private readonly grown: Uint32Array;
  private now = 1;
  /** When the error of two clusters was last computed, by both numbers. */
  private readonly known = new Map<number, number>();

  constructor(parallel: Parallel, moments: Moments, sets: DisjointSets) {
    this.parallel = parallel;
    this.moments = moments;
    this.sets = sets;
    this.grown = new Uint32Array(moments.count);
  }

  async add(pairs: readonly number[], task: Task): Promise<void> {
    const { parallel, moments } = this;
    const { arena } = parallel;
    const mark = arena.mark();
    const [list, errors] = [arena.i32(pairs.length), arena.f64(pairs.length / 2)];
    list.set(pairs);
    await parallel.run(task, kernels.pairErrors, errors.length, 64, {
      pairs: list,
      moments: moments.numbers,
      frames: moments.frames,
      errors,
    });
    errors.forEach((error, n) => {
      this.heap.push(error, this.found.length);
      this.pairs.push(pairs[2 * n], pairs[2 * n + 1]);
      this.found.push(this.now);
    });
    arena.release(mark);
  }

  /** Records a change of the cluster. */
  touch(a: number): void {
    this.grown[a] = ++this.now;
  }

  /** The two clusters with the least error, or null if no pairs remain. */
  async best(task: Task): Promise<[number, number] | null> {
    const { arena } = this.parallel;
    const mark = arena.mark();
    const [pair, error] = [arena.i32(2), arena.f64(1)];
    try {
      for (let item = this.heap.pop(); item >= 0; item = this.heap.pop()) {
        const [p, q] = [this.sets.find(this.pairs[2 * item]), this.sets.find(this.pairs[2 * item + 1])];
        if (p === q) continue;
        const [a, b] = p < q ? [p, q] : [q, p];
        const changed = Math.max(this.grown[a], this.grown[b]);
        if (this.found[item] >= changed) return [a, b];
        const key = a * this.moments.count + b;
        // The queue has another entry for the same clusters, with the current error.
        if ((this.known.get(key) ?? 0) >= changed) continue;
        pair.set([a, b]);
        const { numbers, frames } = this.moments;
        this.parallel.callBlock(kernels.pairErrors, 0, 1, {
          pairs: pair,
          moments: numbers,
          frames,
          errors: error,
        });
        this.heap.push(error[0], item);
        this.found[item] = this.now;
        this.known.set(key, this.now);
        if (++this.counted % STEP === 0) await task.checkpoint();
      }
    } finally {
      arena.release(mark);
    }
    return null;
  }

  private counted = 0;
}
