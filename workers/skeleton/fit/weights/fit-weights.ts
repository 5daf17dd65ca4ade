import type { NearBones } from "../../../decompose/locality/near-bones";
import type { Task } from "../../../model/task";
import type { FitWork } from "../bench/fit-work";
import { type LockedRow, lockedRows, solveLockedRows } from "./locked-rows";

/** The rounds end when one of them lowers the error by less than this share. */
export const SETTLED = 1e-4;
const MOST_ROUNDS = 30;

/** Solves for the weights of a fit, and for the rest pose with them, within the rules of the fit. */
export class FitWeights {
  /** The bones that each vertex may use; null for all. */
  near: NearBones | null = null;
  private readonly work: FitWork;
  /** B flags: bones that vertices may use now. End joints never do; helpers are added when they have a place. */
  private readonly inUse: Uint8Array;
  /** The vertices that bones with locked weights move. */
  private readonly rows: LockedRow[];

  constructor(work: FitWork) {
    this.work = work;
    this.rows = lockedRows(work.given, work.rules.lockedWeights);
    this.inUse = Uint8Array.from(work.given.bones, ({ end }) => (end ? 0 : 1));
  }

  /** Sets whether vertices may use a bone. */
  use(bone: number, may: boolean): void {
    this.inUse[bone] = may ? 1 : 0;
    if (may) this.near?.addEverywhere(bone);
  }

  /** Runs one round of weights, and of the rest pose if it may change. Returns the error. */
  async step(task: Task, whole = false): Promise<number> {
    const { rows, near } = this;
    const { bench, rules, settings } = this.work;
    const free = this.inUse.map((use, j) => (use && !rules.lockedWeights[j] ? 1 : 0));
    if (free.every((may) => !may)) return bench.fitWeights("evaluate", task);
    bench.allow(free, near?.bits);
    const corrects = settings.rest === "corrected";
    const { search } = bench.solver.options;
    if (whole) await bench.fitWeights(search === "swap" ? "twoPass" : search, task);
    const alone = corrects && rows.length === 0 && search === "swap";
    await bench.fitWeights(alone ? "swapAndRest" : search, task);
    await solveLockedRows(bench.solver, bench.blend, rows, (i) => freeAt(i, free, near), task);
    if (corrects && !alone) await bench.fitWeights("rest", task);
    return bench.blend.error;
  }

  /** Solves for weights until they settle. Returns the error. */
  async settle(task: Task): Promise<number> {
    let error = await this.step(task, true);
    for (let round = 0; round < MOST_ROUNDS && !task.finishNow; round++) {
      const next = await this.step(task);
      const gain = error - next;
      error = next;
      if (gain < SETTLED * error) break;
    }
    return error;
  }
}

/** The bones that vertex i may use: the free bones near it, or all free bones. */
function freeAt(i: number, free: Uint8Array, near: NearBones | null): number[] {
  const bones = Array.from(free.keys()).filter((j) => free[j] === 1);
  const own = bones.filter((j) => near?.has(i, j));
  return own.length > 0 ? own : bones;
}
