import { rigInFrames } from "../../model/mesh/some-frames";
import { type Rig, withoutCorrection } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { keepLockedMotion } from "../methods/by-turns";
import { restOf } from "../path/rung";
import type { BlendSolver } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import { spreadOver } from "../result/other-frames";
import { motionToSequence, sparseWeights } from "../result/rig-assembly";
import { type Continuation, continueFrom, writeRigWeights } from "../session/continuation";
import { blendSolvers } from "../session/make-session";
import type { QuickFit, QuickFitInput } from "./quick-fit-input";
import type { WarmProblem } from "./warm-problem";

/**
 * Fits a rig to other settings, within the time of a drag. The bones stay as they are and every vertex gets the best
 * weights for them, starting from its largest influences. For another kind of bones, their motion is fitted once before
 * that; affine bones that become rigid start at the nearest rotations. Influence may have islands.
 */
export async function fitWarm(warm: WarmProblem, input: QuickFitInput, task: Task): Promise<QuickFit> {
  const { parallel, problem, choice } = warm;
  const { settings, locks, rig } = input;
  const mark = parallel.arena.mark();
  try {
    problem.rest.set(restOf(rig, problem));
    const fitted = choice.others.length > 0 ? rigInFrames(rig, choice.fitted) : rig;
    const kind = settings.boneKind;
    const from = continueFrom(fitted, locks, rig.bones.length, problem, kind);
    const solver = solverOf(warm, input, from);
    const state = solver.createState();
    const { slots, limit } = solver.options;
    await solver.setMotion(state, from.motion, task);
    writeRigWeights(state, from, slots, limit);
    const isSameKind = rig.boneKind === kind;
    if (!isSameKind) await solver.bones.run(state, task);
    await solver.weights.run(state, task);
    const weights = sparseWeights(state.ids, state.values, problem.vertexCount);
    // The result has arrays of its own: they move to another thread, and the given rig stays for the next fit.
    const motion = isSameKind ? rig.motion.slice() : motionOf(warm, rig, solver, state, from);
    const found = { ...withoutCorrection(rig), boneKind: kind, weights, motion, rest: rig.rest.slice() };
    return { rig: found, eRms: solver.eRms(state.error) };
  } finally {
    parallel.arena.release(mark);
  }
}

function solverOf(warm: WarmProblem, { settings, intent }: QuickFitInput, from: Continuation): BlendSolver {
  const { parallel, problem, nearest } = warm;
  const bones = from.bones;
  const limit = settings.influences === 0 ? bones : Math.min(settings.influences, bones);
  const slots = Math.max(limit, from.lockedInfluences);
  const context = {
    ...{ parallel, problem, settings, intent, kind: settings.boneKind },
    smoothing: warm.smoothingOf(settings.smoothness),
    starts: { nearest },
  };
  return blendSolvers(context, { bones, limit, slots }, from)(limit);
}

/** The motion of a state for all frames; between fitted frames it is interpolated. */
function motionOf(
  { problem, sequence, choice }: WarmProblem,
  rig: Rig,
  solver: BlendSolver,
  state: BlendState,
  from: Continuation,
): Float32Array {
  const solved = solver.motionOf(state);
  keepLockedMotion(solved, from);
  const motion = motionToSequence(solved, problem);
  return spreadOver(sequence, { ...rig, motion }, choice).motion;
}
