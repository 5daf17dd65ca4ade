import { allowedWords } from "../../decompose/phases/allowed-bones";
import type { BlendSolver } from "../../decompose/phases/blend-solver";
import type { BlendState } from "../../decompose/phases/blend-state";
import type { Arena } from "../../kernels/arena";
import type { Task } from "../../model/task";

/**
 * The cost of removing each bone: how much the squared error rises after its vertices have found other weights.
 *
 * A removed bone changes the costs of few vertices: those that used it, and those whose searches looked at it. Only
 * these are measured again, so the costs are those of measuring all of them.
 */
export class MergeCosts {
  private readonly solver: BlendSolver;
  private readonly blend: BlendState;
  private readonly losses: Float64Array;
  /** For each vertex the bits of the bones that its searches looked at. */
  private readonly noted: Uint32Array;
  private readonly order: Int32Array;
  /** The vertices whose losses have to be measured again. */
  private readonly stale: Uint8Array;

  constructor(arena: Arena, solver: BlendSolver, blend: BlendState) {
    this.solver = solver;
    this.blend = blend;
    this.losses = arena.f64(blend.ids.length);
    this.noted = arena.u32(blend.errors.length * allowedWords(solver.options.bones));
    this.order = arena.i32(blend.errors.length);
    this.stale = new Uint8Array(blend.errors.length).fill(1);
  }

  /** Arena bytes for an instance. */
  static bytes(vertices: number, slots: number, bones: number): number {
    return vertices * (8 * slots + 4 * allowedWords(bones) + 4) + 192;
  }

  /** Measures everything again next time. */
  forget(): void {
    this.stale.fill(1);
  }

  /** Call it after bone j is removed, with the vertices whose weights have changed. */
  changed(j: number, vertices: Int32Array): void {
    const { stale, noted } = this;
    for (const i of vertices) stale[i] = 1;
    const words = noted.length / stale.length;
    for (let i = 0; i < stale.length; i++) if ((noted[i * words + (j >> 5)] >> (j & 31)) & 1) stale[i] = 1;
  }

  /** The cost of each bone, under the bones that the solver allows. Bones without vertices cost nothing. */
  async costs(task: Task): Promise<Float64Array> {
    const { solver, blend, losses, noted, order, stale } = this;
    let count = 0;
    for (let i = 0; i < stale.length; i++) if (stale[i]) order[count++] = i;
    if (count > 0) {
      await solver.weights.runOn(order.subarray(0, count), blend, task, "removals", { losses, noted });
      stale.fill(0);
    }
    // Added up anew in the order of the vertices, so that the sums do not depend on earlier merges.
    const sums = new Float64Array(solver.options.bones);
    for (let e = 0; e < losses.length; e++) if (blend.ids[e] >= 0) sums[blend.ids[e]] += losses[e];
    return sums;
  }
}
