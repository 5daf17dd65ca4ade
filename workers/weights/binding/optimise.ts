/**
 * The course of an optimisation: iterations until nothing is gained, edits as they come. While they keep coming only the
 * weights are fitted, to the rotations at hand; once the artist rests, rotations and weights go on in turn.
 */

import type { WeightsPartial } from "../../model/reports/weight-report";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { EditMailbox } from "./input/edit-mailbox";
import type { LiveWeights } from "./live/live-weights";

/** Milliseconds without edits after which the artist rests. */
const REST = 150;
/** Weights under way go out no more often than this, in milliseconds, but for edits. */
const SHOW_EVERY = 150;
/** Milliseconds between two looks at whether a converged optimisation is to end. */
const LOOK_EVERY = 40;
/** Iterations in a row that gain next to nothing. */
const STILL = 3;

/** What of weights under way the course itself knows. */
export type Course = Pick<WeightsPartial, "iteration" | "energyPerIteration" | "idle" | "seconds">;

/** Thrown out of an iteration by edits that came in. */
class EditsCame extends Error {}

/** A task that stops where edits wait. */
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
  /** Most iterations, of the start and again after edits. */
  iterations: number;
  /** Converged where an iteration changes less than this part of the energy, three times in a row. */
  tolerance: number;
  /** Wait for edits when converged, until it is kept or cancelled. */
  stay: boolean;
  /** Shows weights: at once, or with what takes time under a task that stops where edits wait. */
  show(course: Course, spare: Task | null): Promise<void>;
}

/**
 * Until it has converged, or where it stays until it is kept.
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
      // An iteration that was stopped is not lost: edits find the weights as its last step left them.
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
  /** When edits came last; null where the artist rests. */
  private edited: number | null = null;

  constructor(live: LiveWeights, mailbox: EditMailbox, task: Task, options: OptimiseOptions) {
    this.live = live;
    this.mailbox = mailbox;
    this.task = task;
    this.stoppable = yielding(task, mailbox);
    this.options = options;
    this.left = options.iterations;
  }

  /** Shows the weights that it starts from. */
  start(): Promise<void> {
    return this.show(null);
  }

  /** Does what is due; returns whether anything is left to do. */
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

  /** Another system for bones that act elsewhere now. What comes meanwhile is shown at once, and followed after it. */
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
    // What is held pulls the energy up as often as down: an iteration that loses has not converged either.
    const change = Math.abs(this.energy - figures.strain);
    // Where a bone has faded that will be drawn more strongly, weights are about to change.
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
