/**
 * Removes bones from a skeleton one by one, those first that matter least. The vertices of a removed bone are fitted to
 * the animation again over all remaining bones, and its children go to its parent. Joints and motion of the others
 * stay.
 *
 * A merger can bring bones back. Its rig with a number of bones is always the same, whatever numbers came before: the
 * final weights of a level (`fitted`) are only returned, and later merges do not start from them.
 */
import type { BlendState } from "../../decompose/phases/blend-state";
import { sparseWeights } from "../../decompose/result/rig-assembly";
import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { lockedRows, solveLockedRows } from "../fit/weights/locked-rows";
import { StrictBench } from "../strict/strict-bench";
import { MergeCosts } from "./merge-costs";
import { keepRows, type OldRows, putBackRows, usersOf } from "./old-rows";
import { keptAbove } from "./part-of-rig";

/** Rounds of weights end when one gains less than this share of the error. */
const SETTLED = 1e-3;
const MOST_ROUNDS = 8;

/** A bone that was removed, with the old weights of its vertices, so that it can be brought back. */
interface Removed {
  bone: number;
  before: OldRows;
}

export class BoneMerger {
  /** The remaining bones, by their numbers in the full rig. */
  readonly left: Set<number>;
  private readonly full: Rig;
  private readonly bench: StrictBench;
  /** Vertices to be fitted, in the arena. */
  private readonly list: Int32Array;
  private readonly costs: MergeCosts;
  private readonly removed: Removed[] = [];
  /** All bones that were ever removed, in their order; some of the last may be back. */
  private readonly order: number[] = [];
  private readonly rootsGo: boolean;

  private constructor(bench: StrictBench, full: Rig, rootsGo: boolean) {
    const { parallel, problem, solver, blend } = bench;
    this.bench = bench;
    this.full = full;
    this.rootsGo = rootsGo;
    this.left = new Set(full.bones.keys());
    this.list = parallel.arena.i32(problem.vertexCount);
    this.costs = new MergeCosts(parallel.arena, solver, blend);
  }

  /**
   * Starts with a rig whose weights are fitted to the sequence. Call `dispose` when done.
   * @param rootsGo whether bones without a parent may go too, once no bones hang on them.
   */
  static async open(
    makeParallel: MakeParallel,
    sequence: MeshSequence,
    full: Rig,
    task: Task,
    { rootsGo = false } = {},
  ): Promise<BoneMerger> {
    const influences = Math.max(1, maxInfluences(full.weights));
    const V = sequence.vertexCount;
    const more = 4 * V + 64 + MergeCosts.bytes(V, influences, full.bones.length);
    const { threads } = makeParallel;
    const make: MakeParallel = Object.assign((bytes: number) => makeParallel(bytes + more), { threads });
    const bench = await StrictBench.open(make, sequence, full, influences, task, { asGiven: true });
    return new BoneMerger(bench, full, rootsGo);
  }

  dispose(): void {
    this.bench.parallel.dispose();
  }

  /** Fits all weights until they settle. */
  async fitWeights(task: Task): Promise<void> {
    const { bench } = this;
    const { search } = bench.solver.options;
    bench.allow(this.flags());
    this.costs.forget();
    let error = await bench.fitWeights(search, task);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = await bench.fitWeights(search, task);
      const gain = error - next;
      error = next;
      if (gain <= SETTLED * error) break;
    }
  }

  /** The weights of the remaining bones after a fit. The merger keeps its own. */
  async fitted(task: Task): Promise<SparseWeights> {
    const { blend, solver } = this.bench;
    const before = keepRows(blend, solver.options.slots, Int32Array.from(blend.errors.keys()));
    try {
      await this.fitWeights(task);
      return this.weights();
    } finally {
      putBackRows(blend, solver.options.slots, before);
    }
  }

  /**
   * Removes bones, or brings them back, until so many remain.
   * @param from and `to`: the numbers of bones at the ends of the shown progress.
   * @returns the removed bones, in their order.
   */
  async goTo(
    count: number,
    task: Task,
    { from, to } = { from: this.left.size, to: count },
  ): Promise<number[]> {
    while (this.left.size < count && this.removed.length > 0) this.bringBack();
    const gone: number[] = [];
    while (this.left.size > count) {
      const done = (from - this.left.size) / (from - to);
      task.progress({ phase: "Merging bones", done, detail: howMany(this.left.size, "bone") });
      gone.push(await this.mergeOne(task));
    }
    return gone;
  }

  /** The bones that may be removed next. */
  private candidates(): number[] {
    const { bones } = this.full;
    const below = [...this.left].filter((j) => bones[j].parent >= 0);
    if (!this.rootsGo || this.left.size === 1) return below;
    const holding = new Set(below.map((j) => this.above(j)));
    return [...this.left].filter((j) => bones[j].parent >= 0 || !holding.has(j));
  }

  /** Removes the bone that matters least, and returns it. One of the bones must be one that may go. */
  private async mergeOne(task: Task): Promise<number> {
    const bone = this.order[this.removed.length] ?? (await this.leastBone(task));
    await this.remove(bone, task);
    this.order[this.removed.length - 1] = bone;
    return bone;
  }

  private async leastBone(task: Task): Promise<number> {
    this.bench.allow(this.flags());
    const costs = await this.costs.costs(task);
    return this.candidates().reduce((least, j) => (costs[j] < costs[least] ? j : least));
  }

  /**
   * Removes a given bone.
   * @param lockedWeights flags of the full rig's bones whose weights stay.
   */
  async merge(bone: number, lockedWeights: Uint8Array, task: Task): Promise<void> {
    const { bench } = this;
    await bench.fitWeights("evaluate", task);
    const touched = new Set(await this.remove(bone, task));
    const rows = lockedRows(this.full, lockedWeights).filter(({ vertex }) => touched.has(vertex));
    const free = [...this.left].filter((j) => !lockedWeights[j]);
    await solveLockedRows(bench.solver, bench.blend, rows, () => free, task);
  }

  /** The new parent of bone j's children when j is removed. */
  above(j: number): number {
    return keptAbove(this.full.bones, this.left, j);
  }

  /** The weights of the remaining bones, by their numbers in the full rig. */
  weights(): SparseWeights {
    const { ids, values } = this.bench.blend;
    return sparseWeights(ids, values, this.bench.problem.vertexCount);
  }

  private flags(): Uint8Array {
    const may = new Uint8Array(this.full.bones.length);
    for (const j of this.left) may[j] = 1;
    return may;
  }

  /** Removes a bone and fits its vertices, which are returned. */
  private async remove(bone: number, task: Task): Promise<Int32Array> {
    const { blend, solver } = this.bench;
    const { slots } = solver.options;
    const vertices = usersOf(blend, slots, bone);
    const before = keepRows(blend, slots, vertices);
    this.left.delete(bone);
    this.bench.allow(this.flags());
    this.list.set(vertices);
    if (vertices.length > 0) await this.fitAnew(this.list.subarray(0, vertices.length), task);
    this.removed.push({ bone, before });
    this.costs.changed(bone, vertices);
    blend.error += risen(blend, before);
    return vertices;
  }

  /** Fits some vertices among all bones at once, which finds weights that swaps of single bones do not. */
  private async fitAnew(vertices: Int32Array, task: Task): Promise<void> {
    const { blend, solver } = this.bench;
    const { search } = solver.options;
    if (search === "swap") await solver.weights.runOn(vertices, blend, task, "twoPass");
    await solver.weights.runOn(vertices, blend, task, search);
  }

  private bringBack(): void {
    const { bone, before } = this.removed.pop()!;
    const { blend, solver } = this.bench;
    blend.error -= risen(blend, before);
    putBackRows(blend, solver.options.slots, before);
    this.left.add(bone);
    this.costs.forget();
  }
}

/** How much larger the errors of some vertices are than before. */
const risen = (blend: BlendState, { vertices, errors }: OldRows): number =>
  vertices.reduce((sum, i, n) => sum + blend.errors[i] - errors[n], 0);
