/**
 * A skeleton in the arena that keeps the rules of a fit: motion, weights and joints change only where the rules allow
 * it.
 */
import type { NearBones } from "../../decompose/locality/near-bones";
import type { Restricted } from "../../decompose/locality/take-far";
import type { BlendState } from "../../decompose/phases/blend-state";
import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { percentFigure } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { FitSettings } from "../../model/skeleton/fit/fit-settings";
import type { Task } from "../../model/task";
import { improveSkeleton } from "../auto/improve";
import type { Statistics } from "../strict/gauss-newton";
import { solveMotion } from "../strict/motion-only";
import { squaresOf } from "../strict/pose-frames";
import { type SavedSkeleton, StrictBench } from "../strict/strict-bench";
import { copyOf, poseOf, type StrictState } from "../strict/strict-state";
import { orderOf, treeOfRig } from "../tree/skeleton-tree";
import { finishedRig } from "./finished-rig";
import { closePose } from "./motion/close-pose";
import { settleSequence } from "./motion/settle-sequence";
import { directionsOf, isPlain, type Rules, SHIFTED } from "./rules";
import { type LockedRow, lockedRows, solveLockedRows } from "./weights/locked-rows";

/** Rounds that solve only for weights end when one gains less than this share of the error. */
const SETTLED = 1e-4;
const MOST_WEIGHT_ROUNDS = 30;
/** Steps of each frame in a round of motion and weights, if limits or locks need the solver for single frames. */
const STEPS = 2;
const NORMALISED_DIAGONAL = 2;

export class FitBench implements Restricted<SavedSkeleton> {
  readonly bench: StrictBench;
  rules: Rules;
  state: StrictState;
  /** The bones that each vertex may use; null for all. */
  near: NearBones | null = null;
  /** µ, or null while all joints stay. */
  pull: number | null;
  /** Whether bones keep their rotations and openings, so that only joints move. */
  keepsTurns = false;
  readonly settings: FitSettings;
  /** The given rig. */
  private readonly given: Rig;
  private readonly squares: Float64Array;
  /** 3B: the given joints, and the places that joints are pulled to, normalised. */
  private readonly givenJoints: Float64Array;
  private readonly places: Float64Array;
  /** Joints that stay where the artist put them. */
  private readonly putBack = new Set<number>();
  /** B flags: bones that vertices may use now. End joints never do; helpers are added when they have a place. */
  private readonly inUse: Uint8Array;
  /** The number of helpers. They are the last bones. */
  private readonly helpers: number;
  /** The vertices that bones with locked weights move. */
  private readonly rows: LockedRow[];

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
    this.pull = settings.pull;
    this.squares = squaresOf(sequence, bench.problem);
    this.state = bench.stateOf(treeOfRig(given), false);
    this.givenJoints = this.state.tree.joints.slice();
    this.places = this.givenJoints.slice();
    const h = given.bones.length;
    this.helpers = helpers;
    this.rows = lockedRows(given, rules.lockedWeights);
    this.inUse = Uint8Array.from(given.bones, ({ end }) => (end ? 0 : 1));
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

  /**
   * Whether the motion already keeps the rules. Openings and changes of size that are too small to count in a clip are
   * ignored here too.
   */
  keepsRules(): boolean {
    const { state, rules } = this;
    if (rules.limits.some(Boolean)) return false;
    const kept = state.pose.slice();
    closePose(kept, state.tree.parents, rules);
    return kept.every((x, at) => Math.abs(x - state.pose[at]) <= NORMALISED_DIAGONAL * SHIFTED);
  }

  /** Closes the joints of bones that may not shift, and restores the size of bones that may not change it. */
  async closeJoints(task: Task): Promise<void> {
    const { state, rules } = this;
    closePose(state.pose, state.tree.parents, rules);
    await this.bench.place(state, task);
  }

  /** Solves for the motion until it settles. Joints, weights and rest pose stay. Returns the error. */
  async solveMotion(task: Task): Promise<number> {
    const { bench, state, rules, squares } = this;
    const statistics = await bench.statistics(task);
    if (isPlain(rules)) {
      const options = { openings: openingsOf(rules), locked: rules.held };
      const errors = await solveMotion(bench.room, state, statistics, squares, options, task);
      bench.blend.bones.set(bench.room.bones);
      return errors.reduce((sum, error) => sum + error, 0);
    }
    // The solver for whole skeletons, which ignores limits and sizes, finds good starts.
    const relaxed = copyOf(state);
    const relaxation = { openings: openingsOf(rules), locked: rules.held };
    const relaxedErrors = await solveMotion(bench.room, relaxed, statistics, squares, relaxation, task);
    const progress = (done: number) => task.progress({ phase: "Motion", done, detail: "" });
    // With free sizes the error may become smaller than the errors of the solver without them.
    const least = rules.scales.some(Boolean) ? undefined : relaxedErrors;
    const options = { steps: null, starts: relaxed.pose, least, progress };
    const error = await settleSequence(bench.room, state, statistics, squares, rules, options, task);
    bench.blend.bones.set(bench.room.bones);
    return error;
  }

  /** Runs one round of motion, and of joints if they may move. Returns the error. */
  private async stepMotion(state: StrictState, statistics: Statistics, task: Task): Promise<number> {
    const { bench, rules, squares, places } = this;
    const movable = this.movableJoints();
    const options = { steps: 1, pull: this.pull ?? 0, places, movable, openings: openingsOf(rules) };
    if (isPlain(rules) && !this.keepsTurns) {
      return bench.fitTo(state, statistics, { ...options, locked: rules.held }, task);
    }
    let error = bench.blend.error;
    if (movable.some(Boolean)) {
      const locked = new Uint8Array(movable.length).fill(1);
      error = await bench.fitTo(state, statistics, { ...options, locked }, task);
    }
    if (this.keepsTurns) return error;
    // Limits are relative to the directions of bones, which change with the joints.
    rules.axes = directionsOf(this.given.bones, state.tree);
    error = await settleSequence(bench.room, state, statistics, squares, rules, { steps: STEPS }, task);
    bench.blend.bones.set(bench.room.bones);
    return error;
  }

  /** Joints that are not where the artist put them, with their distance from there, normalised. */
  movedJoints(): Map<number, number> {
    const { joints } = this.state.tree;
    const moved = new Map<number, number>();
    this.refinedJoints().forEach((may, j) => {
      const away = Math.hypot(...[0, 1, 2].map((c) => joints[3 * j + c] - this.givenJoints[3 * j + c]));
      if (may && away > 0) moved.set(j, away);
    });
    return moved;
  }

  /** Lets only the joints in the list stay where the artist put them, and puts them there. */
  keepJoints(which: readonly number[]): void {
    this.putBack.clear();
    for (const j of which) {
      this.putBack.add(j);
      this.state.tree.joints.set(this.givenJoints.subarray(3 * j, 3 * j + 3), 3 * j);
    }
  }

  /** Finds rotations under the current weights roughly. Joints stay. Returns the error. */
  async turnBriefly(task: Task): Promise<number> {
    const pull = this.pull;
    this.pull = null;
    const statistics = await this.bench.statistics(task);
    let error = Infinity;
    for (let n = 0; n < STEPS; n++) error = await this.stepMotion(this.state, statistics, task);
    this.pull = pull;
    return error;
  }

  /** Flags of joints that may move now. A bone that shifts as it likes has no fixed joint. */
  private movableJoints(): Uint8Array {
    const { shifts } = this.rules;
    const may = this.pull !== null;
    return this.refinedJoints().map((is, j) => (may && is && (this.keepsTurns || !shifts[j]) ? 1 : 0));
  }

  /** Flags of joints that may move at any time. */
  private refinedJoints(): Uint8Array {
    const { parents } = this.state.tree;
    const may = (j: number) => this.refines && parents[j] >= 0 && !this.putBack.has(j);
    return this.rules.turns.map((turns, j) => (turns && may(j) ? 1 : 0));
  }

  /** Pulls joints to where they are now. */
  stayHere(): void {
    this.places.set(this.state.tree.joints);
  }

  /** Whether joints may move. */
  get refines(): boolean {
    const { joints, solve } = this.settings;
    return joints === "refined" && solve === "both";
  }

  /** Runs one round of weights, and of the rest pose if it may change. Returns the error. */
  async stepWeights(task: Task, whole = false): Promise<number> {
    const { bench, rules, rows, near } = this;
    const free = this.inUse.map((use, j) => (use && !rules.lockedWeights[j] ? 1 : 0));
    if (free.every((may) => !may)) return bench.fitWeights("evaluate", task);
    bench.allow(free, this.near?.bits);
    const corrects = this.settings.rest === "corrected";
    const { search } = bench.solver.options;
    if (whole) await bench.fitWeights(search === "swap" ? "twoPass" : search, task);
    const alone = corrects && rows.length === 0 && search === "swap";
    await bench.fitWeights(alone ? "swapAndRest" : search, task);
    await solveLockedRows(bench.solver, bench.blend, rows, (i) => freeAt(i, free, near), task);
    if (corrects && !alone) await bench.fitWeights("rest", task);
    return bench.blend.error;
  }

  /** Solves for weights until they settle. Returns the error. */
  async solveWeights(task: Task): Promise<number> {
    let error = await this.stepWeights(task, true);
    for (let round = 0; round < MOST_WEIGHT_ROUNDS && !task.finishNow; round++) {
      const next = await this.stepWeights(task);
      const gain = error - next;
      error = next;
      if (gain < SETTLED * error) break;
    }
    return error;
  }

  /** Solves for motion and weights in turn. Returns the error. */
  async alternate(rounds: number, task: Task): Promise<number> {
    const { bench } = this;
    const from = { state: this.state, error: bench.blend.error, objective: Infinity };
    const reached = await improveSkeleton(
      bench,
      from,
      {
        iterations: rounds,
        pull: this.refines ? (this.pull ?? 0) : 0,
        places: this.places,
        tolerance: SETTLED,
        // An extrapolated pose may leave the limits.
        momentum: isPlain(this.rules) || this.keepsTurns,
        fit: (state, statistics) => this.stepMotion(state, statistics, task),
        surface: () => this.stepWeights(task),
        after: (error) => {
          task.progress({
            phase: "Motion and weights",
            done: null,
            detail: `${percentFigure(bench.percent(error))} %`,
          });
          return !task.finishNow;
        },
      },
      task,
    );
    this.state = reached.state;
    return reached.error;
  }

  /** The weights of the bench. */
  get blend(): BlendState {
    return this.bench.blend;
  }

  evaluate(task: Task): Promise<number> {
    return this.bench.fitWeights("evaluate", task);
  }

  /** RMS distance in percent of the diagonal, from a total error in the sequence's unit. */
  percentOf(error: number): number {
    const { bench } = this;
    return bench.percent(error * bench.problem.scale ** 2);
  }

  /** The most rounds of motion and weights. */
  get rounds(): number {
    return this.settings.rounds;
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
    this.inUse[bone] = flag;
    this.rules.turns[bone] = flag;
    this.rules.shifts[bone] = flag;
    this.rules.held[bone] = 1 - flag;
    if (may) this.near?.addEverywhere(bone);
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
      joints: this.refinedJoints().map((may, j) => (j >= first ? 1 : may)),
    });
  }
}

/** The bones that vertex i may use: the free bones near it, or all free bones. */
function freeAt(i: number, free: Uint8Array, near: NearBones | null): number[] {
  const bones = Array.from(free.keys()).filter((j) => free[j] === 1);
  const own = bones.filter((j) => near?.has(i, j));
  return own.length > 0 ? own : bones;
}

/** The cost of shifts: 0 where they are allowed. */
const openingsOf = ({ shifts }: Rules) => Float64Array.from(shifts, (may) => (may ? 0 : Infinity));
