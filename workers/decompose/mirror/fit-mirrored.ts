import type { Parallel } from "../../kernels/parallel";
import { findMirror, type VertexMirror } from "../../mesh/mirror";
import type { MeshSequence } from "../../model/mesh-sequence";
import type { Rig } from "../../model/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve-settings";
import { rigInFrames } from "../../model/some-frames";
import type { Task } from "../../model/task";
import { correctRestPose } from "../phases/rest-pose";
import { weightingOf } from "../problem/weighting";
import type { SolveLog } from "../solve-log";
import { doubledIntent, doubledSequence } from "./doubled";
import { pairBones } from "./pair-bones";
import { mirrorMotion, mirrorRest } from "./symmetric-state";
import { symmetrise } from "./symmetrise";

/** With a larger share of the vertices without a mirror image a mesh counts as not symmetric. */
const MOST_UNMATCHED = 0.2;

interface Input {
  sequence: MeshSequence;
  settings: SolveSettings;
  from: Rig | null;
  locks: SolveLocks | null;
  intent?: SolveIntent;
}

interface Fit {
  rig: Rig;
  reason: string | null;
  figures?: Record<string, number>;
}

/**
 * Fits a rig with mirrored bones and weights, where the rest pose is symmetric; else as it is, with a sentence that
 * says so.
 * @param solve finds a rig; it is asked for the doubled sequence.
 */
export async function fitMirrored<I extends Input, F extends Fit>(
  parallel: Parallel,
  input: I,
  solve: (input: I) => Promise<F>,
  task: Task,
  log: SolveLog,
): Promise<F> {
  const { sequence, settings, from, locks } = input;
  log.enter("Symmetry");
  const mirror = findMirror(
    sequence.rest,
    sequence.triangles.map((v) => sequence.solverIndex[v]),
  );
  const share = { mirrorUnmatchedPercent: 100 * mirror.unmatched };
  const refusal = whyNot(mirror, Boolean(from && locks));
  if (refusal) {
    const fitted = await solve(input);
    const reason = fitted.reason ? `${fitted.reason} ${refusal}` : refusal;
    return { ...fitted, reason, figures: { ...fitted.figures, ...share } };
  }
  const intent = input.intent && doubledIntent(input.intent, mirror);
  const doubled = doubledSequence(sequence, mirror);
  const fitted = await solve({
    ...input,
    sequence: doubled,
    from: from && doubledRig(from, mirror),
    ...(intent && { intent }),
  });
  log.enter("Symmetry");
  const rig = await symmetrise(
    parallel,
    fitted.rig,
    { sequence: doubled, settings, intent, mirror },
    task,
    log,
  );
  if (settings.correctRestPose) {
    const before = rig.rest;
    rig.rest = await correctRestPose(parallel, doubled, rig, task, weightingOf(intent).frameScales);
    intent?.rigid?.forEach((region, i) => {
      if (region > 0) rig.rest.set(before.subarray(3 * i, 3 * i + 3), 3 * i);
    });
    mirrorRest(rig.rest, sequence.rest, mirror);
  }
  const first = Array.from({ length: sequence.frameCount }, (_, k) => k);
  return { ...fitted, rig: rigInFrames(rig, first), figures: { ...fitted.figures, ...share } };
}

function whyNot({ unmatched }: VertexMirror, locked: boolean): string | null {
  if (locked) return "Parts of the rig are locked, so nothing was mirrored.";
  if (unmatched <= MOST_UNMATCHED) return null;
  return `The rest pose is not symmetric: ${Math.round(100 * unmatched)} % of its vertices have no mirror image, so nothing was mirrored.`;
}

/** A rig with motion for a doubled sequence. */
function doubledRig(rig: Rig, mirror: VertexMirror): Rig {
  const motion = new Float64Array(2 * rig.motion.length);
  motion.set(rig.motion);
  const partner = pairBones(rig.weights, mirror.map, rig.bones.length);
  mirrorMotion(motion, { centre: [0, 0, 0], scale: 1 }, { mirror, partner, apart: null });
  return { ...rig, motion: Float32Array.from(motion) };
}
