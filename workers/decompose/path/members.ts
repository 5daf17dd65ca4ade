import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { PathMember } from "../../model/reports/solve-path";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import { continuedMethod } from "../../model/solve/methods";
import { measureHeldOut } from "../../report/measure-held-out";
import type { FrameChoice } from "../problem/choose-frames";
import { fitOtherFrames, knownMotion } from "../result/other-frames";
import { rigOfState } from "../result/rig-assembly";
import type { PathInput } from "./path-input";
import type { PathBone, Rung } from "./rung";
import type { PathContext } from "./steps";

/** A rung of the path, and the step that led to it. */
export interface Step extends Pick<PathMember, "changed" | "from"> {
  rung: Rung;
  /** The sweeps of the step. */
  history: SolveReport["history"];
  seconds: number;
}

/** Makes measured rigs from rungs. */
export class Members {
  private readonly path: PathContext;
  private readonly input: PathInput;
  private readonly fitted: MeshSequence;
  private readonly choice: FrameChoice;

  /** @param fitted the frames of the rungs. */
  constructor(path: PathContext, input: PathInput, fitted: MeshSequence, choice: FrameChoice) {
    this.path = path;
    this.input = input;
    this.fitted = fitted;
    this.choice = choice;
  }

  async of({ rung, history, seconds, changed, from }: Step): Promise<PathMember> {
    const { sequence, settings, foundBy } = this.input;
    const { context } = this.path;
    const { parallel, problem, task } = context;
    const rig = await this.rigOf(rung);
    const report: SolveReport = {
      version: 1,
      method: continuedMethod(settings.method, foundBy ?? null),
      ...(await measureHeldOut(parallel, sequence, rig, this.choice.held, task)),
      bonesAsked: rig.bones.length,
      bones: rig.bones.length,
      bonesReason: null,
      vertices: sequence.vertexCount,
      frames: sequence.frameCount,
      seconds,
      secondsPerPhase: { Refinement: seconds },
      iterations: history.length,
      errorPerIteration: history.map(({ eRms }) => eRms),
      history,
      basisRank: problem.rank,
      basisTailERms: context.eRms(problem.tail),
      threads: parallel.working,
      seed: settings.seed,
    };
    return { rig, report, changed, from };
  }

  /** E_RMS of a rig on the frames that are not held out. */
  async errorOf(rig: Rig): Promise<number> {
    const { parallel, task } = this.path.context;
    return (await measureHeldOut(parallel, this.input.sequence, rig, this.choice.held, task)).eRms;
  }

  /** The rig of a rung, for all frames. */
  private async rigOf(rung: Rung): Promise<Rig> {
    const { input, fitted, choice } = this;
    const { context } = this.path;
    const { parallel, problem, task } = context;
    problem.rest.set(rung.rest);
    const rest = context.restNow();
    context.restoreRest();
    const skeleton = rung.bones.map(({ bone }) => bone);
    const parts = { state: rung, motion: rung.motion, kind: input.rig.boneKind, skeleton, rest };
    const rig = rigOfState(fitted, problem, parts);
    keepLockedMotion(rig, rung.bones, input.rig, choice.fitted);
    if (choice.others.length === 0) return rig;
    return fitOtherFrames(parallel, input.sequence, rig, choice, knownMotion(input.rig, input.locks), task);
  }
}

/** Locked bones keep their motion bit for bit. */
function keepLockedMotion(rig: Rig, bones: readonly PathBone[], root: Rig, frames: readonly number[]): void {
  const [h, had] = [rig.bones.length, root.bones.length];
  bones.forEach(({ locked, origin }, j) => {
    if (!locked) return;
    frames.forEach((k, at) => {
      const from = 12 * (k * had + origin);
      rig.motion.set(root.motion.subarray(from, from + 12), 12 * (at * h + j));
    });
  });
}
