import { type Pose, poseOfMatrices } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { BindingState } from "../../../document/binding/binding-state";
import type { PaintState } from "../../../document/paint-state";
import type { ShownPose } from "./shown-pose";

/** The last shown exemplar of each set. */
const shown = new WeakMap<Float32Array, { exemplar: number; matrices: Float32Array; pose: Pose }>();

/**
 * The exemplar that is shown instead of the pose; null if none is. It uses the matrices that weights are fitted to,
 * because a pose made by hand only rotates and moves bones, while those of exemplars may stretch.
 */
export function exemplarPose(
  last: ShownPose | null,
  rig: Rig,
  { exemplar }: PaintState,
  { exemplars }: BindingState,
  frame: number,
): ShownPose | null {
  const size = 12 * rig.bones.length;
  if (exemplar === null || !exemplars || size * (exemplar + 1) > exemplars.length) return null;
  let known = shown.get(exemplars);
  if (known?.exemplar !== exemplar) {
    const matrices = exemplars.subarray(size * exemplar, size * (exemplar + 1));
    const pose = poseOfMatrices(rig.bones, matrices, `Sample pose ${exemplar + 1}`);
    known = { exemplar, matrices, pose };
    shown.set(exemplars, known);
  }
  const { matrices, pose } = known;
  if (last?.rig === rig && last.matrices === matrices) return last;
  return { rig, matrices, pose, weights: null, corrected: false, frame };
}
