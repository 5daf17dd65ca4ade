import type { IterationRecord } from "../model/solve-report";
import { type Task, workSeconds } from "../model/task";

/**
 * The course of a solve: its iterations, the best error, the time in each phase, and whether to go on. What it
 * records is the state that would be handed out: an attempt that is not kept leaves the error where it was. Pauses count
 * in no seconds.
 */
export class SolveLog {
  readonly history: IterationRecord[] = [];
  readonly secondsPerPhase: Record<string, number> = {};
  private readonly task: Task;
  private readonly budget: number | null;
  private until = Infinity;
  private stage = Infinity;
  private goal = 0;
  private reached = false;
  private readonly began: number;
  private phase = "";
  private phaseBegan: number;
  private nextEvent: IterationRecord["event"] = null;
  private span: readonly [from: number, to: number] = [0, 1];
  private done = 0;

  /** @param budget seconds after which nothing new is begun, or null. */
  constructor(task: Task, budget: number | null) {
    this.task = task;
    this.budget = budget;
    this.began = this.phaseBegan = workSeconds(task);
  }

  /** From now on so many more iterations may pass, until the error is down to `goal`. */
  allow(iterations: number, goal = 0): void {
    this.until = this.history.length + iterations;
    this.stage = Infinity;
    this.goal = goal;
    this.reached = false;
  }

  /** Lets as many iterations pass as a method means to take, where nobody asked for another number. The goal stays. */
  expect(iterations: number): void {
    this.until = this.history.length + iterations;
  }

  /** The progress of what follows fills this part of the whole. */
  spread(from: number, to: number): void {
    this.span = [from, to];
    this.until = Infinity;
  }

  /** Tells of work that is no iteration; `done` as a share of what follows the last `spread`. */
  tell(done: number, detail: string): void {
    const [from, to] = this.span;
    this.done = Math.max(this.done, Math.min(1, from + (to - from) * done));
    this.task.progress({ phase: this.phase, done: this.done, detail });
  }

  /** Whether less than a share of the budget of seconds is gone and nobody asked to finish. */
  hasTime(share: number): boolean {
    return !this.task.finishNow && (this.budget === null || this.seconds < share * this.budget);
  }

  /** Of the iterations that may pass, so many are for what follows. */
  within(iterations: number): void {
    this.stage = this.history.length + iterations;
  }

  /** Seconds of the budget that are left; Infinity where there is none. */
  get secondsLeft(): number {
    return this.budget === null ? Infinity : this.budget - this.seconds;
  }

  get seconds(): number {
    return workSeconds(this.task) - this.began;
  }

  get iterations(): number {
    return this.history.length;
  }

  get iterationsLeft(): number {
    return Math.max(0, Math.min(this.until, this.stage) - this.history.length);
  }

  get errorPerIteration(): number[] {
    return this.history.map((record) => record.eRms);
  }

  /** Whether anything new may be begun: within the limits, short of the goal, and nobody asked to finish. */
  get mayGoOn(): boolean {
    const inTime = this.budget === null || this.seconds < this.budget;
    return this.iterationsLeft > 0 && !this.reached && !this.task.finishNow && inTime;
  }

  /** From now on time counts for this phase. */
  enter(phase: string): void {
    this.begin(phase);
    this.report("");
  }

  /** The same for a phase of which nobody knows how long it takes: progress shows no share of the whole. */
  enterOpen(phase: string): void {
    this.begin(phase);
    this.task.progress({ phase, done: null, detail: "" });
  }

  private begin(phase: string): void {
    this.leave();
    this.phase = phase;
    this.phaseBegan = workSeconds(this.task);
  }

  leave(): void {
    if (!this.phase) return;
    const spent = workSeconds(this.task) - this.phaseBegan;
    this.secondsPerPhase[this.phase] = (this.secondsPerPhase[this.phase] ?? 0) + spent;
    this.phase = "";
  }

  /** Marks the next iteration. */
  mark(event: IterationRecord["event"]): void {
    this.nextEvent = event;
  }

  /** One more outer iteration, after which the best state has this error, and this with the smoothness term. */
  iteration(eRms: number, objective: number): void {
    this.history.push({ eRms, objective, seconds: this.seconds, event: this.nextEvent });
    this.nextEvent = null;
    this.reached ||= eRms <= this.goal;
    this.report(`iteration ${this.history.length}, error ${eRms.toPrecision(3)}`);
  }

  private report(detail: string): void {
    const byCount = this.history.length / this.until;
    const byTime = this.budget === null ? 0 : this.seconds / this.budget;
    this.tell(Math.max(byCount, byTime), detail);
  }
}
