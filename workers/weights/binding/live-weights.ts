/**
 * As-rigid-as-possible weights that follow what the artist wants while they are optimised. What is painted or let go of
 * changes single constraints of the system at hand. Other supports, exemplars or links need another system, which starts
 * from the weights of the last.
 */
import type { MakeParallel, Parallel } from "../../kernels/parallel";
import type { Bindable } from "../../model/bindable";
import { SinewError } from "../../model/errors";
import type { SparseWeights } from "../../model/sparse-weights";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weight-edits";
import type { HeldWeight } from "../../model/weight-report";
import type { WeightSettings } from "../../model/weight-settings";
import type { WeightsInput } from "../../model/weights-input";
import { planArap } from "../arap/arap-plan";
import { type ArapFigures, ArapWeights } from "../arap/arap-weights";
import { gatherWeights, type Supports, withoutZeros } from "../dense-weights";
import type { Exemplars } from "../exemplars";
import { exemplarSet } from "./exemplar-set";
import { type Ground, layGround, withWires } from "./ground";
import { imposeWishes } from "./impose-wishes";
import { allowNamed, influenceSupports } from "./influence-supports";
import type { PhaseClock } from "./phase-clock";
import { sameExemplars, sameNumbers } from "./same-edits";

/** Memory is taken so much larger than it has to be that supports can grow without new threads. */
const HEADROOM = 1.25;
/** Steps of the solver in the first look at weights that follow a stroke; those after it take milliseconds. */
const FIRST_STEPS = 3;
const LOOK = 50;
const LEAST_STEPS = 5;
const MOST_STEPS = 20;
/** What a WebAssembly memory can be. */
const MOST_BYTES = 2 ** 32 - 2 ** 20;
const MOST_THREADS = 32;

/** @throws SinewError where a system takes more than there can be. */
export function assertRoom(bytes: number, vertices: number): void {
  if (bytes <= MOST_BYTES) return;
  throw new SinewError({
    title: "This mesh is too large for as-rigid-as-possible weights",
    body: `Its ${vertices} vertices take ${Math.ceil(bytes / 1e6)} MB; ${Math.floor(MOST_BYTES / 1e6)} MB are the most. Allow fewer bones a vertex (a smaller kept sum, a larger kept part), fewer clusterings, or take heat or voxel weights.`,
  });
}

/** The tolerance is that of iterations; the solver of each has its own. */
const solverSettings = ({ tolerance: _, ...settings }: WeightSettings) => settings;

interface State {
  ground: Ground;
  supports: Supports;
  heat: SparseWeights;
  poses: Exemplars;
  solver: ArapWeights;
}

/** What stands for the weights while another system is made: those before it, with what is held imposed on them. */
interface StandIn {
  before: SparseWeights;
  weights: SparseWeights;
  mass: { mass: Float64Array; heat: Float64Array };
}

export class LiveWeights {
  readonly settings: WeightSettings;
  private readonly makeParallel: MakeParallel;
  private readonly clock: PhaseClock;
  private readonly input: WeightsInput;
  private edits: WeightEdits;
  private state: State | null = null;
  private standIn: StandIn | null = null;
  private room: { parallel: Parallel; bytes: number; start: number } | null = null;
  /** Whether rotations are there that weights can be fitted to. */
  private turned = false;
  /** Steps of the solver that a look has time for. */
  private steps = MOST_STEPS;

  private constructor(input: WeightsInput, makeParallel: MakeParallel, clock: PhaseClock) {
    this.input = input;
    this.settings = input.settings;
    this.edits = input.edits;
    this.makeParallel = makeParallel;
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
    const { edits, settings, clock } = this;
    const { mesh, skeleton } = ground;
    const poses = exemplarSet(skeleton, settings, edits);
    await clock.time("Preparation", async () => {
      const supports = influenceSupports(ground.closed, ground.heat, ground.adjacency, ground.tree, edits);
      await task.checkpoint();
      const heat = gatherWeights(ground.heat, supports);
      await task.checkpoint();
      const { segments } = skeleton;
      const { visible } = ground;
      const { motions, bends } = poses;
      const plan = planArap(
        { mesh, heat, bones: segments.length, motions, bends, segments, visible },
        solverSettings(settings),
      );
      await task.checkpoint();
      const parallel = await this.roomFor(ArapWeights.bytes(plan, this.threads), plan.vertexCount);
      const solver = await ArapWeights.create(parallel, plan, task);
      if (from) solver.startFrom(from, this.state?.solver.boneStrengths);
      this.state = { ground, supports, poses, solver, heat: withoutZeros(heat) };
      this.turned = false;
      await solver.edit(edits, task);
    });
    this.standIn = null;
  }

  private get threads(): number {
    return this.makeParallel.threads ?? MOST_THREADS;
  }

  /** Memory of so many bytes or more: what there is, where it is enough. */
  private async roomFor(bytes: number, vertices: number): Promise<Parallel> {
    assertRoom(bytes, vertices);
    if (this.room && this.room.bytes >= bytes) {
      this.room.parallel.arena.release(this.room.start);
      return this.room.parallel;
    }
    this.room?.parallel.dispose();
    this.room = null;
    const roomy = Math.min(MOST_BYTES, Math.ceil(HEADROOM * bytes));
    const parallel = await this.makeParallel(roomy);
    this.room = { parallel, bytes: roomy, start: parallel.arena.mark() };
    return parallel;
  }

  /**
   * Does what the artist wants now instead of what it did before. Fast where only single constraints change. Where bones
   * are named that may not act there yet, what is held is imposed on the weights, and `catchUp` has to follow; links and
   * exemplars take another system at once.
   */
  async follow(edits: WeightEdits, task: Task): Promise<void> {
    const before = this.edits;
    const { ground, solver, supports } = this.now;
    this.edits = edits;
    if (!sameNumbers(before.wires, edits.wires)) {
      const other = await this.ground(edits.wires, task);
      await this.rebuild({ ground: other, from: this.weights() }, task);
    } else if (!sameExemplars(before, edits)) {
      await this.rebuild({ ground, from: this.weights() }, task);
    } else if (allowNamed(supports, ground.tree, edits)) {
      this.standIn = null;
      await solver.edit(edits, task);
    } else {
      this.standBy();
      this.impose(edits);
    }
  }

  private standBy(): void {
    if (this.standIn) return;
    const weights = this.weights();
    this.standIn = { before: weights, weights, mass: this.mass() };
  }

  /** Shows what is held now, while another system is made for what was wanted before: `follow` has to come after it. */
  impose({ holds, attach }: WeightEdits): void {
    if (!this.standIn) return;
    const { heat, tree } = this.now.ground;
    this.standIn.weights = imposeWishes(this.standIn.before, heat, tree, { holds, attach });
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
    const wanted = influenceSupports(closed, heat, adjacency, tree, this.edits);
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
    return this.standIn?.weights ?? this.now.solver.weights();
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
  mass(): { mass: Float64Array; heat: Float64Array } {
    return this.standIn?.mass ?? this.now.solver.boneMass();
  }

  get unknownsPerVertex(): number {
    const { unknowns, vertexCount } = this.now.solver.plan;
    return unknowns / vertexCount;
  }

  /** Whether a bone has faded that the next iterations draw more strongly to its heat weights. */
  get bonesFade(): boolean {
    return this.now.solver.bonesFade;
  }

  /** Weights below −1e-3 that the last fit had before it was cleaned up. */
  get negativeWeights(): number {
    return this.now.solver.negativeWeights;
  }

  /** Mean squared strain in other poses, of the weights and of the heat weights on the same supports. */
  async heldOut(poses: Exemplars, task: Task): Promise<[own: number, heat: number]> {
    const { solver } = this.now;
    return [await solver.heldOutEnergy(poses, task), await solver.heldOutHeat(poses, task)];
  }

  dispose(): void {
    this.room?.parallel.dispose();
    this.room = null;
    this.state = null;
  }
}
