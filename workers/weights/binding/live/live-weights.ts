/**
 * As-rigid-as-possible weights that follow what the artist wants while they are optimised. What is painted or let go of
 * changes single constraints of the system at hand. Other supports, exemplars or links need another system, which starts
 * from the weights of the last.
 */
import type { MakeParallel } from "../../../kernels/parallel";
import { inSteps } from "../../../math/steps";
import type { HeldWeight } from "../../../model/reports/weight-report";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Task } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { WeightSettings } from "../../../model/weights/weight-settings";
import type { WeightsInput } from "../../../model/weights/weights-input";
import { planArapSteps } from "../../arap/arap-plan";
import { type ArapFigures, ArapWeights } from "../../arap/arap-weights";
import type { Exemplars } from "../../exemplars";
import { withKept } from "../../kept/kept-rows";
import { type Kept, keptOf } from "../../kept/kept-weights";
import { gatherWeights, type Supports, withoutZeros } from "../../simple/dense-weights";
import { skeletonTree } from "../../skeleton-tree";
import { type Ground, layGround, withWires } from "../binding-precompute";
import { exemplarSet } from "../exemplar-set";
import { allowNamed, influenceSupports, influenceSupportsSteps } from "../influence-supports";
import { sameExemplars, sameKept, sameNumbers } from "../input/same-edits";
import type { PhaseClock } from "../measure/phase-clock";
import { type Masses, StandIn } from "./stand-in";
import { SystemRoom } from "./system-room";

/** Steps of the solver in the first look at weights that follow a stroke; those after it take milliseconds. */
const FIRST_STEPS = 3;
const LOOK = 50;
const LEAST_STEPS = 5;
const MOST_STEPS = 20;
/** The tolerance is that of iterations; the solver of each has its own. */
const solverSettings = ({ tolerance: _, ...settings }: WeightSettings) => settings;

interface State {
  ground: Ground;
  supports: Supports;
  heat: SparseWeights;
  poses: Exemplars;
  solver: ArapWeights;
  /** What stays in this system. */
  kept: Kept | null;
}

export class LiveWeights {
  readonly settings: WeightSettings;
  private readonly makeParallel: MakeParallel;
  private readonly clock: PhaseClock;
  private readonly input: WeightsInput;
  private edits: WeightEdits;
  /** Weights that stay as the artist has them; null where none do. */
  kept: Kept | null;
  private state: State | null = null;
  private standIn: StandIn | null = null;
  private readonly room: SystemRoom;
  /** Whether rotations are there that weights can be fitted to. */
  private turned = false;
  /** Steps of the solver that a look has time for. */
  private steps = MOST_STEPS;

  private constructor(input: WeightsInput, makeParallel: MakeParallel, clock: PhaseClock) {
    this.input = input;
    this.settings = input.settings;
    this.edits = input.edits;
    this.kept = this.keptBy(input.edits);
    this.makeParallel = makeParallel;
    this.room = new SystemRoom(makeParallel);
    this.clock = clock;
  }

  /** Ready to iterate. `dispose` gives the memory back, also after an error. */
  static async create(
    input: WeightsInput,
    makeParallel: MakeParallel,
    clock: PhaseClock,
    task: Task,
  ): Promise<LiveWeights> {
    const made = new LiveWeights(input, makeParallel, clock);
    try {
      const ground = await made.ground(input.edits.wires, task);
      await made.rebuild({ ground, from: input.from }, task);
    } catch (error) {
      made.dispose();
      throw error;
    }
    return made;
  }

  private keptBy(edits: WeightEdits): Kept | null {
    const { kept, skeleton, settings } = this.input;
    return keptOf(kept, edits, skeleton, skeletonTree(skeleton), settings.spineBones);
  }

  private ground(wires: Uint32Array, task: Task): Promise<Ground> {
    const { mesh, skeleton } = this.input;
    return layGround(withWires(mesh, wires), skeleton, this.settings, this.makeParallel, this.clock, task);
  }

  private get now() {
    if (!this.state) throw new Error("These weights were disposed of");
    return this.state;
  }

  /** Another system for the edits as they are. */
  private async rebuild({ ground, from }: { ground: Ground; from: SparseWeights | null }, task: Task) {
    const { edits, settings, clock, kept } = this;
    const { mesh, skeleton } = ground;
    const poses = exemplarSet(skeleton, settings, edits);
    await task.checkpoint();
    await clock.time("Preparation", async () => {
      const { closed, heat: dense, adjacency, tree } = ground;
      const wanted = influenceSupportsSteps(closed, dense, adjacency, tree, edits, kept?.segments);
      const supports = await inSteps(wanted, task);
      await task.checkpoint();
      const heat = gatherWeights(dense, supports);
      await task.checkpoint();
      const { segments } = skeleton;
      const { visible } = ground;
      const { motions, bends } = poses;
      const held = kept?.segments;
      const input = { mesh, heat, bones: segments.length, motions, bends, segments, visible, kept: held };
      const plan = await inSteps(planArapSteps(input, solverSettings(settings)), task);
      await task.checkpoint();
      const parallel = await this.room.take(ArapWeights.bytes(plan, this.room.threads), plan.vertexCount);
      const solver = await ArapWeights.create(parallel, plan, task);
      if (from) solver.startFrom(from, this.state?.solver.boneStrengths);
      this.state = { ground, supports, poses, solver, heat: withoutZeros(heat), kept };
      this.turned = false;
      await solver.edit(edits, task);
    });
    this.standIn = null;
  }

  /**
   * Does what the artist wants now instead of what it did before. Fast where only single constraints change. Where bones
   * are named that may not act there yet, or weights are let go of that stayed, what is held is imposed on the weights, and
   * `catchUp` has to follow; links and exemplars take another system at once.
   */
  async follow(edits: WeightEdits, task: Task): Promise<void> {
    const before = this.edits;
    const { ground, solver, supports } = this.now;
    this.edits = edits;
    if (!sameKept(before, edits)) this.kept = this.keptBy(edits);
    if (!sameNumbers(before.wires, edits.wires)) {
      const other = await this.ground(edits.wires, task);
      await this.rebuild({ ground: other, from: this.weights() }, task);
    } else if (!sameExemplars(before, edits)) {
      await this.rebuild({ ground, from: this.weights() }, task);
    } else if (this.now.kept === this.kept && allowNamed(supports, ground.tree, edits)) {
      this.standIn = null;
      await solver.edit(edits, task);
    } else {
      this.standBy();
      this.impose(edits);
    }
  }

  private standBy(): void {
    this.standIn ??= new StandIn(this.weights(), this.mass(), this.now.ground);
  }

  /** Shows what is held now, while another system is made for what was wanted before: `follow` has to come after it. */
  impose(edits: WeightEdits): void {
    this.standIn?.impose(edits);
  }

  /** Whether what stands for the weights waits for another system. */
  get behind(): boolean {
    return this.standIn !== null;
  }

  /** Makes the system that was waited for, from what stands for its weights. */
  async catchUp(task: Task): Promise<void> {
    if (this.standIn) await this.rebuild({ ground: this.now.ground, from: this.standIn.weights }, task);
  }

  /** Once the artist rests: is behind where bones may act elsewhere by now than they do. */
  settle(): void {
    const { ground, supports } = this.now;
    const { closed, heat, adjacency, tree } = ground;
    const wanted = influenceSupports(closed, heat, adjacency, tree, this.edits, this.kept?.segments);
    if (!sameNumbers(wanted.offsets, supports.offsets) || !sameNumbers(wanted.bones, supports.bones))
      this.standBy();
  }

  /** Rotations, then weights. `task` may be stopped: weights are whole then, and the next call goes on from them. */
  async iterate(task: Task): Promise<ArapFigures> {
    const [figures] = await this.clock.time("Iterations", () => this.now.solver.iterate(1, task));
    this.turned = true;
    return figures;
  }

  /**
   * Weights alone, towards what is held now, so that a stroke is seen on a large mesh too: at first few steps, which
   * change weights most, then as many as fit into the time of a look. The next call goes on from there.
   */
  async refine(task: Task, first: boolean): Promise<void> {
    if (!this.turned) {
      await this.iterate(task);
      return;
    }
    if (first) {
      await this.clock.time("Edits", () => this.now.solver.refine(task, FIRST_STEPS));
      return;
    }
    const begin = performance.now();
    await this.clock.time("Edits", () => this.now.solver.refine(task, this.steps));
    const all = (LOOK / (performance.now() - begin)) * this.steps;
    this.steps = Math.round(Math.min(MOST_STEPS, Math.max(LEAST_STEPS, (this.steps + all) / 2)));
  }

  /** Where weights are held for their sign instead of clamped: until none is negative. Before they are handed out. */
  finish(task: Task): Promise<void> {
    return this.clock.time("Iterations", () => this.now.solver.finish(task));
  }

  /** V: mean squared strain of the edges around each vertex, over all exemplars. */
  strain(task: Task): Promise<Float32Array> {
    return this.clock.time("Strain", () => this.now.solver.strainPerVertex(task));
  }

  /** What stands for the weights: rows over the segments, not negative, sum 1. */
  weights(): SparseWeights {
    const found = this.standIn?.weights ?? this.now.solver.weights();
    return this.kept ? withKept(found, this.kept.segments, 0) : found;
  }

  /** The heat weights on the same supports; another object where those change. */
  get heat(): SparseWeights {
    return this.now.heat;
  }

  /** The exemplars as they were drawn and added; another object where those change. */
  get drawn(): Exemplars {
    return this.now.poses;
  }

  /** The exemplars as they are fitted to: parts of a skeleton in several are shifted to where the mesh strains least. */
  get poses(): Exemplars {
    const { solver, poses } = this.now;
    return { ...poses, motions: Float64Array.from(solver.poses().motions) };
  }

  /** Shifts of the parts of the skeleton since the last system; another object where they change. */
  get shifts(): object | null {
    return this.now.solver.shifts;
  }

  /** What the artist attached and let go of, and whose weights go to 0 at a border. */
  get pinned(): Pick<WeightEdits, "attach" | "neumann"> {
    return this.edits;
  }

  /** The mesh with the links of the artist. */
  get mesh(): Bindable {
    return this.now.ground.mesh;
  }

  /** @param strain of `strain`, of these weights or of some a moment ago. */
  held(strain: ArrayLike<number>): HeldWeight[] {
    return this.now.solver.heldWeights(strain);
  }

  /** Of each segment, and of its heat weights. */
  mass(): Masses {
    return this.standIn?.masses ?? this.now.solver.boneMass();
  }

  get unknownsPerVertex(): number {
    const { unknowns, vertexCount } = this.now.solver.plan;
    return unknowns / vertexCount;
  }

  /** Whether a bone has faded that the next iterations draw more strongly to its heat weights. */
  get bonesFade(): boolean {
    return this.now.solver.bonesFade;
  }

  /** Weights below −1e-3 that the last iteration left, before the final clean-up. */
  get negativeWeights(): number {
    return this.now.solver.negativeWeights;
  }

  /** Mean squared strain in other poses, of the weights and of the heat weights on the same supports. */
  async heldOut(poses: Exemplars, task: Task): Promise<[own: number, heat: number]> {
    const { solver } = this.now;
    return [await solver.heldOutEnergy(poses, task), await solver.heldOutHeat(poses, task)];
  }

  dispose(): void {
    this.room.dispose();
    this.state = null;
  }
}
