/**
 * Removes bones from a skeleton one by one. The vertices of a removed bone are fitted to the animation again over all
 * remaining bones, and its children go to its parent. Joints and motion of the others stay.
 */
import { sparseWeights } from "../../decompose/result/rig-assembly";
import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { lockedRows, solveLockedRows } from "../fit/weights/locked-rows";
import { StrictBench } from "../strict/strict-bench";
import { keptAbove } from "./part-of-rig";

/** Rounds of weights end when one gains less than this share of the error. */
const SETTLED = 1e-3;
const MOST_ROUNDS = 8;

/** The weights of some vertices. */
interface Rows {
  vertices: Int32Array;
  /** Number of slots for each vertex. */
  ids: Int32Array;
  values: Float64Array;
  errors: Float64Array;
}

/** A bone, with the known cost of removing it. */
interface Merge {
  bone: number;
  /** How much the squared error rises. */
  cost: number;
  rows: Rows;
}

export class BoneMerger {
  /** The remaining bones, by their numbers in the full rig. */
  readonly left: Set<number>;
  private readonly full: Rig;
  private readonly bench: StrictBench;
  private readonly order: Int32Array;
  private readonly known = new Map<number, Merge>();
  private readonly rootsGo: boolean;

  private constructor(bench: StrictBench, full: Rig, rootsGo: boolean) {
    this.bench = bench;
    this.full = full;
    this.rootsGo = rootsGo;
    this.left = new Set(full.bones.keys());
    this.order = bench.parallel.arena.i32(bench.problem.vertexCount);
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
    const more = 4 * sequence.vertexCount + 64;
    const { threads } = makeParallel;
    const make: MakeParallel = Object.assign((bytes: number) => makeParallel(bytes + more), { threads });
    const influences = Math.max(1, maxInfluences(full.weights));
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
    this.known.clear();
    let error = await bench.fitWeights(search === "swap" ? "twoPass" : search, task);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = await bench.fitWeights(search, task);
      const gain = error - next;
      error = next;
      if (gain <= SETTLED * error) break;
    }
  }

  /** The bones that may be removed next. */
  private candidates(): number[] {
    const { bones } = this.full;
    const below = [...this.left].filter((j) => bones[j].parent >= 0);
    if (!this.rootsGo || this.left.size === 1) return below;
    const holding = new Set(below.map((j) => this.above(j)));
    return [...this.left].filter((j) => bones[j].parent >= 0 || !holding.has(j));
  }

  /**
   * Removes the bone that matters least.
   * @returns its number, or −1 if none may go.
   */
  async mergeOne(task: Task): Promise<number> {
    let best: Merge | null = null;
    for (const j of this.candidates()) {
      const merge = await this.mergeOf(j, task);
      if (!best || merge.cost < best.cost) best = merge;
    }
    if (!best) return -1;
    this.take(best);
    return best.bone;
  }

  /**
   * Removes a given bone.
   * @param lockedWeights flags of the full rig's bones whose weights stay.
   */
  async merge(bone: number, lockedWeights: Uint8Array, task: Task): Promise<void> {
    const { bench } = this;
    await bench.fitWeights("evaluate", task);
    const merge = await this.mergeOf(bone, task);
    this.take(merge);
    const touched = new Set(merge.rows.vertices);
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

  private async mergeOf(bone: number, task: Task): Promise<Merge> {
    const known = this.known.get(bone);
    if (known) return known;
    const { bench } = this;
    const { blend, solver } = bench;
    const vertices = this.verticesOf(bone);
    const before = this.read(vertices);
    const may = this.flags();
    may[bone] = 0;
    bench.allow(may);
    this.order.set(vertices);
    if (vertices.length > 0) await solver.weights.runOn(this.order.subarray(0, vertices.length), blend, task);
    const rows = this.read(vertices);
    this.write(before);
    const cost = rows.errors.reduce((sum, error, n) => sum + error - before.errors[n], 0);
    const merge = { bone, cost, rows };
    this.known.set(bone, merge);
    return merge;
  }

  private take({ bone, cost, rows }: Merge): void {
    const { blend } = this.bench;
    this.left.delete(bone);
    // The known costs of bones that share a vertex with it are no longer valid.
    for (const ids of [this.read(rows.vertices).ids, rows.ids]) for (const j of ids) this.known.delete(j);
    this.write(rows);
    blend.error += cost;
  }

  private verticesOf(bone: number): Int32Array {
    const { blend, solver } = this.bench;
    const { ids } = blend;
    const found: number[] = [];
    for (let e = 0; e < ids.length; e++)
      if (ids[e] === bone) found.push(Math.floor(e / solver.options.slots));
    return Int32Array.from(found);
  }

  private read(vertices: Int32Array): Rows {
    const { blend, solver } = this.bench;
    const { slots } = solver.options;
    const ids = new Int32Array(slots * vertices.length);
    const values = new Float64Array(ids.length);
    vertices.forEach((i, n) => {
      ids.set(blend.ids.subarray(i * slots, (i + 1) * slots), n * slots);
      values.set(blend.values.subarray(i * slots, (i + 1) * slots), n * slots);
    });
    return { vertices, ids, values, errors: Float64Array.from(vertices, (i) => blend.errors[i]) };
  }

  private write({ vertices, ids, values, errors }: Rows): void {
    const { blend, solver } = this.bench;
    const { slots } = solver.options;
    vertices.forEach((i, n) => {
      blend.ids.set(ids.subarray(n * slots, (n + 1) * slots), i * slots);
      blend.values.set(values.subarray(n * slots, (n + 1) * slots), i * slots);
      blend.errors[i] = errors[n];
    });
  }
}
