import type { NearBones } from "../../../decompose/locality/near-bones";
import type { Restricted } from "../../../decompose/locality/take-far";
import type { BlendState } from "../../../decompose/phases/blend-state";
import type { MakeParallel } from "../../../kernels/parallel";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { percentFigure } from "../../../model/reports/figures";
import type { Rig } from "../../../model/rig/rig";
import type { FitSettings } from "../../../model/skeleton/fit/fit-settings";
import type { Task } from "../../../model/task";
import { improveSkeleton } from "../../auto/improve";
import { squaresOf } from "../../strict/pose-frames";
import { type SavedSkeleton, StrictBench } from "../../strict/strict-bench";
import { poseOf, type StrictState } from "../../strict/strict-state";
import { orderOf, treeOfRig } from "../../tree/skeleton-tree";
import { FreeJoints } from "../joints/free-joints";
import { FitMotion } from "../motion/fit-motion";
import { FitWeights, SETTLED } from "../weights/fit-weights";
import { finishedRig } from "./finished-rig";
import type { FitWork } from "./fit-work";
import { isPlain, type Rules } from "./rules";

/**
 * A skeleton in the arena that keeps the rules of a fit: motion, weights and joints change only where the rules allow
 * it.
 */
export class FitBench implements FitWork, Restricted<SavedSkeleton> {
  readonly bench: StrictBench;
  readonly given: Rig;
  readonly settings: FitSettings;
  rules: Rules;
  state: StrictState;
  readonly joints: FreeJoints;
  readonly motion: FitMotion;
  readonly weights: FitWeights;
  /** The number of helpers. They are the last bones. */
  private readonly helpers: number;

  private constructor(
    bench: StrictBench,
    sequence: MeshSequence,
    given: Rig,
    rules: Rules,
    settings: FitSettings,
    helpers: number,
  ) {
    this.bench = bench;
    this.given = given;
    this.rules = rules;
    this.settings = settings;
    this.state = bench.stateOf(treeOfRig(given), false);
    this.joints = new FreeJoints(this);
    this.motion = new FitMotion(this, this.joints, squaresOf(sequence, bench.problem));
    this.weights = new FitWeights(this);
    this.helpers = helpers;
    const h = given.bones.length;
    for (let j = h - helpers; j < h; j++) this.use(j, false);
  }

  /**
   * Starts with a rig's motion, weights and rest pose. Dispose of `bench.parallel` when done.
   * @param helpers how many of its last bones are helpers without a place yet.
   */
  static async open(
    makeParallel: MakeParallel,
    sequence: MeshSequence,
    given: Rig,
    rules: Rules,
    settings: FitSettings,
    helpers: number,
    task: Task,
  ): Promise<FitBench> {
    const influences = Math.max(1, settings.influences);
    const bench = await StrictBench.open(makeParallel, sequence, given, influences, task, { asGiven: true });
    return new FitBench(bench, sequence, given, rules, settings, helpers);
  }

  /** Solves for motion and weights in turn. Returns the error. */
  async alternate(rounds: number, task: Task): Promise<number> {
    const { bench, joints } = this;
    const from = { state: this.state, error: bench.blend.error, objective: Infinity };
    const options = {
      iterations: rounds,
      pull: joints.refines ? (joints.pull ?? 0) : 0,
      places: joints.places,
      tolerance: SETTLED,
      // An extrapolated pose may leave the limits.
      momentum: isPlain(this.rules) || joints.keepsTurns,
    };
    const reached = await improveSkeleton(
      bench,
      from,
      {
        ...options,
        fit: (state, statistics) => this.motion.step(state, statistics, task),
        surface: () => this.weights.step(task),
        after: (error) => {
          const detail = `${percentFigure(bench.percent(error))} %`;
          task.progress({ phase: "Motion and weights", done: null, detail });
          return !task.finishNow;
        },
      },
      task,
    );
    this.state = reached.state;
    return reached.error;
  }

  get blend(): BlendState {
    return this.bench.blend;
  }

  get near(): NearBones | null {
    return this.weights.near;
  }

  set near(near: NearBones | null) {
    this.weights.near = near;
  }

  solveWeights(task: Task): Promise<number> {
    return this.weights.settle(task);
  }

  evaluate(task: Task): Promise<number> {
    return this.bench.fitWeights("evaluate", task);
  }

  /** RMS distance in percent of the diagonal, from a total error in the sequence's unit. */
  percentOf(error: number): number {
    const { bench } = this;
    return bench.percent(error * bench.problem.scale ** 2);
  }

  save(): SavedSkeleton {
    return this.bench.save(this.state);
  }

  async restore(saved: SavedSkeleton, task: Task): Promise<void> {
    this.state = await this.bench.restore(saved, task);
  }

  /** Sets whether a helper moves and whether vertices may use it. */
  use(bone: number, may: boolean): void {
    const flag = may ? 1 : 0;
    this.rules.turns[bone] = flag;
    this.rules.shifts[bone] = flag;
    this.rules.held[bone] = 1 - flag;
    this.weights.use(bone, may);
  }

  /**
   * Makes a helper the child of a bone, with the motion that the bench has for it.
   * @param joint normalised.
   */
  place(bone: number, parent: number, joint: readonly number[]): void {
    const { state, bench } = this;
    const h = this.given.bones.length;
    const parents = state.tree.parents.slice();
    parents[bone] = parent;
    const joints = state.tree.joints.slice();
    joints.set(joint, 3 * bone);
    const tree = { parents, order: orderOf(parents), joints };
    const pose = state.pose.slice();
    const found = poseOf(bench.blend.bones.slice(), tree, false);
    for (let at = 4 * bone; at < pose.length; at += 4 * h) pose.set(found.subarray(at, at + 4), at);
    this.state = { tree, pose };
  }

  /** The current rig. Locked and kept parts equal the given ones bit for bit. */
  rig(): Rig {
    const { bench, state, given, rules, settings, helpers } = this;
    const solvesWeights = settings.solve !== "motion";
    const first = given.bones.length - helpers;
    return finishedRig(given, bench.rigOf(state, false), rules, {
      weights: solvesWeights,
      rest: solvesWeights && settings.rest === "corrected",
      joints: this.joints.refined().map((may, j) => (j >= first ? 1 : may)),
    });
  }
}
