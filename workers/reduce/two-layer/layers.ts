/** Two layers during the fit: their arrays in the arena, and the kernels over them. */
import type { Adjacency } from "../../geometry/adjacency";
import { kernels, records, type TwoLayerJob } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";
import type { Task } from "../../model/task";
import { colourAtoms } from "./colour-atoms";
import { type LayerProblem, rootMean } from "./layer-problem";

/** A vertex changes its virtual bones only if its squared error falls by this share. */
const LEAST_GAIN = 1e-4;
/** Squared rounding of f32 positions, in normalised lengths, for each number of a trajectory. */
const NOISE = 4e-15;
const BLOCK = 128;
/** The most sweeps. They end earlier if nothing changes. */
const MOST_SWEEPS = 30;

/** Both layers at one moment, outside the arena. */
export interface SavedLayers {
  count: number;
  atomIds: Int32Array;
  atomValues: Float64Array;
  ids: Int32Array;
  shares: Float64Array;
  errors: Float64Array;
}

export interface LayerSizes {
  /** The most virtual bones. */
  capacity: number;
  /** The most bones of a virtual bone, c. */
  atomSlots: number;
  /** The most virtual bones of a vertex. */
  blends: number;
}

export class Layers {
  readonly source: LayerProblem;
  readonly sizes: LayerSizes;
  /** The number of virtual bones, q. */
  count = 0;
  /** capacity·c: the bones of each virtual bone, −1 where there are no more, and their weights. */
  readonly atomIds: Int32Array;
  readonly atomValues: Float64Array;
  /** V·blends: the virtual bones of each vertex, and their shares. */
  readonly ids: Int32Array;
  readonly shares: Float64Array;
  /** V: squared errors. */
  readonly errors: Float64Array;
  readonly rings: Adjacency;
  private readonly parallel: Parallel;
  private readonly job: KernelRecord<TwoLayerJob>;
  private readonly before: Int32Array;
  private readonly flags: [Uint8Array, Uint8Array];
  private readonly sources: Int32Array;
  private readonly stack: Int32Array;
  private readonly waiting: Uint8Array;
  private readonly atomScratch: Float64Array;
  private readonly atomScratchBytes: number;
  private readonly offsets: Int32Array;
  private readonly members: Int32Array;
  private readonly order: Int32Array;
  private readonly excluded: Uint8Array;

  constructor(parallel: Parallel, source: LayerProblem, rings: Adjacency, sizes: LayerSizes) {
    const { capacity, atomSlots, blends } = sizes;
    const { boneCount: B, problem } = source;
    const V = problem.vertexCount;
    const { arena } = parallel;
    this.parallel = parallel;
    this.source = source;
    this.sizes = sizes;
    this.rings = rings;
    this.atomIds = arena.i32(capacity * atomSlots).fill(-1);
    this.atomValues = arena.f64(capacity * atomSlots);
    this.ids = arena.i32(V * blends).fill(-1);
    this.shares = arena.f64(V * blends);
    this.errors = arena.f64(V);
    this.before = arena.i32(V * blends);
    this.flags = [arena.u8(V), arena.u8(V)];
    this.excluded = arena.u8(V).fill(0);
    this.sources = arena.i32(rings.neighbours.length);
    this.stack = arena.i32(rings.neighbours.length + 1);
    this.waiting = arena.u8(rings.neighbours.length).fill(0);
    this.offsets = arena.i32(capacity + 1);
    this.members = arena.i32(V * blends);
    this.order = arena.i32(capacity);
    const ringOffsets = arena.i32(V + 1);
    const ring = arena.i32(rings.neighbours.length);
    ringOffsets.set(rings.offsets);
    ring.set(rings.neighbours);
    for (let i = 0; i < V; i++) this.sources.fill(i, rings.offsets[i], rings.offsets[i + 1]);
    this.atomScratchBytes = 8 * scratchNumbers(kernels.twoLayerAtomsScratch, { h: B, slots: atomSlots }) + 64;
    this.atomScratch = arena.f64((this.atomScratchBytes / 8) * parallel.threads);
    const scratch = scratchNumbers(kernels.twoLayerNearestScratch, {});
    this.job = KernelRecord.take(arena, records.TwoLayerJob);
    this.job.write({
      ...{ vertices: V, bones: B, atoms: 0, atomSlots, blends },
      monomials: arena.f64(10 * V),
      products: arena.f64(V * B),
      norms: problem.norms,
      pairs: source.phase.forms.pairs,
      atomIds: this.atomIds,
      atomValues: this.atomValues,
      forms: arena.f64(10 * capacity * B),
      ownForms: arena.f64(10 * capacity),
      ...{ ids: this.ids, shares: this.shares, errors: this.errors, ringOffsets, ring },
      leastGain: LEAST_GAIN,
      noise: NOISE * problem.rank,
      scratch: arena.f64(scratch * parallel.threads),
      scratchBytes: 8 * scratch,
    });
  }

  /** Arena bytes for an instance. */
  static bytes(vertices: number, bones: number, edges: number, sizes: LayerSizes, threads: number): number {
    const { capacity, atomSlots, blends } = sizes;
    const atoms = capacity * (12 * atomSlots + 80 * (bones + 1) + 8);
    const perVertex = vertices * (20 * blends + 8 + 3 + 4 + 88 + 8 * bones);
    const scratch =
      threads *
      8 *
      (scratchNumbers(kernels.twoLayerAtomsScratch, { h: bones, slots: atomSlots }) +
        scratchNumbers(kernels.twoLayerNearestScratch, {}) +
        scratchNumbers(kernels.twoLayerProductsScratch, { h: bones }) +
        16);
    return atoms + perVertex + 13 * edges + scratch + 8192;
  }

  /** Computes the forms, products and norms that errors are made of. */
  async prepare(task: Task): Promise<void> {
    const { problem, boneCount, phase } = this.source;
    const { arena } = this.parallel;
    const mark = arena.mark();
    const scratch = scratchNumbers(kernels.twoLayerProductsScratch, { h: boneCount });
    await this.parallel.run(task, kernels.twoLayerProducts, problem.vertexCount, BLOCK, {
      ...{
        trajectories: problem.trajectories,
        stride: problem.stride,
        rank: problem.rank,
        rest: problem.rest,
      },
      ...{ reduced: phase.forms.reduced, reducedStride: phase.forms.reducedStride, h: boneCount },
      products: this.job.read("products"),
      monomials: this.job.read("monomials"),
      scratch: arena.f64(scratch * this.parallel.threads),
    });
    arena.release(mark);
  }

  /** The sum of the squared errors, including the part outside the basis. */
  get squares(): number {
    let sum = this.source.tail;
    for (let i = 0; i < this.errors.length; i++) sum += this.errors[i];
    return sum;
  }

  /** E_RMS over the examples; without examples 1000 times the root mean square change of a weight. */
  get error(): number {
    return rootMean(this.source, this.squares);
  }

  /** The number of entries of D. */
  get entries(): number {
    let sum = 0;
    for (let d = 0; d < this.count * this.sizes.atomSlots; d++) if (this.atomIds[d] >= 0) sum++;
    return sum;
  }

  /** Sets the bones and weights of virtual bone r. */
  setAtom(r: number, bones: ArrayLike<number>, values: ArrayLike<number>): void {
    const first = r * this.sizes.atomSlots;
    for (let d = 0; d < this.sizes.atomSlots; d++) {
      this.atomIds[first + d] = d < bones.length ? bones[d] : -1;
      this.atomValues[first + d] = d < bones.length ? values[d] : 0;
    }
    if (r >= this.count) this.setCount(r + 1);
    this.parallel.callBlock(kernels.twoLayerForms, r, r + 1, { job: this.job });
  }

  setCount(count: number): void {
    this.count = count;
    this.job.change({ atoms: count });
  }

  /** Gives every vertex the same virtual bones. */
  async startWith(atoms: readonly number[], task: Task): Promise<void> {
    const { blends } = this.sizes;
    for (let e = 0; e < this.ids.length; e++) this.ids[e] = atoms[e % blends] ?? -1;
    await this.solveShares(task);
  }

  /** Solves the shares of all vertices. They keep their virtual bones. */
  async solveShares(task: Task): Promise<void> {
    await this.parallel.run(task, kernels.twoLayerShares, this.errors.length, BLOCK, { job: this.job });
  }

  /**
   * A vertex tries a virtual bone and passes it on (algorithm 8). With −1 it solves its own shares, and passes on its
   * virtual bones. Returns the number of vertices that change.
   */
  flood(vertex: number, atom: number): number {
    const { job, sources, stack, waiting } = this;
    return this.parallel.call(kernels.twoLayerFlood, { job, vertex, atom, sources, stack, waiting });
  }

  /** The vertex farthest above its floor that is not excluded; −1 if there is none. */
  worst(): number {
    const { job, excluded } = this;
    return this.parallel.call(kernels.twoLayerWorst, { job, floors: this.source.floors, excluded });
  }

  exclude(vertex: number): void {
    this.excluded[vertex] = 1;
  }

  includeAll(): void {
    this.excluded.fill(0);
  }

  /** Vertices try their neighbours' virtual bones until none changes. */
  async sweep(task: Task): Promise<void> {
    let [last, next] = this.flags;
    for (let n = 0; n < MOST_SWEEPS; n++) {
      this.before.set(this.ids);
      await this.parallel.run(task, kernels.twoLayerSweep, this.errors.length, BLOCK, {
        job: this.job,
        before: this.before,
        changed: n === 0 ? null : last,
        changes: next,
      });
      if (!next.includes(1)) return;
      [last, next] = [next, last];
    }
  }

  /** Vertices try the ten virtual bones that are nearest to them. */
  async tryNearest(task: Task): Promise<void> {
    await this.parallel.run(task, kernels.twoLayerNearest, this.errors.length, 32, { job: this.job });
  }

  /** Lists the vertices of each virtual bone: entries i·blends + slot, at `offsets`. */
  listMembers(): { offsets: Int32Array; members: Int32Array } {
    const { offsets, members, ids } = this;
    const slots = this.sizes.blends;
    const vertices = this.errors.length;
    this.parallel.call(kernels.listMembers, { vertices, slots, ids, bones: this.count, offsets, members });
    return { offsets, members };
  }

  /**
   * Fits each virtual bone to the errors of its vertices. Virtual bones that share a vertex are never fitted together.
   * @param price what each bone of a virtual bone has to lower the squared error by; 0 keeps all.
   */
  async fitAtoms(fromAll: boolean, price: number, task: Task): Promise<void> {
    const { offsets, members } = this.listMembers();
    const { order, starts } = colourAtoms(this.ids, this.sizes.blends, this.count);
    this.order.set(order);
    for (let c = 0; c + 1 < starts.length; c++) {
      await this.parallel.run(task, kernels.twoLayerAtoms, starts[c + 1] - starts[c], 1, {
        job: this.job,
        diagonals: this.source.phase.forms.diagonals,
        order: this.order.subarray(starts[c]),
        offsets,
        members,
        fromAll: fromAll ? 1 : 0,
        price,
        scratch: this.atomScratch,
        scratchBytes: this.atomScratchBytes,
      });
    }
    await this.solveShares(task);
  }

  save(): SavedLayers {
    const { count, sizes, ids, shares, errors } = this;
    const atoms = count * sizes.atomSlots;
    return {
      count,
      atomIds: this.atomIds.slice(0, atoms),
      atomValues: this.atomValues.slice(0, atoms),
      ...{ ids: ids.slice(), shares: shares.slice(), errors: errors.slice() },
    };
  }

  async restore(saved: SavedLayers, task: Task): Promise<void> {
    this.atomIds.set(saved.atomIds);
    this.atomValues.set(saved.atomValues);
    this.ids.set(saved.ids);
    this.shares.set(saved.shares);
    this.errors.set(saved.errors);
    this.setCount(saved.count);
    await this.parallel.run(task, kernels.twoLayerForms, saved.count, 8, { job: this.job });
  }
}
