import type { Parallel } from "../../../kernels/parallel";
import type { Task } from "../../../model/task";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import { fillPairs } from "../local-step";
import type { SegmentPoses } from "../system/wide-supports";
import { settleComponents, shifted } from "./settle-components";

/** The most turns of rotations and shifts when poses settle for the first time, and later. */
const FIRST_ROUNDS = 20;
const ROUNDS = 2;
/** Smaller shifts have no visible effect. */
const SETTLED = 1e-4;

/**
 * The exemplars of a skeleton in several parts. The parts move to where the mesh strains least; the first one stays.
 */
export class SettledExemplars {
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  /** Motions of the pieces and the shifts of the skeleton's parts; null before the first time. */
  private settled: { motions: Float64Array; shifts: Float64Array } | null = null;

  constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
  }

  /**
   * Shifts the parts to where the current weights strain the mesh least.
   * @returns the new motions of the pieces, or null if nothing moved noticeably.
   */
  async settle(task: Task): Promise<Float64Array | null> {
    const { parallel, plan, memory } = this;
    const first = this.settled === null;
    const motions = (this.settled?.motions ?? plan.motions).slice();
    const rounds = first ? FIRST_ROUNDS : ROUNDS;
    const shifts = await settleComponents(parallel, plan, memory, motions, rounds, task);
    if (!first && shifts.every((x) => Math.abs(x) < SETTLED)) return null;
    const before = this.settled?.shifts;
    this.settled = { motions, shifts: before ? shifts.map((x, n) => x + before[n]) : shifts };
    fillPairs(plan, memory, motions);
    return motions;
  }

  /** The current shifts. A new object after each change; null if nothing has been shifted. */
  get shifts(): Float64Array | null {
    return this.settled?.shifts ?? null;
  }

  /** The exemplars in use. */
  poses(): SegmentPoses {
    const { input, components, placement, bones } = this.plan;
    if (!this.settled) return input;
    const motions = shifted(input.motions, this.settled.shifts, components, bones, placement.scale);
    return { motions, bends: input.bends };
  }
}
