/**
 * Assigns each vertex to one rigid bone: k-means with rigid motions as means (Le & Deng 2012, section 4.1). Assignment
 * is by error only, never by the mesh, so shells and parts that move alike need no special case. A new bone is fitted
 * to a small patch of the rest pose. Large meshes are represented by a sample of vertices. A cluster of fewer than four
 * vertices does not determine a motion, so its bone moves to where the error is largest.
 */

import type { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import { drawWeighted, type Random } from "../../math/random";
import type { Task } from "../../model/task";
import type { Nearest } from "../problem/nearest";
import { PATCH } from "../problem/patch";
import type { Problem } from "../problem/problem";
import type { StartContext, VertexSets } from "./start-context";
import { worstVertex } from "./worst-vertex";

/** Number of vertices that determine a motion. */
const LEAST = 4;

/** Arena bytes for the clusters of B bones. */
export function rigidClusterBytes(
  problem: Pick<Problem, "vertexCount" | "frameCount" | "rank">,
  bones: number,
  threads: number,
): number {
  const { vertexCount, frameCount, rank } = problem;
  const perBone = 4 * 3 * frameCount + 4 * rank + 16 + 1;
  return (
    16 * vertexCount +
    8 * (bones * perBone + threads * scratchNumbers(kernels.clusterScratch, { rank })) +
    1024
  );
}

/** The clusters stay in the arena until the caller releases it. */
export class Clusters {
  /** Bones in use, at most `capacity`. */
  count = 0;
  /** Squared error of every vertex of the sample under its bone. */
  readonly errors: Float64Array;
  /** Bone of every vertex of the sample. */
  readonly labels: Int32Array;
  private readonly parallel: Parallel;
  private readonly problem: Problem;
  private readonly nearest: Nearest;
  private readonly motions: Float64Array;
  private readonly panels: Float64Array;
  private readonly grams: Float64Array;
  private readonly offsets: Int32Array;
  private readonly members: Int32Array;
  private readonly scratch: Float64Array;

  constructor({ parallel, sample }: StartContext, capacity: number) {
    const { problem, nearest } = sample;
    const { vertexCount, frameCount, rank } = problem;
    const arena: Arena = parallel.arena;
    this.parallel = parallel;
    this.problem = problem;
    this.nearest = nearest;
    this.errors = arena.f64(vertexCount).fill(Infinity);
    this.labels = arena.i32(vertexCount).fill(0);
    this.motions = arena.f64(capacity * 12 * frameCount);
    this.panels = arena.f64(capacity * 4 * rank);
    this.grams = arena.f64(capacity * 16);
    this.offsets = arena.i32(capacity + 1);
    this.members = arena.i32(vertexCount);
    this.scratch = arena.f64(parallel.threads * scratchNumbers(kernels.clusterScratch, { rank }));
  }

  /** Fits one bone to all vertices. */
  async begin(task: Task): Promise<void> {
    this.count = 1;
    this.labels.fill(0);
    this.groupByLabel();
    await this.fit(0, 1, 1, task);
    await this.assign(0, task);
  }

  /**
   * Fits one bone to each given cluster: labels are below `count` for every vertex of the sample, or −1. A cluster that
   * does not determine a motion gets no bone. Then each vertex gets its best bone.
   */
  async adopt(labels: ArrayLike<number>, count: number, task: Task): Promise<void> {
    const sizes = new Int32Array(count);
    for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) sizes[labels[i]]++;
    this.count = 0;
    const numbers = Array.from(sizes, (size) => (size < LEAST ? -1 : this.count++));
    if (this.count === 0) return this.begin(task);
    let at = 0;
    for (let j = 0; j < count; j++) {
      if (numbers[j] < 0) continue;
      this.offsets[numbers[j]] = at;
      for (let i = 0; i < labels.length; i++) if (labels[i] === j) this.members[at++] = i;
    }
    this.offsets[this.count] = at;
    await this.fit(0, this.count, LEAST, task);
    await this.assign(0, task);
  }

  /**
   * Starts again with a bone for each set, fitted to its vertices of the sample, one or more. The best bone of each
   * vertex is not known until `settle`. Uses 4 arena bytes for each member during the call.
   */
  async fitSets({ offsets, members }: VertexSets, task: Task): Promise<void> {
    const { arena } = this.parallel;
    const mark = arena.mark();
    const inArena = arena.i32(members.length);
    inArena.set(members);
    this.count = offsets.length - 1;
    this.offsets.set(offsets);
    await this.fit(0, this.count, 1, task, inArena);
    arena.release(mark);
  }

  /** Gives every vertex to its best bone. */
  async settle(task: Task): Promise<void> {
    await this.assign(0, task);
  }

  /** Adds bones where the error is largest, up to a number of bones. */
  async topUp(bones: number, task: Task): Promise<void> {
    if (this.count === 0) await this.begin(task);
    else if (this.count < bones) await this.settle(task);
    while (this.count < bones) await this.addPatch(this.worstVertex(), task);
  }

  /** Squared error of a vertex of the sample under a bone. */
  errorOf(vertex: number, j: number): number {
    const { trajectories, stride, rank, rest, norms } = this.problem;
    return this.parallel.call(kernels.oneError, {
      vertex,
      trajectories,
      stride,
      rank,
      rest,
      norms,
      panel: this.panels.byteOffset + 32 * rank * j,
      gram: this.grams.byteOffset + 128 * j,
    });
  }

  /** Adds a bone that moves with the patch around a vertex, and gives it the vertices that fit it best. */
  async addPatch(vertex: number, task: Task): Promise<void> {
    await this.fitPatch(this.count, vertex, task);
    this.count++;
    await this.assign(this.count - 1, task);
  }

  /** Adds bones at several vertices and gives them the vertices that fit them best. Call `refine` next. */
  async addPatches(vertices: number[], task: Task): Promise<void> {
    const from = this.count;
    for (const vertex of vertices) await this.fitPatch(this.count++, vertex, task);
    await this.assign(from, task);
  }

  /** Fits bones to their vertices and assigns vertices again, several times. */
  async refine(iterations: number, task: Task): Promise<void> {
    for (let n = 0; n < iterations; n++) {
      this.groupByLabel();
      await this.fit(0, this.count, LEAST, task);
      const dying: number[] = [];
      for (let j = 0; j < this.count; j++) if (this.offsets[j + 1] - this.offsets[j] < LEAST) dying.push(j);
      const taken: number[] = [];
      for (const j of dying) {
        const vertex = this.worstVertex(taken);
        taken.push(vertex);
        await this.fitPatch(j, vertex, task);
      }
      await this.assign(0, task);
    }
  }

  /** How strongly each vertex of the sample attracts new bones: error times importance times density. */
  private pull(): Float64Array {
    const { errors, problem } = this;
    const { importance, density } = problem;
    if (!importance && !density) return errors;
    return errors.map((error, i) => error * (importance?.[i] ?? 1) * (density?.[i] ?? 1));
  }

  /** Among the vertices with the largest errors, the one whose neighbours have large errors too. */
  worstVertex(avoid: readonly number[] = []): number {
    return worstVertex(this.pull(), (i) => this.nearest.around(i, PATCH), avoid);
  }

  /** A vertex drawn with a probability proportional to its error; any vertex if all errors are 0. */
  drawByError(random: Random): number {
    return drawWeighted(this.pull(), random);
  }

  /** For each bone the vertex of largest error and the sum of the errors. */
  summary(): { worst: Int32Array; sums: Float64Array } {
    const worst = new Int32Array(this.count).fill(-1);
    const sums = new Float64Array(this.count);
    const errors = this.pull();
    for (let i = 0; i < errors.length; i++) {
      const j = this.labels[i];
      sums[j] += errors[i];
      if (worst[j] < 0 || errors[i] > errors[worst[j]]) worst[j] = i;
    }
    return { worst, sums };
  }

  /** The motion of the bones, F·B·12, in a new array. */
  motion(): Float64Array {
    const { frameCount, frameScales } = this.problem;
    const out = new Float64Array(frameCount * this.count * 12);
    for (let j = 0; j < this.count; j++) {
      for (let k = 0; k < frameCount; k++) {
        const at = 12 * (j * frameCount + k);
        const scale = frameScales ? 1 / frameScales[k] : 1;
        for (let e = 0; e < 12; e++) out[12 * (k * this.count + j) + e] = scale * this.motions[at + e];
      }
    }
    return out;
  }

  /** Assigns vertices to bones [from, count) if these fit better than their current bones. */
  private async assign(from: number, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { trajectories, stride, rank, rest, norms, vertexCount } = problem;
    await parallel.run(task, kernels.assignBones, vertexCount, VERTEX_BLOCK, {
      trajectories,
      stride,
      rank,
      rest,
      norms,
      panels: this.panels,
      grams: this.grams,
      from,
      to: this.count,
      errors: this.errors,
      labels: this.labels,
      scratch: this.scratch,
    });
  }

  private async fitPatch(j: number, vertex: number, task: Task): Promise<void> {
    const patch = this.nearest.around(vertex, PATCH);
    this.members.set(patch);
    this.offsets.fill(0, 0, j + 1);
    this.offsets[j + 1] = patch.length;
    await this.fit(j, j + 1, 1, task);
  }

  /** Fits bones [from, to) to their members if there are enough of them. */
  private async fit(
    from: number,
    to: number,
    least: number,
    task: Task,
    members = this.members,
  ): Promise<void> {
    const { parallel, problem } = this;
    const { trajectories, stride, rank, rest, basis, frameCount } = problem;
    await parallel.run(task, kernels.fitBones, to - from, 1, {
      offsets: this.offsets.subarray(from),
      members,
      least,
      trajectories,
      stride,
      rank,
      rest,
      basis,
      frames: frameCount,
      motions: this.motions.subarray(12 * frameCount * from),
      panels: this.panels.subarray(4 * rank * from),
      grams: this.grams.subarray(16 * from),
      scratch: this.scratch,
      importance: problem.importance,
      scales: problem.frameScales,
    });
  }

  private groupByLabel(): void {
    const { offsets, members, labels, count } = this;
    offsets.fill(0);
    for (let i = 0; i < labels.length; i++) offsets[labels[i] + 1]++;
    for (let j = 0; j < count; j++) offsets[j + 1] += offsets[j];
    const next = offsets.slice();
    for (let i = 0; i < labels.length; i++) members[next[labels[i]]++] = i;
  }
}
