import { errorFigure } from "../../model/reports/figures";
import type { IterationRecord } from "../../model/reports/solve-report";
import type { Deadline } from "./deadline";

/** How much of the whole is done when the solve is: rest pose and report take about a twentieth. */
export const SOLVE_END = 0.95;

/**
 * The course of a solve: its iterations, the best error, the time in each phase, and whether to go on. What it
 * records is the state that would be handed out: an attempt that is not kept leaves the error where it was. Pauses count
 * in no seconds.
 */
export class SolveLog {
  readonly history: IterationRecord[] = [];
  readonly secondsPerPhase: Record<string, number> = {};
  private remarks: string[] = [];
  private readonly deadline: Deadline;
  private readonly solveEnd: number;
  private until = Infinity;
  private stage = Infinity;
  private goal = 0;
  private reached = false;
  private phase = "";
  private phaseBegan: number;
  private nextEvent: IterationRecord["event"] = null;
  private span: readonly [from: number, to: number] = [0, 1];
  private done = 0;
  /** Seconds that the last ordinary iteration took, and when the last one of any kind ended. */
  private stepSeconds = 0;
  private steppedAt: number;
  private endSteps = 0;
  /** Of the end that `endSteps` stands for, the most seconds. */
  private endSeconds = Infinity;

  /** @param solveEnd how much of the whole is done when the solve is, and what comes after it is not. */
  constructor(deadline: Deadline, solveEnd = SOLVE_END) {
    this.deadline = deadline;
    this.solveEnd = solveEnd;
    this.steppedAt = this.phaseBegan = deadline.seconds;
  }

  /** From now on so many more iterations may pass, until the error is down to `goal`. */
  allow(iterations: number, goal = 0): void {
    this.until = this.history.length + iterations;
    this.stage = Infinity;
    this.goal = goal;
    this.reached = false;
    this.stepSeconds = 0;
    this.keepBack(0);
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
    this.done = Math.max(this.done, this.solveEnd * Math.min(1, from + (to - from) * done));
    this.deadline.progress({ phase: this.phase, done: this.done, detail });
  }

  /**
   * Keeps the time of so many iterations back for an end that follows them.
   * @param iterations Infinity for the whole share.
   * @param share of the time that is left now, which it takes at most.
   */
  keepBack(iterations: number, share = 1): void {
    this.endSteps = iterations;
    this.endSeconds = share * Math.max(0, this.deadline.left);
  }

  /** Says that the solve came to its end with time left. */
  noteConverged(): void {
    this.deadline.noteConverged();
  }

  /** Says what was left undone for want of time. */
  remark(sentence: string): void {
    if (!this.remarks.includes(sentence)) this.remarks.push(sentence);
  }

  /** What was said since this was last asked, as sentences. */
  takeRemarks(): string[] {
    const { remarks } = this;
    this.remarks = [];
    return remarks;
  }

  /** Of the iterations that may pass, so many are for what follows. */
  within(iterations: number): void {
    this.stage = this.history.length + iterations;
  }

  /** Seconds that are left for the work at hand; Infinity where there is no limit. */
  get secondsLeft(): number {
    return this.deadline.left;
  }

  get seconds(): number {
    return this.deadline.seconds;
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

  /**
   * Whether another iteration may be begun: within the limits, short of the goal, nobody asked to finish, and one that
   * takes as long as the last one did, with the end that follows, is over in time.
   */
  get mayGoOn(): boolean {
    if (this.iterationsLeft === 0 || this.reached) return false;
    const { deadline, stepSeconds, endSteps, endSeconds } = this;
    const end = endSteps === Infinity ? endSeconds : Math.min(endSteps * stepSeconds, endSeconds);
    const inTime = !deadline.isKept && deadline.left > stepSeconds + end;
    if (!inTime) deadline.noteCut();
    return inTime;
  }

  /** From now on time counts for this phase. */
  enter(phase: string): void {
    this.begin(phase);
    this.report("");
  }

  /** The same for a phase that comes after the solve, at so much of the whole. */
  enterLast(phase: string, done: number): void {
    this.begin(phase);
    this.done = Math.max(this.done, done);
    this.deadline.progress({ phase, done: this.done, detail: "" });
  }

  /** The same for a phase of which nobody knows how long it takes: progress shows no share of the whole. */
  enterOpen(phase: string): void {
    this.begin(phase);
    this.deadline.progress({ phase, done: null, detail: "" });
  }

  private begin(phase: string): void {
    this.leave();
    this.phase = phase;
    this.phaseBegan = this.steppedAt = this.seconds;
  }

  leave(): void {
    if (!this.phase) return;
    const spent = this.seconds - this.phaseBegan;
    this.secondsPerPhase[this.phase] = (this.secondsPerPhase[this.phase] ?? 0) + spent;
    this.phase = "";
  }

  /** Marks the next iteration. */
  mark(event: IterationRecord["event"]): void {
    this.nextEvent = event;
  }

  /** One more outer iteration, after which the best state has this error, and this with the smoothness term. */
  iteration(eRms: number, objective: number): void {
    const { seconds } = this;
    if (!this.nextEvent) this.stepSeconds = seconds - this.steppedAt;
    this.steppedAt = seconds;
    this.history.push({ eRms, objective, seconds, event: this.nextEvent });
    this.nextEvent = null;
    this.reached ||= eRms <= this.goal;
    this.report(`iteration ${this.history.length}, error ${errorFigure(eRms)}`);
  }

  private report(detail: string): void {
    const byCount = this.history.length / this.until;
    const { asked } = this.deadline;
    const byTime = asked === null ? 0 : this.seconds / asked;
    this.tell(Math.max(byCount, byTime), detail);
  }
}
