/**
 * Weights that deform a mesh as rigidly as possible over a set of poses (Thiery & Eisemann 2018, "ARAPLBS: robust and
 * efficient elasticity-based optimization of weights and skeleton joints for linear blend skinning with parametrized
 * bones"): min over w and R of Σ_ex Σ_i Λ_i Σ_k λ_ik |f(v_k) − f(v_i) − R_i (v_k − v_i)|², rotations and weights in turn.
 *
 * Heat weights are the start, and what the proximal term draws to: without it the energy prefers that few bones move
 * everything, which costs nothing, and bones fade that nothing is attached to.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import type { HeldWeight } from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weights/weight-edits";
import { type ArapMemory, BLOCK, fillMemory, memoryBytes, takeMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import { makeClusterings } from "./coarse/clusterings";
import { NEGATIVE } from "./constraints/constraint-set";
import { HeldSystem } from "./constraints/held-system";
import { heldWeights } from "./constraints/held-weights";
import { imposeHolds } from "./constraints/impose-holds";
import { settleComponents, settledPoses, shifted } from "./constraints/settle-components";
import { fillPairs, localStep } from "./local-step";
import { meanStrain, squaredEdges, vertexStrains } from "./strain";
import { cleanWeights, massOf, takeWeights } from "./system/weight-rows";
import { WeightSystem } from "./system/weight-system";
import type { SegmentPoses } from "./system/wide-supports";

/** What an iteration found before it changed the weights. */
export interface ArapFigures {
  /** Mean squared strain over the exemplars, one rotation a cluster. */
  strain: number;
  /** That with what constraints and the proximal term cost, in the same unit. */
  objective: number;
}

/** Turns of rotations and shifts for poses that were never settled, and for those that were; where they are settled. */
const FIRST_ROUNDS = 20;
const ROUNDS = 2;
const SETTLED = 1e-4;
/** Rounds in which weights are held for their sign; a handful is enough. */
const MOST_ROUNDS = 50;
/** Parts of the bound for negative weights: what is held below it, and the least of it with a filter. */
const SAFE = 0.9;
const LEAST_BOUND = 0.01;

export class ArapWeights {
  readonly plan: ArapPlan;
  private readonly parallel: Parallel;
  private readonly memory: ArapMemory;
  private readonly system: WeightSystem;
  private readonly held: HeldSystem;
  /** Motions of the pieces and where the parts of the skeleton were shifted to; null of a skeleton in one part. */
  private settled: { motions: Float64Array; shifts: Float64Array } | null = null;
  private negative = 0;
  private growing = false;
  /** Whether there are rotations that weights can be fitted to. */
  private fitted = false;

  private constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, system: WeightSystem) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.system = system;
    this.held = new HeldSystem(plan, memory, system);
  }

  /** Bytes of the arena that `create` takes and all methods work in. */
  static bytes(plan: ArapPlan, threads: number): number {
    return memoryBytes(plan, threads);
  }

  /** Prepares everything; the weights are the heat weights then. Memory ends with the arena's mark. */
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
   * Goes on from other weights, of any supports: what lies outside of this plan's is left out, rows to the sum 1.
   * @param strengths `boneStrengths` of the solver that they are of, with the same bones.
   */
  startFrom(weights: SparseWeights, strengths?: ArrayLike<number>): void {
    takeWeights(this.plan, weights, this.memory.weights);
    if (strengths) this.held.strengthen(strengths);
  }

  /** How strongly each bone is drawn to its heat weights, B, in parts of μ: more than 1 where it would fade. */
  get boneStrengths(): Float64Array {
    return this.held.boneStrengths.slice();
  }

  /** Whether the last iteration left a bone that has faded and will be drawn more strongly: weights still change then. */
  get bonesFade(): boolean {
    return this.growing;
  }

  /**
   * Rotations and weights in turn, n times; fewer where the task is to finish now.
   * @returns the figures before each change.
   * @throws CancelledError; the weights then are those of some step and still sum to 1.
   */
  async iterate(n: number, task: Task): Promise<ArapFigures[]> {
    const figures: ArapFigures[] = [];
    for (let it = 0; it < n && !task.finishNow; it++) {
      if (this.plan.components.count > 1) await this.settle(task);
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

  /** Shifts the parts of the skeleton in the exemplars to where the mesh strains least with the weights at hand. */
  private async settle(task: Task): Promise<void> {
    const { parallel, plan, memory } = this;
    const first = this.settled === null;
    const motions = (this.settled?.motions ?? plan.motions).slice();
    const shifts = await settleComponents(
      parallel,
      plan,
      memory,
      motions,
      first ? FIRST_ROUNDS : ROUNDS,
      task,
    );
    if (!first && shifts.every((x) => Math.abs(x) < SETTLED)) return;
    const before = this.settled?.shifts;
    this.settled = { motions, shifts: before ? shifts.map((x, n) => x + before[n]) : shifts };
    fillPairs(plan, memory, motions);
    this.held.repose(motions);
  }

  /** What `poses` differ by from the exemplars of the plan; another object where they change, null where they are those. */
  get shifts(): Float64Array | null {
    return this.settled?.shifts ?? null;
  }

  /**
   * The exemplars as they are fitted to: of a skeleton in several parts, these are where the mesh strains least; the first
   * part stays. All others are those of the plan.
   */
  poses(): SegmentPoses {
    const { input, components, placement, bones } = this.plan;
    if (!this.settled) return input;
    const motions = shifted(input.motions, this.settled.shifts, components, bones, placement.scale);
    return { motions, bends: input.bends };
  }

  /**
   * Fits the weights to the rotations at hand alone: what a brush needs while it moves. After an `iterate`.
   * @param steps of the iterative solver; those of the settings where not given.
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
    await parallel.run(task, kernels.arapSpread, plan.vertexCount, BLOCK, {
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
      await parallel.run(task, kernels.arapClamp, plan.vertexCount, BLOCK, { system });
    }
    if (plan.settings.filter > 0) {
      await parallel.run(task, kernels.arapFilter, plan.vertexCount, BLOCK, {
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
    this.negative = countNegative(memory.weights);
  }

  /**
   * Where weights are held for their sign: until none is below −1e-3. An iteration holds local minima alone, and filtering
   * hides weights from it that stay below and are carried to neighbours, held or not: here all of a fit are held, and it is
   * fitted again. Weights that are not clamped have to be finished so before they are handed out. After an `iterate`.
   */
  async finish(task: Task): Promise<void> {
    const { negative, filter } = this.plan.settings;
    if (negative !== "constrain" || !this.fitted) return;
    // What filtering takes from a row it makes up for by scaling.
    const bound = SAFE * NEGATIVE * Math.max(1 - filter, LEAST_BOUND);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await this.fit(task);
      if (!this.held.holdBelow(bound)) break;
    }
    await this.cleanUp(task);
  }

  private async figures(traces: number, task: Task): Promise<ArapFigures> {
    const { plan, memory, system } = this;
    const size = plan.exemplars * squaredEdges(plan, memory);
    const objective = (await system.quadratic(task)) - 2 * traces + size;
    const strain = objective - system.penalties(memory.weights);
    return { strain: size > 0 ? strain / size : 0, objective: size > 0 ? objective / size : 0 };
  }

  /**
   * Takes the artist's holds, attachments, borders, Laplacians and importance in place of those before; what they change
   * alone costs time. Pairs that the supports do not have are left out; other supports, links and exemplars take another
   * plan.
   * The weights follow with the next `refine` or `iterate`.
   * @returns whether anything changed.
   */
  async edit(edits: WeightEdits, task: Task): Promise<boolean> {
    const changed = this.held.edit(edits);
    await this.held.settle(task);
    return changed;
  }

  /**
   * Attachments and borders of supports that hold weights, with what tells whether they are right.
   * @param strain of `strainPerVertex`, of the weights as they are or were lately.
   */
  heldWeights(strain: ArrayLike<number>): HeldWeight[] {
    return heldWeights(this.plan, this.held.constraints, this.memory.weights, strain);
  }

  /** The weights: none below 0, rows sum to 1, zeros left out. */
  weights(): SparseWeights {
    return cleanWeights(this.plan, this.memory.weights);
  }

  /** Mean squared strain over the exemplars, every vertex with its best rotation. */
  energy(task: Task): Promise<number> {
    return meanStrain(this.parallel, this.plan, this.memory, this.poses(), task);
  }

  /**
   * The same over other poses. The parts of a skeleton in several are shifted to where the mesh strains least.
   * @param poses as the exemplars; motions alone where nothing bends.
   */
  async heldOutEnergy(poses: SegmentPoses | ArrayLike<number>, task: Task): Promise<number> {
    const { parallel, plan, memory } = this;
    const settled = await settledPoses(parallel, plan, memory, posesOf(poses), task);
    return meanStrain(parallel, plan, memory, settled, task);
  }

  /** That of the heat weights. */
  async heldOutHeat(poses: SegmentPoses | ArrayLike<number>, task: Task): Promise<number> {
    const own = this.memory.weights.slice();
    this.memory.weights.set(this.system.heat);
    try {
      return await this.heldOutEnergy(poses, task);
    } finally {
      this.memory.weights.set(own);
    }
  }

  /** Weights below −1e-3 that the last iteration left. */
  get negativeWeights(): number {
    return this.negative;
  }

  /**
   * Mean squared strain of the edges around each vertex, V, with its best rotation; 0 where a vertex does not count.
   * @param poses as in `heldOutEnergy`; the exemplars where not given.
   */
  strainPerVertex(task: Task, poses: SegmentPoses | ArrayLike<number> = this.poses()): Promise<Float32Array> {
    return vertexStrains(this.parallel, this.plan, this.memory, posesOf(poses), task);
  }

  /** Σ_i Λ_i w_ij of each bone, and of the heat weights: a bone with far less has faded. */
  boneMass(): { mass: Float64Array; heat: Float64Array } {
    return { mass: massOf(this.plan, this.memory.weights), heat: massOf(this.plan, this.system.heat) };
  }
}

const countNegative = (weights: Float64Array): number =>
  weights.reduce((count, w) => count + (w < NEGATIVE ? 1 : 0), 0);

const posesOf = (poses: SegmentPoses | ArrayLike<number>): SegmentPoses =>
  "motions" in poses ? poses : { motions: poses };
