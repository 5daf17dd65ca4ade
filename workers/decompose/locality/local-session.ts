import type { Task } from "../../model/task";
import { allowedWords } from "../phases/allowed-bones";
import { descend } from "../phases/descent";
import { maskSize } from "../phases/regions/connected-patches";
import { type Keepsake, keepBest, noteIteration, type Session, takeBack } from "../session/session";
import type { NearBones, Slots } from "./near-bones";
import type { Restricted } from "./take-far";

/** Rounds that solve only for weights end when one gains less than this share of the error. */
const SETTLED = 1e-4;
const MOST_WEIGHT_ROUNDS = 8;

type SavedSession = Keepsake & Slots;

/** The best state of a session. Its vertices may use only some bones. */
export class LocalSession implements Restricted<SavedSession> {
  near: NearBones | null = null;
  private readonly session: Session;
  private readonly mask: Uint32Array;

  constructor(session: Session) {
    this.session = session;
    const { parallel, problem, options } = session.solver;
    this.mask = session.patches?.mask ?? parallel.arena.u32(maskSize(problem.vertexCount, options.bones));
  }

  get blend() {
    return this.session.best;
  }

  async evaluate(): Promise<number> {
    return this.session.best.objective;
  }

  async solveWeights(task: Task): Promise<number> {
    const { best, solver } = this.session;
    const { search } = solver.options;
    this.restrict(this.near);
    await solver.weights.run(best, task, search === "swap" ? "twoPass" : search);
    for (let round = 0; round < MOST_WEIGHT_ROUNDS && !task.finishNow; round++) {
      const before = best.objective;
      await solver.weights.run(best, task);
      if (!(before - best.objective >= SETTLED * before)) break;
    }
    return best.objective;
  }

  /** Solves for weights. Each vertex uses only the bones of its row. */
  async solveFixed(rows: NearBones, task: Task): Promise<void> {
    this.restrict(rows);
    await this.session.solver.weights.run(this.session.best, task, "fixed");
  }

  /** Solves for bones and weights in turn, and for the rest pose once if it may change. */
  async alternate(iterations: number, correctRest: boolean, task: Task): Promise<number> {
    const { best, spare, solver, log } = this.session;
    if (correctRest) await solver.weights.correctRest(best, task);
    log.mark("locality");
    const descent = { iterations, momentum: true, tolerance: SETTLED, patience: 2 };
    await descend(solver, best, spare, descent, task, () => noteIteration(this.session, best));
    return best.objective;
  }

  save(): SavedSession {
    const kept = keepBest(this.session);
    return { ...kept, ids: kept.state.ids, values: kept.state.values };
  }

  async restore(saved: SavedSession): Promise<void> {
    takeBack(this.session, saved);
    this.restrict(this.near);
  }

  /** Limits the weights phase to some bones at each vertex. A vertex without any keeps its bones. */
  private restrict(near: NearBones | null): void {
    const { solver, best } = this.session;
    solver.weights.allowed = near && this.mask;
    if (!near) return;
    this.mask.set(near.bits);
    const words = allowedWords(solver.options.bones);
    const slots = best.ids.length / near.vertexCount;
    for (let i = 0; i < near.vertexCount; i++) {
      if (!near.isEmpty(i)) continue;
      for (const j of best.ids.subarray(i * slots, (i + 1) * slots)) {
        if (j >= 0) this.mask[i * words + (j >> 5)] |= 1 << (j & 31);
      }
    }
  }
}
