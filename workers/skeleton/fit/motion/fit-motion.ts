import type { Task } from "../../../model/task";
import type { Statistics } from "../../strict/gauss-newton";
import { solveMotion } from "../../strict/motion-only";
import { copyOf, type StrictState } from "../../strict/strict-state";
import type { FitWork } from "../bench/fit-work";
import { directionsOf, isPlain, type Rules, SHIFTED } from "../bench/rules";
import type { FreeJoints } from "../joints/free-joints";
import { closePose } from "./close-pose";
import { settleSequence } from "./settle-sequence";

/** Steps of each frame in a round of motion and weights, if limits or locks need the solver for single frames. */
const STEPS = 2;
const NORMALISED_DIAGONAL = 2;

/** Solves for the motion of a skeleton, and for its joints with it, within the rules of the fit. */
export class FitMotion {
  private readonly work: FitWork;
  private readonly joints: FreeJoints;
  private readonly squares: Float64Array;

  /** @param squares F: Σ |y|² of each frame. */
  constructor(work: FitWork, joints: FreeJoints, squares: Float64Array) {
    this.work = work;
    this.joints = joints;
    this.squares = squares;
  }

  /**
   * Whether the motion already keeps the rules. Openings and changes of size that are too small to count in a clip are
   * ignored here too.
   */
  keepsRules(): boolean {
    const { state, rules } = this.work;
    if (rules.limits.some(Boolean)) return false;
    const kept = state.pose.slice();
    closePose(kept, state.tree.parents, rules);
    return kept.every((x, at) => Math.abs(x - state.pose[at]) <= NORMALISED_DIAGONAL * SHIFTED);
  }

  /** Closes the joints of bones that may not shift, and restores the size of bones that may not change it. */
  async close(task: Task): Promise<void> {
    const { bench, state, rules } = this.work;
    closePose(state.pose, state.tree.parents, rules);
    await bench.place(state, task);
  }

  /** Solves for the motion until it settles. Joints, weights and rest pose stay. Returns the error. */
  async settle(task: Task): Promise<number> {
    const { bench, state, rules } = this.work;
    const statistics = await bench.statistics(task);
    if (isPlain(rules)) {
      const errors = await this.settleFreely(state, statistics, task);
      bench.blend.bones.set(bench.room.bones);
      return errors.reduce((sum, error) => sum + error, 0);
    }
    // The solver for whole skeletons, which ignores limits and sizes, finds good starts.
    const relaxed = copyOf(state);
    const relaxedErrors = await this.settleFreely(relaxed, statistics, task);
    const progress = (done: number) => task.progress({ phase: "Motion", done, detail: "" });
    // With free sizes the error may become smaller than the errors of the solver without them.
    const least = rules.scales.some(Boolean) ? undefined : relaxedErrors;
    return this.settleFrames(state, statistics, { steps: null, starts: relaxed.pose, least, progress }, task);
  }

  /** Runs one round of motion, and of joints if they may move. Returns the error. */
  async step(state: StrictState, statistics: Statistics, task: Task): Promise<number> {
    const { bench, given, rules } = this.work;
    const { pull, places, keepsTurns } = this.joints;
    const movable = this.joints.movable();
    const options = { steps: 1, pull: pull ?? 0, places, movable, openings: openingsOf(rules) };
    if (isPlain(rules) && !keepsTurns) {
      return bench.fitTo(state, statistics, { ...options, locked: rules.held }, task);
    }
    let error = bench.blend.error;
    if (movable.some(Boolean)) {
      const locked = new Uint8Array(movable.length).fill(1);
      error = await bench.fitTo(state, statistics, { ...options, locked }, task);
    }
    if (keepsTurns) return error;
    // Limits are relative to the directions of bones, which change with the joints.
    rules.axes = directionsOf(given.bones, state.tree);
    return this.settleFrames(state, statistics, { steps: STEPS }, task);
  }

  /** Finds rotations under the current weights roughly. Joints stay. Returns the error. */
  async turnBriefly(task: Task): Promise<number> {
    const { work, joints } = this;
    const { pull } = joints;
    joints.pull = null;
    const statistics = await work.bench.statistics(task);
    let error = Infinity;
    for (let n = 0; n < STEPS; n++) error = await this.step(work.state, statistics, task);
    joints.pull = pull;
    return error;
  }

  /** Solves for the motion of the whole skeleton, without limits and sizes. Returns the error of each frame. */
  private settleFreely(state: StrictState, statistics: Statistics, task: Task) {
    const { bench, rules } = this.work;
    const options = { openings: openingsOf(rules), locked: rules.held };
    return solveMotion(bench.room, state, statistics, this.squares, options, task);
  }

  /** Solves for the motion frame by frame, and keeps all rules. Returns the error. */
  private async settleFrames(
    state: StrictState,
    statistics: Statistics,
    options: Parameters<typeof settleSequence>[5],
    task: Task,
  ): Promise<number> {
    const { bench, rules } = this.work;
    const error = await settleSequence(bench.room, state, statistics, this.squares, rules, options, task);
    bench.blend.bones.set(bench.room.bones);
    return error;
  }
}

/** The cost of shifts: 0 where they are allowed. */
const openingsOf = ({ shifts }: Rules) => Float64Array.from(shifts, (may) => (may ? 0 : Infinity));
