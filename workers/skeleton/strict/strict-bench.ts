import { allowBones, allowedWords } from "../../decompose/phases/allowed-bones";
import { BlendSolver } from "../../decompose/phases/blend-solver";
import type { BlendState } from "../../decompose/phases/blend-state";
import type { Search } from "../../decompose/phases/weights-options";
import { buildProblem } from "../../decompose/problem/build-problem";
import { Nearest } from "../../decompose/problem/nearest";
import type { Problem } from "../../decompose/problem/problem";
import { partialProblem } from "../../decompose/problem/sample";
import { motionFromSequence } from "../../decompose/result/rig-assembly";
import { writeRows } from "../../decompose/session/continuation";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SkeletonTree } from "../tree/skeleton-tree";
import { benchBytes, influenceSlots } from "./bench-bytes";
import { optimiseStrict, type Statistics, type StrictOptions } from "./gauss-newton";
import { costOfPulls, type Pulls, pullsOf } from "./pulls";
import { strictRig } from "./strict-rig";
import { StrictRoom } from "./strict-room";
import { poseOf, type StrictState } from "./strict-state";

type PullOptions = Pick<StrictOptions, "pull" | "places" | "bounds">;

/** A skeleton with its weights and rest pose, outside the arena. */
export interface SavedSkeleton {
  state: StrictState;
  ids: Int32Array;
  values: Float64Array;
  rest: Float64Array;
}

/**
 * Everything for solving a strict skeleton for one sequence, in one arena. `blend` holds the current weights, `problem`
 * the rest pose, and a `StrictState` the motion and the joints. Coordinates are normalised.
 */
export class StrictBench {
  readonly parallel: Parallel;
  readonly problem: Problem;
  readonly solver: BlendSolver;
  readonly room: StrictRoom;
  readonly blend: BlendState;
  /** Σ |y|². */
  readonly square: number;
  private readonly sequence: MeshSequence;
  private readonly bones: readonly Bone[];

  private constructor(
    parallel: Parallel,
    sequence: MeshSequence,
    bones: readonly Bone[],
    problem: Problem,
    { limit, slots, room }: { limit: number; slots: number; room?: StrictRoom },
  ) {
    this.parallel = parallel;
    this.sequence = sequence;
    this.bones = bones;
    this.problem = problem;
    const h = bones.length;
    this.solver = new BlendSolver(parallel, problem, {
      bones: h,
      limit,
      slots,
      kind: "rigid",
      search: limit < h ? "swap" : "all",
      rule: "joint",
      candidates: 3,
      rounds: 1,
      nearest: new Nearest(problem.rest),
    });
    this.blend = this.solver.createState();
    this.room = room ?? new StrictRoom(parallel, h, problem.frameCount);
    this.square = problem.norms.reduce((sum, x) => sum + x, problem.tail);
  }

  /**
   * Makes the arena and starts with a rig's weights, rest pose and motion. Dispose of `parallel` when done.
   * @param influences the most influences of a vertex. The rig may have more until its weights are solved.
   * @param asGiven keeps bones that stretch or shear. By default they become the nearest rigid ones.
   * @param sampled the number of vertices of a part that will be taken; 0 for none.
   */
  static async open(
    makeParallel: MakeParallel,
    sequence: MeshSequence,
    rig: Rig,
    influences: number,
    task: Task,
    { asGiven = false, sampled = 0 } = {},
  ): Promise<StrictBench> {
    const h = rig.bones.length;
    const threads = threadsToReserve(makeParallel);
    const parallel = await makeParallel(benchBytes(sequence, rig, influences, threads, sampled));
    try {
      const problem = await buildProblem(parallel, sequence, { bones: h, tailERms: null }, task);
      const limit = Math.min(influences, h);
      const size = { limit, slots: influenceSlots(rig, limit) };
      const bench = new StrictBench(parallel, sequence, rig.bones, problem, size);
      await bench.begin(rig, asGiven, task);
      return bench;
    } catch (reason) {
      parallel.dispose();
      throw reason;
    }
  }

  /**
   * Starts again from another rig. It has the same number of bones, and at most as many influences as the first.
   * @param asGiven keeps bones that stretch or shear. Otherwise they become the nearest rigid ones.
   */
  async begin(rig: Rig, asGiven: boolean, task: Task): Promise<void> {
    const { problem, solver, blend } = this;
    const { centre, scale } = problem;
    rig.rest.forEach((x, at) => {
      problem.rest[4 * Math.floor(at / 3) + (at % 3)] = (x - centre[at % 3]) * scale;
    });
    await solver.setMotion(blend, motionFromSequence(rig.motion, problem), task);
    if (!asGiven) await solver.bones.project(blend.bones, task);
    writeRows(rig.weights, blend, solver.options.slots);
  }

  /**
   * A bench for some of the vertices with their weights and rest pose, for a search on a sample. It shares the arena,
   * the coordinates and the bones, and stays in the arena. States can be used in both.
   */
  part(members: Int32Array): StrictBench {
    const { parallel, sequence, bones, problem, blend, room } = this;
    const { limit, slots } = this.solver.options;
    const own = partialProblem(parallel, problem, members);
    const part = new StrictBench(parallel, sequence, bones, own, { limit, slots, room });
    part.blend.bones.set(blend.bones);
    members.forEach((i, n) => {
      part.blend.ids.set(blend.ids.subarray(i * slots, (i + 1) * slots), n * slots);
      part.blend.values.set(blend.values.subarray(i * slots, (i + 1) * slots), n * slots);
    });
    return part;
  }

  /**
   * Takes over a part's motion, and the weights and rest pose of its vertices. For all other vertices it finds weights
   * under the part's motion. Returns the error.
   */
  async takePart(part: StrictBench, members: Int32Array, task: Task): Promise<number> {
    const { blend, problem } = this;
    const { slots } = this.solver.options;
    blend.bones.set(part.blend.bones);
    blend.ids.fill(-1);
    members.forEach((i, n) => {
      blend.ids.set(part.blend.ids.subarray(n * slots, (n + 1) * slots), i * slots);
      blend.values.set(part.blend.values.subarray(n * slots, (n + 1) * slots), i * slots);
      problem.rest.set(part.problem.rest.subarray(4 * n, 4 * n + 4), 4 * i);
    });
    return this.fitSurface(task);
  }

  /** The statistics of the current weights and rest pose, in the arena. */
  async statistics(task: Task): Promise<Statistics> {
    return {
      ...(await this.solver.bones.statistics(this.blend, task)),
      square: this.square,
      vertices: this.problem.vertexCount,
    };
  }

  /**
   * The state of a tree in the sequence's coordinates, with the current motion.
   * @param closed closes all joints.
   */
  stateOf(tree: SkeletonTree, closed: boolean): StrictState {
    const { centre, scale } = this.problem;
    const joints = tree.joints.map((x, at) => (x - centre[at % 3]) * scale);
    const own = { ...tree, joints };
    return { tree: own, pose: poseOf(this.blend.bones.slice(), own, closed) };
  }

  /**
   * Optimises a state for the current weights and rest pose, in place, and takes over its motion. Returns the error.
   */
  async fit(state: StrictState, options: StrictOptions, task: Task): Promise<number> {
    return this.fitTo(state, await this.statistics(task), options, task);
  }

  /** The same with known statistics. */
  async fitTo(
    state: StrictState,
    statistics: Statistics,
    options: StrictOptions,
    task: Task,
  ): Promise<number> {
    const error = await optimiseStrict(this.room, state, statistics, options, task);
    this.blend.bones.set(this.room.bones);
    return error;
  }

  /** Takes over the motion of a state. */
  async place(state: StrictState, task: Task): Promise<void> {
    this.room.load(state);
    await this.room.place(task);
    this.blend.bones.set(this.room.bones);
  }

  /**
   * Restricts the bones that vertices may use when weights are solved.
   * @param may h flags.
   * @param own for each vertex a row of bits, as in `WeightsPhase.allowed`. A row without any bone of `may` is ignored.
   */
  allow(may: ArrayLike<number>, own: Uint32Array | null = null): void {
    const { weights } = this.solver;
    const words = this.problem.vertexCount * allowedWords(may.length);
    weights.allowed ??= this.parallel.arena.u32(words);
    allowBones(weights.allowed, may, own);
  }

  /** Solves for weights and rest pose under the current motion. Returns the error. */
  async fitSurface(task: Task): Promise<number> {
    const { search } = this.solver.options;
    return this.fitWeights(search === "swap" ? "swapAndRest" : search, task);
  }

  /** Solves for weights under the current motion, or for what `search` names. Returns the error. */
  async fitWeights(search: Search, task: Task): Promise<number> {
    await this.solver.weights.run(this.blend, task, search);
    return this.blend.error;
  }

  save(state: StrictState): SavedSkeleton {
    const { tree, pose } = state;
    return {
      state: { tree: { ...tree, joints: tree.joints.slice() }, pose: pose.slice() },
      ids: this.blend.ids.slice(),
      values: this.blend.values.slice(),
      rest: this.problem.rest.slice(),
    };
  }

  /** Restores saved weights and rest pose. */
  take({ ids, values, rest }: Pick<SavedSkeleton, "ids" | "values" | "rest">): void {
    this.blend.ids.set(ids);
    this.blend.values.set(values);
    this.problem.rest.set(rest);
  }

  /** Restores saved weights, rest pose and motion. Returns a copy of the state. */
  async restore(saved: SavedSkeleton, task: Task): Promise<StrictState> {
    const { state } = saved;
    this.take(saved);
    await this.place(state, task);
    return { tree: { ...state.tree, joints: state.tree.joints.slice() }, pose: state.pose.slice() };
  }

  /** The error plus the cost of the pull on a state's joints. The pull depends on the statistics. */
  objective(state: StrictState, error: number, options: PullOptions, statistics: Statistics): number {
    return error + costOfPulls(this.pullsOn(state, error, options, statistics), state.tree.joints);
  }

  /** The pulls on the joints of a state with a given error. */
  pullsOn(
    { tree }: StrictState,
    error: number,
    { pull, places, bounds }: PullOptions,
    { normal }: Statistics,
  ): Pulls {
    return pullsOf(tree, normal, pull, this.problem.frameCount, this.meanOf(error), places, bounds);
  }

  /** The mean squared distance of a vertex, from a total error. */
  meanOf(error: number): number {
    return error / (this.problem.vertexCount * this.problem.frameCount);
  }

  /** RMS distance in percent of the diagonal, from a total error. */
  percent(error: number): number {
    return 50 * Math.sqrt(Math.max(0, this.meanOf(error)));
  }

  /** The total error for an RMS distance in percent of the diagonal: the inverse of `percent`. */
  errorOf(percent: number): number {
    return (percent / 50) ** 2 * this.problem.vertexCount * this.problem.frameCount;
  }

  /** The tree of a state in the sequence's coordinates. */
  treeOf({ tree }: StrictState): SkeletonTree {
    const { centre, scale } = this.problem;
    return { ...tree, joints: tree.joints.map((x, at) => x / scale + centre[at % 3]) };
  }

  /** The current motion, weights and rest pose as a rig, in the sequence's coordinates. */
  rigOf(state: StrictState, closed: boolean): Rig {
    const { sequence, bones, problem, solver, blend } = this;
    return strictRig({ sequence, bones, problem, solver, blend }, this.treeOf(state), closed);
  }
}
