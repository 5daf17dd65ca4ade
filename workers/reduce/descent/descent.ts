/** A reduction on the kernels: the problem of `ReduceJob` in an arena, and the steps that methods consist of. */
import { kernels } from "../../kernels/kernels.generated";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Examples } from "../measure/examples";
import { type Colours, colourVertices } from "./colours";
import { densityOf, evenShares, lambdasOf, type WeightedRings, weighEdges } from "./edge-weights";
import { type JobArrays, type JobSize, jobBytes, strideOf, takeJob } from "./job-arrays";
import { placeCorners, placeExamples, placeTriangles, placeWeights, scaleOf } from "./scene";
import { placeSupports, weightsOfSupports } from "./supports";

/** Vertices in a block of a sweep. There are few, because colours have few vertices. */
const SWEEP_BLOCK = 16;
const PATCH_BLOCK = 4;

/** Where a sweep searches for other supports, in the order of the kernel's numbers. */
const SEARCHES = ["nowhere", "everywhere", "where moved"] as const;
export type SweepSearch = (typeof SEARCHES)[number];

/** The objective: min Σ a0|d_i|² + ℓ² Σ_edges c_ik [τ|d_i−d_k|² + (1−τ)(n·(d_i−d_k))²] + a2 Σ|(Ld)_i|². */
export interface Objective {
  position: number;
  /** ℓ: the weight of gradients, in half diagonals. */
  gradients: number;
  /** τ: the share of tangential gradients that counts, 0 to 1. */
  tangential: number;
  laplacians: number;
}

export interface DescentInput {
  rig: Rig;
  /** Vertices, 3T. */
  triangles: Uint32Array;
  ring: WeightedRings;
  /** The examples; null to approximate the weights themselves. */
  examples: Examples | null;
  /**
   * The corners of a cage at rest, 3B. Without examples, `objective.position` then pulls each vertex to its rest pose
   * (Eq. 35c).
   */
  corners?: Float32Array | null;
  objective: Objective;
  /** How much the gradients at each vertex count, V; null for 1 (see `evenGradients`). */
  shares?: Float64Array | null;
  /** k and C. */
  influences: number;
  candidates: number;
  /** Places in the lists of patches; 0 without patches. */
  patchPlaces: number;
  /** Arena bytes for other users of the same arena. */
  moreBytes?: number;
}

export class Descent {
  readonly size: JobSize;
  readonly arrays: JobArrays;
  readonly parallel: Parallel;
  private readonly colours: Colours;
  /** The weight of each edge in the objective for ℓ = 1; null without edge terms. */
  private readonly plainEdges: Float32Array | null;
  private readonly ring: WeightedRings;
  /** How much the gradients at each vertex count, V; null for 1. */
  shares: Float64Array | null;

  private constructor(parallel: Parallel, size: JobSize, input: DescentInput) {
    this.parallel = parallel;
    this.size = size;
    this.arrays = takeJob(parallel.arena, size);
    this.colours = colourVertices(input.ring, size.hasLaplacians ? 2 : 1);
    const { rig, triangles, ring } = input;
    const density = densityOf(rig.rest, triangles, scaleOf(rig.rest));
    this.ring = ring;
    this.shares = input.shares ?? null;
    this.plainEdges = size.hasEdges ? ring.weights.map((c) => density * c) : null;
    this.place(input);
  }

  static async open(input: DescentInput, makeParallel: MakeParallel, task: Task): Promise<Descent> {
    const { rig, ring, examples, objective, triangles } = input;
    const hasEdges = objective.gradients > 0 && ring.neighbours.length > 0;
    const size: JobSize = {
      vertices: rig.rest.length / 3,
      bones: rig.bones.length,
      lanes: examples ? 4 * Math.ceil(examples.count / 4) : 0,
      ring: ring.neighbours.length,
      candidates: input.candidates,
      influences: input.influences,
      entries: rig.weights.values.length,
      triangles: triangles.length / 3,
      hasPoints: !examples && input.corners != null,
      hasRests: examples?.rests != null,
      hasEdges,
      hasNormals: hasEdges && objective.tangential < 1,
      hasLaplacians: objective.laplacians > 0,
      patchPlaces: input.patchPlaces,
      threads: threadsToReserve(makeParallel),
    };
    const parallel = await makeParallel(jobBytes(size) + (input.moreBytes ?? 0));
    try {
      const descent = new Descent(parallel, size, input);
      await descent.prepare(task);
      return descent;
    } catch (reason) {
      parallel.dispose();
      throw reason;
    }
  }

  dispose(): void {
    this.parallel.dispose();
  }

  private place({ rig, triangles, ring, examples, corners, objective }: DescentInput): void {
    const { arrays, size } = this;
    if (examples) placeExamples(arrays, rig, examples, size.lanes);
    else placeWeights(arrays.targets, rig.weights, strideOf(size));
    if (arrays.points && corners) placeCorners(arrays, rig.rest, corners, strideOf(size));
    arrays.offsets.set(ring.offsets);
    arrays.neighbours.set(ring.neighbours);
    this.placeEdges(objective.gradients);
    if (arrays.lambdas) {
      const { lambdas, backward } = lambdasOf(ring);
      arrays.lambdas.set(lambdas);
      arrays.backward!.set(backward);
    }
    arrays.rowOffsets.set(rig.weights.offsets);
    arrays.rowBones.set(rig.weights.bones);
    arrays.rowValues.set(rig.weights.values);
    arrays.order.set(this.colours.order);
    if (size.hasNormals) placeTriangles(arrays, triangles);
    arrays.record.write({
      ...arrays,
      vertices: size.vertices,
      bones: size.bones,
      candidates: size.candidates,
      influences: size.influences,
      stride: strideOf(size),
      lanes: size.lanes,
      rest: arrays.rests ? null : arrays.rest,
      a0: objective.position,
      a2: objective.laplacians,
      tangential: objective.tangential,
    });
  }

  private placeEdges(gradients: number): void {
    const { plainEdges: plain, ring, shares } = this;
    if (plain) weighEdges(this.arrays.edges!, plain, ring, shares, gradients);
  }

  /** Changes ℓ. Supports and weights stay, and all vertices may change again. */
  async changeGradients(gradients: number, task: Task): Promise<void> {
    this.placeEdges(gradients);
    await this.findGrams(task);
    this.wake();
  }

  /**
   * Sets ℓ, and how much the gradients at each vertex count: less where their errors are large now. Repeated between
   * sweeps, this lowers the sum of errors instead of the sum of their squares.
   */
  async evenGradients(gradients: number, task: Task): Promise<void> {
    const { record: job, gradientErrors: errors } = this.arrays;
    this.shares = null;
    this.placeEdges(1);
    await this.parallel.run(task, kernels.reduceGradientErrors, this.size.vertices, VERTEX_BLOCK, {
      job,
      errors,
    });
    this.shares = evenShares(errors);
    await this.changeGradients(gradients, task);
  }

  private async prepare(task: Task): Promise<void> {
    if (!this.size.hasNormals) return;
    const { record: job, triangles, around, incident } = this.arrays;
    const args = { job, triangles, around, incident };
    await this.parallel.run(task, kernels.reduceNormals, this.size.vertices, VERTEX_BLOCK, args);
  }

  /**
   * Finds candidate lists: the bones with the largest weights, then the bones that fit best alone.
   * @param onlyPositive leaves out bones without weight; their places stay empty.
   */
  async findCandidates(byWeight: number, onlyPositive: boolean, task: Task): Promise<void> {
    const { record: job, rowOffsets, rowBones, rowValues, scratch } = this.arrays;
    await this.parallel.run(task, kernels.reduceCandidates, this.size.vertices, VERTEX_BLOCK, {
      job,
      rowOffsets,
      rowBones,
      rowValues,
      byWeight,
      onlyPositive: onlyPositive ? 1 : 0,
      scratch,
    });
  }

  /** Makes all candidates the supports, with equal weights or with their dense weights. */
  startFromLists(source: SparseWeights | null): void {
    placeSupports(this.arrays, this.size, source);
  }

  /** Computes the Gram matrix of each vertex over its candidates. */
  async findGrams(task: Task): Promise<void> {
    const { record: job, scratch } = this.arrays;
    await this.parallel.run(task, kernels.reduceGrams, this.size.vertices, SWEEP_BLOCK, { job, scratch });
  }

  /** Computes the first weights and residuals. @param solve finds the best weights for the supports. */
  async start(solve: boolean, task: Task): Promise<void> {
    const { record: job, scratch } = this.arrays;
    const args = { job, solve: solve ? 1 : 0, scratch };
    await this.parallel.run(task, kernels.reduceStart, this.size.vertices, VERTEX_BLOCK, args);
    if (this.size.hasLaplacians) {
      await this.parallel.run(task, kernels.reduceLaplacians, this.size.vertices, VERTEX_BLOCK, { job });
    }
    this.wake();
  }

  /** Lets all vertices change again, for example because targets changed. */
  wake(): void {
    this.arrays.active.fill(1);
  }

  /**
   * Visits each vertex that may still change once.
   * @param search which vertices exchange members and try the supports of their ring.
   * @returns the number of vertices that the next sweep will visit.
   */
  async sweep(search: SweepSearch, backward: boolean, task: Task): Promise<number> {
    const { record: job, order, scratch, active, next } = this.arrays;
    const { first } = this.colours;
    const { vertices: V } = this.size;
    next.fill(0);
    // What has moved waits for its next search.
    if (search === "nowhere") next.set(active.subarray(V), V);
    const groups = first.slice(0, -1).map((_, c) => c);
    for (const c of backward ? groups.reverse() : groups) {
      await this.parallel.run(task, kernels.reduceSweep, first[c + 1] - first[c], SWEEP_BLOCK, {
        job,
        order: order.subarray(first[c], first[c + 1]),
        search: SEARCHES.indexOf(search),
        scratch,
      });
    }
    active.set(next);
    return next.subarray(0, V).reduce((sum, flag) => sum + flag, 0);
  }

  /** Finds one support for each of the patches in the arena. */
  async findPatchSupports(count: number, samples: number, task: Task): Promise<void> {
    const {
      record: job,
      scratch,
      patchFirst,
      patchMembers,
      patchLists,
      patchGiven,
      patchSlots,
    } = this.arrays;
    await this.parallel.run(task, kernels.reducePatches, count, PATCH_BLOCK, {
      job,
      first: patchFirst,
      members: patchMembers,
      samples,
      lists: patchLists,
      places: this.size.patchPlaces,
      given: patchGiven,
      slots: patchSlots,
      scratch,
    });
  }

  /** The weights in f32: rows in the order of bones, with the sum 1. */
  weights(): SparseWeights {
    return weightsOfSupports(this.arrays, this.size);
  }
}
