/**
 * The optimisation loop: iterates until it converges, and follows edits as they arrive. While edits keep arriving, it
 * only fits weights to the current rotations. Once the artist rests, it solves rotations and weights in turn.
 */

import type { WeightsPartial } from "../../model/reports/weight-report";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { EditMailbox } from "./input/edit-mailbox";
import type { LiveWeights } from "./live/live-weights";

/** The artist rests after this many milliseconds without edits. */
const REST = 150;
/** The least milliseconds between two partial results, except after edits. */
const SHOW_EVERY = 150;
/** Milliseconds between two checks whether a converged optimisation should end. */
const LOOK_EVERY = 40;
/** It converges after this many iterations in a row with almost no gain. */
const STILL = 3;

/** The part of a partial result that the loop knows. */
export type Course = Pick<WeightsPartial, "iteration" | "energyPerIteration" | "idle" | "seconds">;

/** Thrown out of an iteration when edits arrive. */
class EditsCame extends Error {}

/** A task that stops if edits wait. */
const yielding = (task: Task, mailbox: EditMailbox): Task => ({
  progress: (progress) => task.progress(progress),
  async checkpoint() {
    await task.checkpoint();
    if (mailbox.waiting) throw new EditsCame();
  },
  get finishNow() {
    return task.finishNow;
  },
});

export interface OptimiseOptions {
  /** The most iterations, at the start and again after edits. */
  iterations: number;
  /** Converges if three iterations in a row change the energy by less than this share. */
  tolerance: number;
  /** Waits for edits after convergence, until it is kept or cancelled. */
  stay: boolean;
  /** Shows weights. With `spare`, a task that stops if edits wait, slower figures are included. */
  show(course: Course, spare: Task | null): Promise<void>;
}

/**
 * Runs until it converges, or with `stay` until the artist keeps the result.
 * @returns iterations and energies: the mean squared strain that each iteration found before it changed the weights.
 * @throws CancelledError
 */
export async function optimise(
  live: LiveWeights,
  mailbox: EditMailbox,
  task: Task,
  options: OptimiseOptions,
): Promise<Course> {
  const optimisation = new Optimisation(live, mailbox, task, options);
  await optimisation.start();
  for (;;) {
    await task.checkpoint();
    if (task.finishNow && !live.behind) break;
    try {
      if (!(await optimisation.next())) break;
    } catch (error) {
      // A stopped iteration is not lost: the next update continues from the weights of its last step.
      if (!(error instanceof EditsCame)) throw error;
    }
  }
  await live.finish(task);
  return optimisation.course;
}

class Optimisation {
  readonly course: Course = { iteration: 0, energyPerIteration: [], idle: false, seconds: 0 };
  private readonly live: LiveWeights;
  private readonly mailbox: EditMailbox;
  private readonly task: Task;
  private readonly stoppable: Task;
  private readonly options: OptimiseOptions;
  private left: number;
  private still = 0;
  private energy = Infinity;
  private shown = -Infinity;
  /** When edits last arrived; null while the artist rests. */
  private edited: number | null = null;

  constructor(live: LiveWeights, mailbox: EditMailbox, task: Task, options: OptimiseOptions) {
    this.live = live;
    this.mailbox = mailbox;
    this.task = task;
    this.stoppable = yielding(task, mailbox);
    this.options = options;
    this.left = options.iterations;
  }

  /** Shows the starting weights. */
  start(): Promise<void> {
    return this.show(null);
  }

  /** Runs the next piece of work. Returns whether anything is left to do. */
  async next(): Promise<boolean> {
    const { live, mailbox, task, course } = this;
    const edits = mailbox.take();
    if (edits) await this.follow(edits);
    else if (live.behind) await this.catchUp();
    else if (this.edited !== null && performance.now() - this.edited < REST) {
      await live.refine(task, false);
      await this.showSoon(null);
    } else if (this.edited !== null) {
      this.edited = null;
      live.settle();
    } else if (this.still < STILL && this.left > 0) await this.iterate();
    else if (!this.options.stay) return false;
    else if (course.idle) await mailbox.wait(LOOK_EVERY);
    else {
      await live.finish(this.stoppable);
      course.idle = true;
      task.progress({ phase: "Converged", done: 1, detail: "", waits: true });
      await this.show(this.stoppable);
    }
    return true;
  }

  private async follow(edits: WeightEdits): Promise<void> {
    const { live, task, course } = this;
    await live.follow(edits, task);
    if (!live.behind) await live.refine(task, true);
    course.idle = false;
    await this.show(null);
    this.edited = performance.now();
    [this.left, this.still, this.energy] = [this.options.iterations, 0, Infinity];
  }

  /**
   * Makes another system for bones that now act elsewhere. Edits that arrive meanwhile are shown at once and followed
   * afterwards.
   */
  private async catchUp(): Promise<void> {
    const { live, mailbox, task } = this;
    let newest: WeightEdits | null = null;
    const looking: Task = {
      progress: (progress) => task.progress(progress),
      checkpoint: async () => {
        await task.checkpoint();
        const edits = mailbox.take();
        if (!edits) return;
        newest = edits;
        live.impose(edits);
        await this.show(null);
      },
      get finishNow() {
        return task.finishNow;
      },
    };
    await live.catchUp(looking);
    if (newest) return this.follow(newest);
    await live.refine(task, true);
    await this.show(null);
  }

  private async iterate(): Promise<void> {
    const { live, course, options } = this;
    const begin = performance.now();
    const figures = await live.iterate(this.stoppable);
    if (!figures) return;
    // Holds may also raise the energy, so an iteration with a higher energy has not converged either.
    const change = Math.abs(this.energy - figures.strain);
    // If a faded bone will be drawn more strongly, weights are about to change.
    const still = change <= options.tolerance * figures.strain && !live.bonesFade;
    this.still = still ? this.still + 1 : 0;
    this.energy = figures.strain;
    this.left--;
    course.iteration++;
    course.seconds = (performance.now() - begin) / 1000;
    course.energyPerIteration.push(figures.strain);
    this.task.progress({
      phase: "As-rigid-as-possible weights",
      done: 1 - this.left / options.iterations,
      detail: `iteration ${course.iteration}`,
    });
    await this.showSoon(this.stoppable);
  }

  private async show(spare: Task | null): Promise<void> {
    const { course } = this;
    await this.options.show({ ...course, energyPerIteration: [...course.energyPerIteration] }, spare);
    this.shown = performance.now();
  }

  private async showSoon(spare: Task | null): Promise<void> {
    if (performance.now() - this.shown >= SHOW_EVERY) await this.show(spare);
  }
}
