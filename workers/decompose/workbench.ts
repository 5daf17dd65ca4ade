import { type Probe, probeWith } from "./bone-count/probe";
import { solveByTurns, solvedBy } from "./by-turns";
import type { Continuation } from "./continuation";
import { makeSession } from "./make-session";
import type { MethodResult } from "./method";
import { METHOD_TABLE } from "./method-table";
import type { Problem } from "./problem/problem";
import { refitSession } from "./refit";
import { SolveContext, type SolveParts } from "./solve-context";
import type { Effort, Solved } from "./solved";

/** Solves of one problem, with any number of bones, each by the method that the settings name. */
export class Workbench {
  readonly problem: Problem;
  private readonly context: SolveContext;

  constructor(parts: SolveParts) {
    this.problem = parts.problem;
    this.context = new SolveContext(parts);
  }

  /** E_RMS of what the trajectory basis leaves out. */
  get tailERms(): number {
    return this.context.eRms(this.problem.tail);
  }

  /** Whether the artist asked to keep what there is. */
  get isStopping(): boolean {
    return this.context.task.finishNow;
  }

  /** Solves with h bones, from nothing or from a rig, and frees what it took. */
  async solve(h: number, effort: Effort, from: Continuation | null): Promise<Solved> {
    const { context } = this;
    const { settings, log } = context;
    const method = METHOD_TABLE[settings.method];
    return this.freed(async () => {
      if (!method || from) return solveByTurns(context, h, effort, from);
      log.allow(effort.iterations, effort.goal);
      return this.solvedOf(await method.solve(context.methodContext(h)));
    });
  }

  /** A short solve with h bones that begins with those of another; nothing of it is recorded. */
  async probe(h: number, iterations: number, from: Probe | null): Promise<Probe> {
    const { arena } = this.context.parallel;
    const mark = arena.mark();
    const probe = await probeWith(makeSession(this.context, h, null), iterations, from);
    arena.release(mark);
    return probe;
  }

  /** The fewest bones that reach an E_RMS, from a method that knows better than by whole solves; else null. */
  async fewest(most: number, wanted: number): Promise<Solved | null> {
    const { context } = this;
    const method = METHOD_TABLE[context.settings.method];
    if (!method?.fewest) return null;
    return this.freed(async () => {
      context.log.allow(Infinity);
      const result = await method.fewest!(context.methodContext(most), wanted);
      return result && this.solvedOf(result);
    });
  }

  /**
   * Weights and bones of a solution in turn, so many times, with everything that is asked of them: what a method that
   * knows nothing of regions or of what counts how much has found becomes what was wanted.
   */
  async refit(from: Solved, iterations: number): Promise<Solved> {
    const { context } = this;
    return this.freed(async () => {
      const session = makeSession(context, from.bones, null);
      session.solver = session.finisher;
      context.log.allow(iterations);
      await refitSession(session, from, context.settings);
      return { ...from, ...solvedBy(context, session), reason: from.reason };
    });
  }

  /** Lets a solve work, then puts the rest pose back and frees what it took of the arena. */
  private async freed<T>(work: () => Promise<T>): Promise<T> {
    const { arena } = this.context.parallel;
    const mark = arena.mark();
    const out = await work();
    this.context.restoreRest();
    arena.release(mark);
    return out;
  }

  private solvedOf(result: MethodResult): Solved {
    const { context } = this;
    context.log.leave();
    return { ...result, eRms: context.eRms(result.error), rest: context.restNow() };
  }
}
