import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Task } from "../../model/task";
import { arenaBytes } from "../arena-bytes";
import { inFittedFrames } from "../input/in-fitted-frames";
import { createSmoothing, type Smoothing } from "../phases/regions/smoothing";
import { chooseFrames, type FrameChoice } from "../problem/choose-frames";
import { Nearest } from "../problem/nearest";
import type { Problem } from "../problem/problem";
import { buildWeightedProblem, weightingOf } from "../problem/weighting";
import type { QuickFitInput } from "./quick-fit-input";

type Basis = Pick<QuickFitInput, "sequence" | "intent"> & { bones: number; holdOut: number };

const basisOf = ({ sequence, intent, rig, settings }: QuickFitInput): Basis => ({
  sequence,
  intent,
  bones: rig.bones.length,
  holdOut: settings.holdOut,
});

/** The problem of a sequence with threads and memory for fits of one number of bones, kept between fits. */
export class WarmProblem {
  readonly parallel: Parallel;
  readonly problem: Problem;
  readonly choice: FrameChoice;
  readonly nearest: Nearest;
  private readonly of: Basis;
  private readonly smoothing: Smoothing;

  private constructor(of: Basis, parallel: Parallel, problem: Problem, choice: FrameChoice) {
    this.of = of;
    this.parallel = parallel;
    this.problem = problem;
    this.choice = choice;
    this.nearest = new Nearest(problem.rest);
    this.smoothing = createSmoothing(parallel.arena, problem, 1);
  }

  static async build(input: QuickFitInput, makeParallel: MakeParallel, task: Task): Promise<WarmProblem> {
    const { sequence, rig, settings, intent } = input;
    const choice = chooseFrames(sequence, settings.holdOut, intent?.frames ?? null);
    // Any number of influences fits in, and smoothness.
    const most = { ...settings, bones: rig.bones.length, errorTarget: null, knee: false };
    const largest = { ...input, settings: { ...most, influences: 0, smoothness: 1 }, from: rig };
    const parallel = await makeParallel(arenaBytes(largest, threadsToReserve(makeParallel)));
    try {
      const fitted = inFittedFrames(largest, choice);
      const options = { bones: rig.bones.length, tailERms: null, affine: rig.boneKind === "affine" };
      const weighting = weightingOf(fitted.intent);
      const problem = await buildWeightedProblem(parallel, fitted.sequence, options, weighting, task);
      return new WarmProblem(basisOf(input), parallel, problem, choice);
    } catch (error) {
      parallel.dispose();
      throw error;
    }
  }

  /** Whether it is the problem of an input, and its threads are alive. */
  fits(input: QuickFitInput): boolean {
    const wanted = basisOf(input);
    const isSame = (Object.keys(wanted) as (keyof Basis)[]).every((key) => wanted[key] === this.of[key]);
    return isSame && this.parallel.isWhole;
  }

  /** @param omega the artist's setting, 0 to 10. */
  smoothingOf(omega: number): Smoothing | null {
    return omega > 0 ? { ...this.smoothing, weight: this.smoothing.weight * omega } : null;
  }

  get sequence(): MeshSequence {
    return this.of.sequence;
  }

  dispose(): void {
    this.parallel.dispose();
  }
}
