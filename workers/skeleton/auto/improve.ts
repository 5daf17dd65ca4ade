import type { Task } from "../../model/task";
import type { Statistics } from "../strict/gauss-newton";
import type { JointPull } from "../strict/pulls";
import type { StrictBench } from "../strict/strict-bench";
import { copyOf, type StrictState } from "../strict/strict-state";
import { extrapolated } from "./extrapolate";

export interface ImproveOptions {
  /** The most outer iterations. */
  iterations: number;
  /** µ, for all joints or for each. */
  pull: JointPull;
  /** 3h: the places that joints are pulled to; null for the places where the weights of their bones meet. */
  places?: Float64Array | null;
  /** h: how far each joint may lie from the place that it is pulled to (`Pulls`), normalised; null for no bounds. */
  bounds?: Float64Array | null;
  /**
   * The search ends if two iterations in a row gain less than this share of the objective. With 0 it never ends early.
   */
  tolerance: number;
  /** Called after each iteration with the error. Returns whether to continue. */
  after?(error: number): boolean;
  /** The Gauss-Newton steps of an iteration. Default 1. */
  steps?: number;
  /** Updates motion and joints in place. By default it takes Gauss-Newton steps of all rotations and joints. */
  fit?(state: StrictState, statistics: Statistics, iteration: number): Promise<unknown>;
  /** Joints move only in every n-th iteration. The others take a third of the time. Default 1. */
  jointsEvery?: number;
  /** Fits the surface to the bench's motion, by default weights and rest pose. Returns the error. */
  surface?(): Promise<number>;
  /** Whether motion and joints are extrapolated. Default true. */
  momentum?: boolean;
}

/** A state with its error and objective. */
export interface Reached {
  state: StrictState;
  /** Squared error, normalised. */
  error: number;
  /** The error plus the pull on the joints. */
  objective: number;
}

/** The value of `jointsEvery` in a search. */
export const JOINTS_EVERY = 2;

const FIRST_PUSH = 0.3;
const MOST_PUSH = 0.95;
const PATIENCE = 2;

/**
 * Runs outer iterations. Each takes one step of motion and joints, then finds weights and rest pose for the new motion.
 * It also extrapolates motion and joints along their last change, and keeps the result if it lowers the objective. The
 * bench then holds the motion, weights and rest pose of the result.
 */
export async function improveSkeleton(
  bench: StrictBench,
  from: Reached,
  options: ImproveOptions,
  task: Task,
): Promise<Reached> {
  const { iterations, tolerance, after, steps = 1, momentum = true, jointsEvery = 1 } = options;
  const { pull, places, bounds } = options;
  const none = new Uint8Array(from.state.tree.parents.length);
  const step = (state: StrictState, statistics: Statistics, it: number) =>
    bench.fitTo(
      state,
      statistics,
      { steps, pull, places, bounds, movable: it % jointsEvery === 0 ? null : none },
      task,
    );
  const fitMotion = options.fit ?? step;
  const surface = options.surface ?? (() => bench.fitSurface(task));
  let current = from;
  let before: StrictState | null = null;
  let beta = 0;
  let slow = 0;
  for (let it = 0; it < iterations; it++) {
    const last = current.objective;
    const statistics = await bench.statistics(task);
    const state = copyOf(current.state);
    await fitMotion(state, statistics, it);
    const fitted = copyOf(state);
    let next: Reached | null = null;
    if (before && beta > 0) {
      next = await pushed(
        bench,
        before,
        state,
        { beta, pull, places, bounds, last, surface },
        statistics,
        task,
      );
    }
    if (next) beta = Math.min(1.1 * beta + 0.02, MOST_PUSH);
    else {
      next = await settled(bench, state, { pull, places, bounds }, statistics, surface);
      beta = !momentum ? 0 : beta > 0 ? 0.3 * beta : it > 0 ? FIRST_PUSH : 0;
    }
    before = fitted;
    current = next;
    slow = last - current.objective < tolerance * current.objective ? slow + 1 : 0;
    if (after?.(current.error) === false || (tolerance > 0 && slow >= PATIENCE) || task.finishNow) break;
  }
  return current;
}

/**
 * Finds weights and rest pose for a state that has just been fitted. The statistics still belong to the weights before.
 */
async function settled(
  bench: StrictBench,
  state: StrictState,
  pull: Pick<ImproveOptions, "pull" | "places" | "bounds">,
  statistics: Statistics,
  surface: () => Promise<number>,
): Promise<Reached> {
  const error = await surface();
  return { state, error, objective: bench.objective(state, error, pull, statistics) };
}

/**
 * The extrapolated state with its weights if it is better than `last`. Otherwise null, and the bench has its old
 * weights and the motion of `state`.
 */
async function pushed(
  bench: StrictBench,
  before: StrictState,
  state: StrictState,
  {
    beta,
    last,
    surface,
    ...pull
  }: Pick<ImproveOptions, "pull" | "places" | "bounds"> & {
    beta: number;
    last: number;
    surface: () => Promise<number>;
  },
  statistics: Statistics,
  task: Task,
): Promise<Reached | null> {
  const kept = bench.save(state);
  const further = extrapolated(before, state, beta);
  await bench.place(further, task);
  const reached = await settled(bench, further, pull, statistics, surface);
  if (reached.objective < last) return reached;
  await bench.restore(kept, task);
  return null;
}
