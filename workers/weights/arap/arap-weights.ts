/**
 * Weights that deform a mesh as rigidly as possible over a set of poses (Thiery & Eisemann 2018, "ARAPLBS: robust and
 * efficient elasticity-based optimization of weights and skeleton joints for linear blend skinning with parametrized
 * bones"): min over w and R of Σ_ex Σ_i Λ_i Σ_k λ_ik |f(v_k) − f(v_i) − R_i (v_k − v_i)|², rotations and weights in
 * turn.
 *
 * It starts from heat weights, and the proximal term draws weights towards them. Without this term, the energy prefers
 * few bones that move everything, because that costs nothing. Bones without attachments would fade.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { HeldWeight } from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weights/weight-edits";
import { type ArapMemory, fillMemory, memoryBytes, takeMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import { makeClusterings } from "./coarse/clusterings";
import { NEGATIVE } from "./constraints/automatic-constraints";
import { HeldSystem } from "./constraints/held-system";
import { heldWeights } from "./constraints/held-weights";
import { imposeHolds } from "./constraints/impose-holds";
import { settledPoses } from "./constraints/settle-components";
import { SettledExemplars } from "./constraints/settled-exemplars";
import { fillPairs, localStep } from "./local-step";
import { meanStrain, squaredEdges, vertexStrains } from "./strain";
import { cleanWeights, countBelow, massOf, takeWeights } from "./system/weight-rows";
import { WeightSystem } from "./system/weight-system";
import { posesOf, type SegmentPoses } from "./system/wide-supports";

/** The figures of an iteration, before it changes the weights. */
export interface ArapFigures {
  /** Mean squared strain over the exemplars, with one rotation per cluster. */
  strain: number;
  /** The strain plus the cost of constraints and the proximal term, in the same unit. */
  objective: number;
}

/** The most rounds that hold weights for their sign. A handful is enough. */
const MOST_ROUNDS = 50;
/**
 * Shares of the bound for negative weights. Weights below the first share are held. With a filter, the bound does not
 * shrink below the second.
 */
const SAFE = 0.9;
const LEAST_BOUND = 0.01;

export class ArapWeights {
  readonly plan: ArapPlan;
  private readonly parallel: Parallel;
  private readonly memory: ArapMemory;
  private readonly system: WeightSystem;
  private readonly held: HeldSystem;
  private readonly exemplars: SettledExemplars;
  private negative = 0;
  private growing = false;
  /** Whether there are rotations to fit weights to. */
  private fitted = false;

  private constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, system: WeightSystem) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.system = system;
    this.held = new HeldSystem(plan, memory, system);
    this.exemplars = new SettledExemplars(parallel, plan, memory);
  }

  /** Bytes of the arena for `create` and all methods. */
  static bytes(plan: ArapPlan, threads: number): number {
    return memoryBytes(plan, threads);
  }

  /** Prepares everything and starts with the heat weights. Releasing the arena's mark frees the memory. */
  static async create(parallel: Parallel, plan: ArapPlan, task: Task): Promise<ArapWeights> {
    task.progress({ phase: "As-rigid-as-possible weights", done: null, detail: "preparing" });
    const memory = takeMemory(plan, parallel.threads, parallel.arena);
    fillMemory(plan, memory);
    fillPairs(plan, memory);
    await task.checkpoint();
    await makeClusterings(parallel, plan, memory, task);
    const system = await WeightSystem.create(parallel, plan, memory, task);
    const made = new ArapWeights(parallel, plan, memory, system);
    memory.weights.set(system.heat);
    await task.checkpoint();
    await made.held.settle(task);
    return made;
  }

  /**
   * Continues from other weights, with any supports. Weights outside this plan's supports are dropped, and rows are
   * scaled to the sum 1.
   * @param strengths `boneStrengths` of the solver that made the weights, with the same bones.
   */
  startFrom(weights: SparseWeights, strengths?: ArrayLike<number>): void {
    takeWeights(this.plan, weights, this.memory.weights);
    if (strengths) this.held.strengthen(strengths);
  }

  /** How strongly each bone is drawn to its heat weights, B, relative to μ. It is above 1 for bones that would fade. */
  get boneStrengths(): Float64Array {
    return this.held.boneStrengths.slice();
  }

  /** Whether the last iteration left a faded bone that will be drawn more strongly. Weights will then still change. */
  get bonesFade(): boolean {
    return this.growing;
  }

  /**
   * Solves rotations and weights in turn, n times, or fewer if the task is to finish.
   * @returns the figures before each change.
   * @throws CancelledError; the weights are then those of some step and still sum to 1.
   */
  async iterate(n: number, task: Task): Promise<ArapFigures[]> {
    const figures: ArapFigures[] = [];
    for (let it = 0; it < n && !task.finishNow; it++) {
      const moved = this.plan.components.count > 1 && (await this.exemplars.settle(task));
      if (moved) this.held.repose(moved);
      await this.held.settle(task);
      task.progress({
        phase: "As-rigid-as-possible weights",
        done: it / n,
        detail: `iteration ${it + 1} of ${n}`,
      });
      const traces = await localStep(this.parallel, this.plan, this.memory, task);
      this.system.readWeights();
      figures.push(await this.figures(traces, task));
      await this.refine(task);
      if (this.plan.settings.negative === "constrain") this.held.holdNegative();
      this.growing = this.held.keepBones();
    }
    return figures;
  }

  /**
   * The shifts of parts in `poses` relative to the plan's exemplars. A new object after each change; null without
   * shifts.
   */
  get shifts(): Float64Array | null {
    return this.exemplars.shifts;
  }

  /** The exemplars in use, with the parts of the skeleton where the mesh strains least. */
  poses(): SegmentPoses {
    return this.exemplars.poses();
  }

  /**
   * Fits only the weights to the current rotations, for a moving brush. Call `iterate` before.
   * @param steps the steps of the iterative solver. Default: as in the settings.
   */
  async refine(task: Task, steps?: number): Promise<void> {
    await this.fit(task, steps);
    await this.cleanUp(task);
  }

  private async fit(task: Task, steps?: number): Promise<void> {
    const { parallel, memory, plan } = this;
    await this.held.settle(task);
    this.system.readWeights();
    await this.system.solve(task, steps);
    await parallel.run(task, kernels.arapSpread, plan.vertexCount, VERTEX_BLOCK, {
      system: memory.system,
      x: memory.x,
    });
    this.fitted = true;
  }

  private async cleanUp(task: Task): Promise<void> {
    const { parallel, memory, plan } = this;
    const { system } = memory;
    const clamp = plan.settings.negative === "clamp";
    if (clamp) {
      await parallel.run(task, kernels.arapClamp, plan.vertexCount, VERTEX_BLOCK, { system });
    }
    if (plan.settings.filter > 0) {
      await parallel.run(task, kernels.arapFilter, plan.vertexCount, VERTEX_BLOCK, {
        system,
        share: plan.settings.filter,
        still: memory.still,
        out: memory.filtered,
      });
      memory.weights.set(memory.filtered);
    }
    if (clamp) {
      const { offsets } = plan.input.heat;
      for (let i = 0; i < plan.vertexCount; i++) {
        if (memory.still[i]) imposeHolds(memory.weights, offsets, i, this.held.constraints.at(i));
      }
    }
    this.negative = countBelow(NEGATIVE, memory.weights);
  }

  /**
   * Gives faded bones half of their heat mass (`BoneStrengths.restore`). Call it before returning weights.
   *
   * For weights that are held for their sign, it first repeats until none is below −1e-3. An iteration only holds
   * local minima. Filtering hides weights from it that stay below the bound and spread to neighbours, held or not. So
   * this holds all negative weights of a fit and fits again. Weights that are not clamped must be finished in this way
   * before they are returned.
   */
  async finish(task: Task): Promise<void> {
    const { negative, filter } = this.plan.settings;
    if (!this.fitted) return;
    if (negative !== "constrain") {
      this.held.restoreBones();
      return;
    }
    // Filtering shrinks a row, and scaling makes up for it.
    const bound = SAFE * NEGATIVE * Math.max(1 - filter, LEAST_BOUND);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await this.fit(task);
      if (!this.held.holdBelow(bound)) break;
    }
    await this.cleanUp(task);
    this.held.restoreBones();
  }

  private async figures(traces: number, task: Task): Promise<ArapFigures> {
    const { plan, memory, system } = this;
    const size = plan.exemplars * squaredEdges(plan, memory);
    const objective = (await system.quadratic(task)) - 2 * traces + size;
    const strain = objective - system.penalties(memory.weights);
    return { strain: size > 0 ? strain / size : 0, objective: size > 0 ? objective / size : 0 };
  }

  /**
   * Replaces the artist's holds, attachments, borders, Laplacians and importance. Only changes cost time. Pairs outside
   * the supports are left out. Other supports, links and exemplars need another plan. The weights follow with the next
   * `refine` or `iterate`.
   * @returns whether anything changed.
   */
  async edit(edits: WeightEdits, task: Task): Promise<boolean> {
    const changed = this.held.edit(edits);
    await this.held.settle(task);
    return changed;
  }

  /**
   * Attachments and borders of supports, with figures that show whether they make sense.
   * @param strain from `strainPerVertex`, for the current or recent weights.
   */
  heldWeights(strain: ArrayLike<number>): HeldWeight[] {
    return heldWeights(this.plan, this.held.constraints, this.memory.weights, strain);
  }

  /** The weights, without zeros: none is below 0, and rows sum to 1. */
  weights(): SparseWeights {
    return cleanWeights(this.plan, this.memory.weights);
  }

  /** Mean squared strain over the exemplars, with the best rotation of every vertex. */
  energy(task: Task): Promise<number> {
    return meanStrain(this.parallel, this.plan, this.memory, this.poses(), task);
  }

  /**
   * Mean squared strain over other poses. If the skeleton has several parts, they are shifted to where the mesh strains
   * least.
   * @param poses in the form of the exemplars, or motions alone if nothing bends.
   */
  async heldOutEnergy(poses: SegmentPoses | ArrayLike<number>, task: Task): Promise<number> {
    const { parallel, plan, memory } = this;
    const settled = await settledPoses(parallel, plan, memory, posesOf(poses), task);
    return meanStrain(parallel, plan, memory, settled, task);
  }

  /** Mean squared strain of the heat weights over other poses. */
  async heldOutHeat(poses: SegmentPoses | ArrayLike<number>, task: Task): Promise<number> {
    const own = this.memory.weights.slice();
    this.memory.weights.set(this.system.heat);
    try {
      return await this.heldOutEnergy(poses, task);
    } finally {
      this.memory.weights.set(own);
    }
  }

  /** Number of weights below −1e-3 after the last iteration. */
  get negativeWeights(): number {
    return this.negative;
  }

  /**
   * Mean squared strain of the edges around each vertex, V, with its best rotation; 0 at vertices of importance 0.
   * @param poses as in `heldOutEnergy`; default: the exemplars.
   */
  strainPerVertex(task: Task, poses: SegmentPoses | ArrayLike<number> = this.poses()): Promise<Float32Array> {
    return vertexStrains(this.parallel, this.plan, this.memory, posesOf(poses), task);
  }

  /** Σ_i Λ_i w_ij of each bone, for the weights and for heat. A bone with far less than its heat mass has faded. */
  boneMass(): { mass: Float64Array; heat: Float64Array } {
    return { mass: massOf(this.plan, this.memory.weights), heat: massOf(this.plan, this.system.heat) };
  }
}
