import type { BoneKind } from "../model/rig/rig";
import type { Locality } from "../model/solve/locality";
import { METHODS } from "../model/solve/methods";
import { type Probe, probeIn } from "./bone-count/probe";
import { localiseSolved } from "./locality/localise-solved";
import { recover, solveByTurns, solvedBy, UNTIL_FOUND } from "./methods/by-turns";
import type { MethodContext, MethodResult } from "./methods/method";
import { METHOD_TABLE } from "./methods/method-table";
import { slotsOf } from "./path/rung";
import type { Problem } from "./problem/problem";
import type { Effort, Solved } from "./result/solved";
import type { Continuation } from "./session/continuation";
import { largestInfluences } from "./session/fewer-influences";
import { improveWhereCut } from "./session/improve";
import { makeSession } from "./session/make-session";
import { refitSession } from "./session/refit";
import { SolveContext, type SolveParts } from "./session/solve-context";

/** Solves one problem with any number of bones, each time by the method of the settings. */
export class Workbench {
  readonly problem: Problem;
  private readonly context: SolveContext;

  constructor(parts: SolveParts) {
    this.problem = parts.problem;
    this.context = new SolveContext(parts);
  }

  /** The kind of bones that it solves for. */
  get kind(): BoneKind {
    return this.context.kind;
  }

  /** E_RMS of the trajectory basis's tail. */
  get tailERms(): number {
    return this.context.eRms(this.problem.tail);
  }

  /**
   * Sentences about what was thinned out. The solves of `auto` choose their starts themselves, so only a start that the
   * artist chose has some there.
   */
  get notes(): string[] {
    const { settings, starts } = this.context;
    return settings.method === "auto" && settings.initialiser === null ? [] : [...starts.notes];
  }

  /** Whether the artist asked to keep the current rig. */
  get isStopping(): boolean {
    return this.context.task.isKept;
  }

  /** What cut the work short, as the start of a sentence. */
  get why(): string {
    return this.context.task.why;
  }

  /** Whether work was cut short up to now. */
  get wasCut(): boolean {
    return this.context.task.wasCut;
  }

  /** Runs work that consists of solves and probes, which share a part of the remaining time. */
  within<T>(share: number, work: () => Promise<T>): Promise<T> {
    return this.context.task.within(share, work);
  }

  /** Solves with h bones, from nothing or from a rig, and frees its memory. */
  async solve(h: number, effort: Effort, from: Continuation | null): Promise<Solved> {
    const { context } = this;
    const { settings } = context;
    const method = METHOD_TABLE[settings.method];
    return this.freed(async () => {
      await context.beginQuickly(h);
      const found =
        method && !from
          ? await this.byMethod(h, effort, (given) => method.solve(given))
          : await solveByTurns(context, h, effort, from);
      if (!found) return this.quickest(h, effort);
      return method && !from && effort.isWhole ? improveWhereCut(context, found, effort) : found;
    });
  }

  /**
   * A short solve with h bones that starts from another one and is not recorded. Returns null if there was no time for
   * it.
   */
  probe(h: number, iterations: number, from: Probe | null): Promise<Probe | null> {
    return probeIn(this.context, h, iterations, from);
  }

  /** The fewest bones that reach an E_RMS, if the method finds them faster than whole solves would; otherwise null. */
  async fewest(most: number, wanted: number): Promise<Solved | null> {
    const { context } = this;
    const method = METHOD_TABLE[context.settings.method];
    if (!method?.fewest) return null;
    const effort = { iterations: Infinity, starts: 1 };
    return this.freed(async () => {
      await context.beginQuickly(1);
      return this.byMethod(most, effort, (given) => method.fewest!(given, wanted));
    });
  }

  /**
   * Solves weights and bones of a solution in turn, several times, with the artist's intent. This adds regions and
   * importance to methods that do not know them.
   */
  async refit(from: Solved, iterations: number): Promise<Solved> {
    const { context } = this;
    return this.freed(async () => {
      const session = makeSession(context, from.bones, null, { searches: false });
      session.solver = session.finisher;
      context.log.allow(iterations);
      const { task, parallel } = context;
      const work = async () => {
        await refitSession(session, from, context.settings);
        return true;
      };
      const done = (await task.attempt(parallel.arena, 1, work)) ?? (await recover(session));
      if (!done)
        context.log.remark(
          "There was no time to fit the rig to your frame weights, painted importance and regions.",
        );
      return done
        ? { ...from, ...solvedBy(context, session), reason: from.reason }
        : { ...from, cutShort: [...from.cutShort, ...context.log.takeRemarks()] };
    });
  }

  /** An existing rig with all of its bones, as if it had just been solved. */
  asGiven(continuation: Continuation): Solved {
    const { context } = this;
    const { bones, motion, rig, lockedVertices, lockedInfluences } = continuation;
    const limit = context.influencesOf(bones);
    const slots = Math.max(limit, lockedInfluences);
    return {
      ...slotsOf(rig, { limit, slots, lockedVertices }),
      ...{ bones, motion, rest: rig.rest, kind: context.kind },
      ...{ eRms: 0, reason: null, cutShort: [] },
    };
  }

  /** The solution with local weights; see `localiseSolved`. */
  localise(from: Solved, continuation: Continuation | null, locality: Locality): Promise<Solved> {
    const { context } = this;
    return this.freed(async () => {
      const local = await localiseSolved(context, from, continuation, locality);
      return (
        local ?? { ...from, cutShort: [...from.cutShort, "There was no time to make the weights local."] }
      );
    });
  }

  /** Runs a solve, then restores the rest pose and frees its arena memory. */
  private async freed<T>(work: () => Promise<T>): Promise<T> {
    const { arena } = this.context.parallel;
    const mark = arena.mark();
    const out = await work();
    this.context.restoreRest();
    arena.release(mark);
    return out;
  }

  /** The result of a method with its own solver, or its last blend if time ran out. */
  private async byMethod(
    h: number,
    { iterations, goal }: Effort,
    work: (given: MethodContext) => Promise<MethodResult | null>,
  ): Promise<Solved | null> {
    const { context } = this;
    const { task, parallel, log } = context;
    log.allow(iterations, goal);
    const given = context.methodContext(h);
    const found = await task.attempt(parallel.arena, 1, () => work(given), UNTIL_FOUND);
    log.leave();
    if (found) return this.solvedOf({ ...found });
    const kept = context.takeKept();
    if (!kept) return null;
    if (log.iterations === 0) log.iteration(context.eRms(kept.error), context.eRms(kept.error));
    const few = largestInfluences(kept, this.problem.vertexCount, given.influences);
    return this.solvedOf({ ...kept, ...few, reason: null });
  }

  /** The result if time ran out before the method found anything: the first bones, improved. */
  private async quickest(h: number, effort: Effort): Promise<Solved> {
    const { context } = this;
    const { log, settings } = context;
    context.restoreRest();
    const { blend, reason } = await context.takeQuick(h);
    log.iteration(context.eRms(blend.error), context.eRms(blend.error));
    log.leave();
    const { label } = METHODS[settings.method];
    const first = this.solvedOf({ ...blend, reason });
    const better = await improveWhereCut(context, first, effort);
    const what =
      better === first
        ? "These bones sit where the error is largest, and each vertex follows one of them."
        : "The time went to bones where the error is largest, and to weights for them.";
    return { ...better, cutShort: [`${label} had no time to find a rig. ${what}`, ...better.cutShort] };
  }

  private solvedOf(result: MethodResult): Solved {
    const { context } = this;
    const { log } = context;
    return {
      ...result,
      eRms: context.eRms(result.error),
      rest: context.restNow(),
      cutShort: log.takeRemarks(),
    };
  }
}
