/**
 * As-rigid-as-possible weights that follow the artist's edits during the optimisation. Painting and releasing change
 * single constraints of the current system. Other supports, exemplars or links need another system, which starts from
 * the weights of the last one.
 */
import type { MakeParallel } from "../../../kernels/parallel";
import type { HeldWeight } from "../../../model/reports/weight-report";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Task } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { WeightSettings } from "../../../model/weights/weight-settings";
import type { WeightsInput } from "../../../model/weights/weights-input";
import type { ArapFigures } from "../../arap/arap-weights";
import type { Exemplars } from "../../exemplars";
import { withKept } from "../../kept/kept-rows";
import { type Kept, keptOf } from "../../kept/kept-weights";
import { segmentTree } from "../../segment-tree";
import { type BindingPrecompute, precomputeBinding, withWires } from "../binding-precompute";
import { allowNamed, influenceSupports } from "../influence-supports";
import { areSameNumbers, sameExemplars, sameKept } from "../input/same-edits";
import type { PhaseClock } from "../measure/phase-clock";
import { type LiveSystem, makeSystem } from "./live-system";
import { type Masses, StandIn } from "./stand-in";
import { SystemRoom } from "./system-room";

/** Solver steps in the first update after a stroke. Each takes milliseconds. */
const FIRST_STEPS = 3;
/** How long an update may take, ms, and the fewest and most solver steps in it. */
const UPDATE_MS = 50;
const LEAST_STEPS = 5;
const MOST_STEPS = 20;

export class LiveWeights {
  readonly settings: WeightSettings;
  private readonly makeParallel: MakeParallel;
  private readonly clock: PhaseClock;
  private readonly input: WeightsInput;
  private edits: WeightEdits;
  /** The artist's fixed weights, or null. */
  kept: Kept | null;
  private state: LiveSystem | null = null;
  private standIn: StandIn | null = null;
  private readonly room: SystemRoom;
  /** Whether there are rotations to fit weights to. */
  private turned = false;
  /** Solver steps that fit into one update. */
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

  /** Makes weights that are ready to iterate. `dispose` frees the memory, also after an error. */
  static async create(
    input: WeightsInput,
    makeParallel: MakeParallel,
    clock: PhaseClock,
    task: Task,
  ): Promise<LiveWeights> {
    const made = new LiveWeights(input, makeParallel, clock);
    try {
      const precompute = await made.precompute(input.edits.wires, task);
      await made.rebuild({ precompute, from: input.from }, task);
    } catch (error) {
      made.dispose();
      throw error;
    }
    return made;
  }

  private keptBy(edits: WeightEdits): Kept | null {
    const { kept, skeleton, settings } = this.input;
    return keptOf(kept, edits, skeleton, segmentTree(skeleton), settings.spineBones);
  }

  private precompute(wires: Uint32Array, task: Task): Promise<BindingPrecompute> {
    const { mesh, skeleton } = this.input;
    return precomputeBinding(
      withWires(mesh, wires),
      skeleton,
      this.settings,
      this.makeParallel,
      this.clock,
      task,
    );
  }

  private get now() {
    if (!this.state) throw new Error("These weights were disposed of");
    return this.state;
  }

  /** Makes another system for the current edits. */
  private async rebuild(
    { precompute, from }: { precompute: BindingPrecompute; from: SparseWeights | null },
    task: Task,
  ) {
    const { edits, settings, clock, kept, room } = this;
    const strengths = this.state?.solver.boneStrengths;
    const start = from && { weights: from, strengths };
    this.state = await makeSystem({ precompute, edits, settings, kept, start }, room, clock, task);
    this.turned = false;
    await clock.time("Preparation", () => this.now.solver.edit(edits, task));
    this.standIn = null;
  }

  /**
   * Follows new edits in place of the old ones. This is fast if only single constraints change. If edits name bones
   * that may not act there yet, or release fixed weights, the held weights are imposed on the shown weights, and
   * `catchUp` must follow. Links and exemplars make another system at once.
   */
  async follow(edits: WeightEdits, task: Task): Promise<void> {
    const before = this.edits;
    const { precompute, solver, supports } = this.now;
    this.edits = edits;
    if (!sameKept(before, edits)) this.kept = this.keptBy(edits);
    if (!areSameNumbers(before.wires, edits.wires)) {
      const other = await this.precompute(edits.wires, task);
      await this.rebuild({ precompute: other, from: this.weights() }, task);
    } else if (!sameExemplars(before, edits)) {
      await this.rebuild({ precompute, from: this.weights() }, task);
    } else if (this.now.kept === this.kept && allowNamed(supports, precompute.tree, edits)) {
      this.standIn = null;
      await solver.edit(edits, task);
    } else {
      this.standBy();
      this.impose(edits);
    }
  }

  private standBy(): void {
    this.standIn ??= new StandIn(this.weights(), this.mass(), this.now.precompute);
  }

  /** Shows newly held weights while another system is made for earlier edits. Call `follow` afterwards. */
  impose(edits: WeightEdits): void {
    this.standIn?.impose(edits);
  }

  /** Whether the shown weights wait for another system. */
  get behind(): boolean {
    return this.standIn !== null;
  }

  /** Makes the system that the shown weights wait for, starting from them. */
  async catchUp(task: Task): Promise<void> {
    if (this.standIn)
      await this.rebuild({ precompute: this.now.precompute, from: this.standIn.weights }, task);
  }

  /** Call it when the artist rests. Sets `behind` if bones may now act at other vertices. */
  settle(): void {
    const { precompute, supports } = this.now;
    const { closed, first, adjacency, tree } = precompute;
    const wanted = influenceSupports(closed, first, adjacency, tree, this.edits, this.kept?.segments);
    if (!areSameNumbers(wanted.offsets, supports.offsets) || !areSameNumbers(wanted.bones, supports.bones))
      this.standBy();
  }

  /**
   * Solves rotations, then weights. If `task` stops it, weights are complete, and the next call continues from them.
   */
  async iterate(task: Task): Promise<ArapFigures> {
    const [figures] = await this.clock.time("Iterations", () => this.now.solver.iterate(1, task));
    this.turned = true;
    return figures;
  }

  /**
   * Solves only weights, towards the current holds, so a stroke shows even on a large mesh. The first call takes a few
   * steps, because they change weights most. Later calls take as many as fit into the time. Each continues from the
   * last.
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
    const all = (UPDATE_MS / (performance.now() - begin)) * this.steps;
    this.steps = Math.round(Math.min(MOST_STEPS, Math.max(LEAST_STEPS, (this.steps + all) / 2)));
  }

  /**
   * Finishes weights that are held for their sign instead of clamped: repeats until none is negative. Call it before
   * returning weights.
   */
  finish(task: Task): Promise<void> {
    return this.clock.time("Iterations", () => this.now.solver.finish(task));
  }

  /** V: mean squared strain of the edges around each vertex, over all exemplars. */
  strain(task: Task): Promise<Float32Array> {
    return this.clock.time("Strain", () => this.now.solver.strainPerVertex(task));
  }

  /** The shown weights: rows over the segments, not negative, sum 1. */
  weights(): SparseWeights {
    const found = this.standIn?.weights ?? this.now.solver.weights();
    return this.kept ? withKept(found, this.kept.segments, 0) : found;
  }

  /** The heat weights on the same supports; a new object after each change. */
  get heat(): SparseWeights {
    return this.now.heat;
  }

  /** The exemplars as drawn and added; a new object after each change. */
  get drawn(): Exemplars {
    return this.now.poses;
  }

  /** The exemplars in use, with the parts of a skeleton shifted to where the mesh strains least. */
  get poses(): Exemplars {
    const { solver, poses } = this.now;
    return { ...poses, motions: Float64Array.from(solver.poses().motions) };
  }

  /** Shifts of the skeleton's parts since the last system; a new object after each change. */
  get shifts(): object | null {
    return this.now.solver.shifts;
  }

  /** The artist's attachments and releases, and the weights that go to 0 at a border. */
  get pinned(): Pick<WeightEdits, "attach" | "neumann"> {
    return this.edits;
  }

  /** All that the artist asks for now. */
  get asked(): WeightEdits {
    return this.edits;
  }

  /** What is known of the mesh and its skeleton. */
  get facts(): BindingPrecompute {
    return this.now.precompute;
  }

  /** The mesh with the artist's links. */
  get mesh(): Bindable {
    return this.now.precompute.mesh;
  }

  /** @param strain from `strain`, for these or recent weights. */
  held(strain: ArrayLike<number>): HeldWeight[] {
    return this.now.solver.heldWeights(strain);
  }

  /** Masses of each segment, for the weights and for the heat weights. */
  mass(): Masses {
    return this.standIn?.masses ?? this.now.solver.boneMass();
  }

  get unknownsPerVertex(): number {
    const { unknowns, vertexCount } = this.now.solver.plan;
    return unknowns / vertexCount;
  }

  /** Whether a bone has faded, so that the next iterations draw it more strongly to its heat weights. */
  get bonesFade(): boolean {
    return this.now.solver.bonesFade;
  }

  /** Number of weights below −1e-3 after the last iteration, before the final clean-up. */
  get negativeWeights(): number {
    return this.now.solver.negativeWeights;
  }

  /** Mean squared strain in other poses, for the weights and for the heat weights on the same supports. */
  async heldOut(poses: Exemplars, task: Task): Promise<[own: number, heat: number]> {
    const { solver } = this.now;
    return [await solver.heldOutEnergy(poses, task), await solver.heldOutHeat(poses, task)];
  }

  dispose(): void {
    this.room.dispose();
    this.state = null;
  }
}
