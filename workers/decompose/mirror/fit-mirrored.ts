import type { VertexMirror } from "../../geometry/vertex-mirror";
import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { rigInFrames } from "../../model/mesh/some-frames";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { correctRestPose } from "../phases/rest-pose";
import { weightingOf } from "../problem/weighting";
import type { SolveLog } from "../progress/solve-log";
import { withoutIdleBones } from "../result/rig-assembly";
import { doubledIntent, doubledRig, doubledSequence } from "./doubled";
import { notSymmetric, restMirror, unmatchedShare } from "./rest-mirror";
import { nameBySide } from "./side-names";
import { mirrorRest } from "./symmetric-state";
import { symmetrise } from "./symmetrise";

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
 * Fits a rig with mirrored bones and weights if the rest pose is symmetric. Otherwise fits an ordinary rig, and says so
 * in the report.
 * @param solve finds a rig for the doubled sequence.
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
  const mirror = restMirror(sequence);
  const share = { mirrorUnmatchedPercent: 100 * unmatchedShare(mirror) };
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
  const both = { sequence: doubled, settings, intent, mirror };
  const whole = await symmetrise(parallel, fitted.rig, both, task, log);
  nameBySide(whole, mirror);
  const rig = withoutIdleBones(whole.rig, null, false);
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

function whyNot(mirror: VertexMirror, locked: boolean): string | null {
  if (locked) return "Parts of the rig are locked, so nothing was mirrored.";
  const asymmetry = notSymmetric(mirror);
  return asymmetry && `${asymmetry}, so nothing was mirrored.`;
}
