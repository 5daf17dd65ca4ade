/**
 * Weights that deform a mesh as rigidly as possible over a set of poses (Thiery & Eisemann 2018, "ARAPLBS: robust and
 * efficient elasticity-based optimization of weights and skeleton joints for linear blend skinning with parametrized
 * bones"): min over w and R of Σ_ex Σ_i Λ_i Σ_k λ_ik |f(v_k) − f(v_i) − R_i (v_k − v_i)|², rotations and weights in turn.
 *
 * Heat weights are the start, and what the proximal term draws to: without it the energy prefers that few bones move
 * everything, which costs nothing, and bones fade that nothing is attached to.
 */
import type { Parallel } from "../../kernels/parallel";
import type { SparseWeights } from "../../model/sparse-weights";
import type { Task } from "../../model/task";
import { type ArapMemory, BLOCK, fillMemory, memoryBytes, takeMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import { makeClusterings } from "./clusterings";
import { addAttachments, addNeumann, addPositivity, ConstraintSet, entryOf } from "./constraint-set";
import { fillPairs, localStep } from "./local-step";
import { meanStrain, squaredEdges } from "./strain";
import { WeightSystem } from "./weight-system";

/** A weight that the artist holds, or lets go of with null. */
export interface WeightHold {
  vertex: number;
  bone: number;
  value: number | null;
}

/** What an iteration found before it changed the weights. */
export interface ArapFigures {
  /** Mean squared strain over the exemplars, one rotation a cluster. */
  strain: number;
  /** That with what constraints and the proximal term cost, in the same unit. */
  objective: number;
}

/** A vertex that is held at weight 1 because it clearly is a bone's. */
export interface Attachment {
  vertex: number;
  bone: number;
  /** The bone's mean weight in the ring around: below 0.8 the attachment is probably wrong, a spike. */
  around: number;
}

export class ArapWeights {
  readonly plan: ArapPlan;
  private readonly parallel: Parallel;
  private readonly memory: ArapMemory;
  private readonly constraints = new ConstraintSet();
  private readonly system: WeightSystem;

  private constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, system: WeightSystem) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.system = system;
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
    await makeClusterings(parallel, plan, memory, task);
    const system = await WeightSystem.create(parallel, plan, memory, task);
    const made = new ArapWeights(parallel, plan, memory, system);
    memory.weights.set(system.heat);
    if (plan.settings.attach) addAttachments(plan, made.constraints);
    if (plan.settings.neumann) addNeumann(plan, made.constraints);
    await made.hold(Array.from({ length: plan.vertexCount }, (_, i) => i), task); // biome-ignore format: one call
    return made;
  }

  /** Goes on from other weights, of any supports: what lies outside of this plan's is left out, rows to the sum 1. */
  startFrom({ offsets: starts, bones: of, values }: SparseWeights): void {
    const { offsets, bones } = this.plan.input.heat;
    const { weights } = this.memory;
    const given = new Float64Array(this.plan.bones);
    for (let i = 0; i + 1 < offsets.length; i++) {
      given.fill(0);
      for (let e = starts[i]; e < starts[i + 1]; e++) given[of[e]] = values[e];
      let sum = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += given[bones[e]];
      // A row that has nothing left stays as it is.
      if (!(sum > 0)) continue;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) weights[e] = given[bones[e]] / sum;
    }
  }

  private hold(vertices: Iterable<number>, task: Task): Promise<void> {
    const holds = [...new Set(vertices)].map((i): [number, ReturnType<ConstraintSet["at"]>] => {
      this.memory.still[i] = this.constraints.isPainted(i) ? 1 : 0;
      return [i, this.constraints.at(i)];
    });
    return this.system.hold(holds, task);
  }

  /**
   * Rotations and weights in turn, n times; fewer where the task is to finish now.
   * @returns the figures before each change.
   * @throws CancelledError; the weights then are those of some step and still sum to 1.
   */
  async iterate(n: number, task: Task): Promise<ArapFigures[]> {
    const figures: ArapFigures[] = [];
    for (let it = 0; it < n && !task.finishNow; it++) {
      task.progress({
        phase: "As-rigid-as-possible weights",
        done: it / n,
        detail: `iteration ${it + 1} of ${n}`,
      });
      const traces = await localStep(this.parallel, this.plan, this.memory, task);
      this.system.readWeights();
      figures.push(await this.figures(traces, task));
      await this.refine(task);
      if (this.plan.settings.negative === "constrain") {
        const changed = addPositivity(this.plan, this.constraints, this.memory.weights);
        if (changed.length > 0) await this.hold(changed, task);
      }
    }
    return figures;
  }

  /** Fits the weights to the rotations at hand alone: what a brush needs while it moves. After an `iterate`. */
  async refine(task: Task): Promise<void> {
    const { parallel, memory, plan } = this;
    const system = memory.system.byteOffset;
    this.system.readWeights();
    await this.system.solve(task);
    await parallel.run(task, "arapSpread", plan.vertexCount, BLOCK, [system, memory.x.byteOffset]);
    if (plan.settings.negative === "clamp") {
      await parallel.run(task, "arapClamp", plan.vertexCount, BLOCK, [system]);
    }
    if (plan.settings.filter > 0) {
      const out = [memory.still.byteOffset, memory.filtered.byteOffset];
      await parallel.run(task, "arapFilter", plan.vertexCount, BLOCK, [system, plan.settings.filter, ...out]);
      memory.weights.set(memory.filtered);
    }
  }

  private async figures(traces: number, task: Task): Promise<ArapFigures> {
    const { plan, memory, system } = this;
    const size = plan.exemplars * squaredEdges(plan, memory);
    const objective = (await system.quadratic(task)) - 2 * traces + size;
    const strain = objective - system.penalties((entry) => memory.weights[entry]);
    return { strain: size > 0 ? strain / size : 0, objective: size > 0 ? objective / size : 0 };
  }

  /** Whether the artist may hold the weight of a bone at a vertex: it has to be in the vertex's support. */
  allows(vertex: number, bone: number): boolean {
    return entryOf(this.plan, vertex, bone) >= 0;
  }

  /**
   * Holds weights at any value, 0..1. On a vertex with such a hold no automatic constraint counts; they come back with
   * the last hold that goes. The weights follow with the next `refine` or `iterate`.
   * @throws RangeError for a bone that may not move the vertex.
   */
  async constrain(holds: readonly WeightHold[], task: Task): Promise<void> {
    const entries = holds.map(({ vertex, bone }) => {
      const entry = entryOf(this.plan, vertex, bone);
      if (entry < 0) throw new RangeError(`Bone ${bone} is not in the support of vertex ${vertex}`);
      return entry;
    });
    holds.forEach(({ vertex, value }, n) => {
      this.constraints.paint(vertex, entries[n], value);
    });
    await this.hold(holds.map(({ vertex }) => vertex), task); // biome-ignore format: one call
  }

  /** Vertices that are held at 1, with what tells whether that is right. */
  attachments(): Attachment[] {
    const { plan, memory } = this;
    const { ring, input } = plan;
    return this.constraints.of("attach").map(([vertex, entry]) => {
      const bone = input.heat.bones[entry];
      let around = 0;
      for (let e = ring.offsets[vertex]; e < ring.offsets[vertex + 1]; e++) {
        const other = entryOf(plan, ring.neighbours[e], bone);
        if (other >= 0) around += ring.shares[e] * memory.weights[other];
      }
      return { vertex, bone, around };
    });
  }

  /** Lets go of an attachment for good; returns whether there was one. */
  async detach(vertex: number, bone: number, task: Task): Promise<boolean> {
    const released = this.constraints.release(vertex, entryOf(this.plan, vertex, bone));
    if (released) await this.hold([vertex], task);
    return released;
  }

  /** The weights: none below 0, rows sum to 1, zeros left out. */
  weights(): SparseWeights {
    const { offsets, bones } = this.plan.input.heat;
    const { weights } = this.memory;
    const starts = new Uint32Array(offsets.length);
    const [of, values]: number[][] = [[], []];
    for (let i = 0; i + 1 < offsets.length; i++) {
      let sum = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += Math.max(0, weights[e]);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        if (!(Math.fround(weights[e] / sum) > 0)) continue;
        of.push(bones[e]);
        values.push(weights[e] / sum);
      }
      starts[i + 1] = of.length;
    }
    return { version: 1, offsets: starts, bones: Uint16Array.from(of), values: Float32Array.from(values) };
  }

  /** Mean squared strain over the exemplars, every vertex with its best rotation. */
  energy(task: Task): Promise<number> {
    return this.heldOutEnergy(this.plan.input.motions, task);
  }

  /**
   * The same over other poses.
   * @param poses F·B·12, as the exemplars.
   */
  heldOutEnergy(poses: ArrayLike<number>, task: Task): Promise<number> {
    return meanStrain(this.parallel, this.plan, this.memory, poses, task);
  }

  /** Σ_i Λ_i w_ij of each bone, and of the heat weights: a bone with far less has faded. */
  boneMass(): { mass: Float64Array; heat: Float64Array } {
    const { offsets, bones } = this.plan.input.heat;
    const { masses } = this.plan.ring;
    const out = { mass: new Float64Array(this.plan.bones), heat: new Float64Array(this.plan.bones) };
    for (let i = 0; i < masses.length; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        out.mass[bones[e]] += masses[i] * this.memory.weights[e];
        out.heat[bones[e]] += masses[i] * this.system.heat[e];
      }
    }
    return out;
  }
}
