import { errorFigure } from "../../model/reports/figures";
import type { IterationRecord } from "../../model/reports/solve-report";
import type { Deadline } from "./deadline";

/** Share of the whole progress at the end of the solve. The rest pose and the report take about a twentieth. */
export const SOLVE_END = 0.95;

/**
 * The course of a solve: its iterations, the best error, the time in each phase, and whether to continue. Errors are
 * those of the state that would be returned, so a rejected attempt leaves the error unchanged. Time in pauses is left
 * out.
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
  /** The part of the span that the current work fills, and the iterations before it. */
  private inSpan: readonly [from: number, to: number] = [0, 1];
  private before = 0;
  private done = 0;
  /** Seconds that the last ordinary iteration took, and when the last iteration of any kind ended. */
  private stepSeconds = 0;
  private steppedAt: number;
  private endSteps = 0;
  /** The most seconds for the steps of `endSteps`. */
  private endSeconds = Infinity;

  /** @param solveEnd share of the whole progress at the end of the solve. */
  constructor(deadline: Deadline, solveEnd = SOLVE_END) {
    this.deadline = deadline;
    this.solveEnd = solveEnd;
    this.steppedAt = this.phaseBegan = deadline.seconds;
  }

  /** Allows more iterations, until the error is down to `goal`. */
  allow(iterations: number, goal = 0): void {
    this.until = this.history.length + iterations;
    this.stage = Infinity;
    this.goal = goal;
    this.reached = false;
    this.stepSeconds = 0;
    this.keepBack(0);
  }

  /** Allows as many iterations as a method plans, unless the artist gave a number. The goal stays. */
  expect(iterations: number): void {
    this.until = this.history.length + iterations;
  }

  /** The progress of the following work fills this part of the whole. */
  spread(from: number, to: number): void {
    this.span = [from, to];
    this.part(0, 1);
    this.before = 0;
    this.until = Infinity;
  }

  /** The progress of the following work fills this part of what `spread` gave. */
  part(from: number, to: number): void {
    this.inSpan = [from, to];
    this.before = this.history.length;
  }

  /** Reports work without iterations; `done` is a share of the work since the last `spread`. */
  tell(done: number, detail: string): void {
    const within = ([from, to]: readonly [number, number], share: number) => from + (to - from) * share;
    const share = within(this.span, within(this.inSpan, Math.min(1, done)));
    this.done = Math.max(this.done, this.solveEnd * Math.min(1, share));
    this.deadline.progress({ phase: this.phase, done: this.done, detail });
  }

  /**
   * Reserves the time of some iterations for the end.
   * @param iterations Infinity for the whole share.
   * @param share the largest share of the remaining time.
   */
  keepBack(iterations: number, share = 1): void {
    this.endSteps = iterations;
    this.endSeconds = share * Math.max(0, this.deadline.left);
  }

  /** Records that the solve reached its end in time. */
  noteConverged(): void {
    this.deadline.noteConverged();
  }

  /** Adds a sentence about a step that there was no time for. */
  remark(sentence: string): void {
    if (!this.remarks.includes(sentence)) this.remarks.push(sentence);
  }

  /** Returns the sentences since the last call. */
  takeRemarks(): string[] {
    const { remarks } = this;
    this.remarks = [];
    return remarks;
  }

  /** Limits the following work to some of the allowed iterations. */
  within(iterations: number): void {
    this.stage = this.history.length + iterations;
  }

  /** Seconds that remain for the current work; Infinity without a limit. */
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
   * Whether another iteration may start: the limits allow it, the goal is not reached, the artist has not asked to
   * finish, and an iteration as long as the last one, with the end after it, fits into the time.
   */
  get mayGoOn(): boolean {
    if (this.iterationsLeft === 0 || this.reached) return false;
    const { deadline, stepSeconds, endSteps, endSeconds } = this;
    const end = endSteps === Infinity ? endSeconds : Math.min(endSteps * stepSeconds, endSeconds);
    const inTime = !deadline.isKept && deadline.left > stepSeconds + end;
    if (!inTime) deadline.noteCut();
    return inTime;
  }

  /** Starts counting time for this phase. */
  enter(phase: string): void {
    this.begin(phase);
    this.report("");
  }

  /** Starts counting time for a phase after the solve, at this share of the whole. */
  enterLast(phase: string, done: number): void {
    this.begin(phase);
    this.done = Math.max(this.done, done);
    this.deadline.progress({ phase, done: this.done, detail: "" });
  }

  /** Starts counting time for a phase of unknown length. Its progress shows no share. */
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

  /** Records an outer iteration with the error of the best state, without and with the smoothness term. */
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
    const byCount = (this.history.length - this.before) / (this.until - this.before);
    const { asked } = this.deadline;
    const byTime = asked === null ? 0 : this.seconds / asked;
    this.tell(Math.max(byCount, byTime), detail);
  }
}
