/**
 * Applies another pull to the joints of an existing skeleton. Tree, weights and rest pose stay. Joints and strict
 * motion are solved again. The result depends only on the skeleton and µ, not on pulls that were tried before.
 */
import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { checkPositions } from "../../model/mesh/mesh-sequence";
import type { PullInput, PullResult } from "../../model/reports/skeleton-report";
import type { Task } from "../../model/task";
import { measureJoints } from "../report/measure-joints";
import { eRmsOf, percentOf, residualsOf } from "../report/residuals";
import { treeOfRig } from "../tree/skeleton-tree";
import { makeStrict } from "./make-strict";

/** Gauss-Newton steps. With fewer steps the joints do not settle. */
const STEPS = 12;

/** @throws SinewError for bones that are not rigid or have no parents; CancelledError. */
export async function pullJoints(
  { sequence, rig, soft, pull }: PullInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<PullResult> {
  if (rig.boneKind !== "rigid" || rig.bones.every(({ parent }) => parent < 0)) {
    throw new SinewError({
      title: "There are no joints to pull",
      body: "The bones have no parents, or they stretch and shear. Extract a skeleton first.",
    });
  }
  checkPositions(sequence);
  const options = { pull, refitJoints: true, steps: STEPS };
  const made = await makeStrict(makeParallel, task, sequence, rig, treeOfRig(rig), options);
  // Sliding bones keep their motion, about the new joints.
  const opened = { ...(soft ?? rig), bones: made.rig.bones };
  const residuals = await residualsOf(sequence, made.rig, task);
  return {
    rig: made.rig,
    soft: opened,
    joints: measureJoints(sequence, made.rig, opened, residuals),
    rmsePercent: percentOf(residuals.error, sequence),
    eRms: eRmsOf(residuals.error, sequence),
  };
}
