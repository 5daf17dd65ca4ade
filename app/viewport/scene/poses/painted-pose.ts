import { type Pose, restPose } from "../../../../workers/model/rig/pose";
import type { Bone, Rig } from "../../../../workers/model/rig/rig";
import type { PaintState } from "../../../document/paint-state";
import type { ViewState } from "../../../document/view-state";
import type { ShownPose } from "./shown-pose";

const rests = new WeakMap<Bone[], Pose>();

/** The pose to paint on: the rest pose if the artist chose it, else one made by hand, or null for the clip's. */
export function paintedPose({ bones }: Rig, { rest, tool }: PaintState, byHand: Pose | null): Pose | null {
  // The skeleton belongs to the rest pose.
  if (!rest && tool !== "skeleton") return byHand;
  const known = rests.get(bones);
  if (known) return known;
  const made = restPose(bones);
  rests.set(bones, made);
  return made;
}

/** For each pose, the bone that was last shown alone. */
const alone = new WeakMap<Float32Array, { bone: number; matrices: Float32Array }>();

/** If the artist chose solo, the pose with all bones but the selected one at rest. */
export function soloPose(shown: ShownPose | null, { paint, selectedBone }: ViewState): ShownPose | null {
  if (!shown || !paint.solo || selectedBone === null) return shown;
  let last = alone.get(shown.matrices);
  if (last?.bone !== selectedBone) {
    const matrices = new Float32Array(shown.matrices.length);
    for (let at = 0; at < matrices.length; at += 12) matrices[at] = matrices[at + 5] = matrices[at + 10] = 1;
    const at = 12 * selectedBone;
    matrices.set(shown.matrices.subarray(at, at + 12), at);
    last = { bone: selectedBone, matrices };
    alone.set(shown.matrices, last);
  }
  return { ...shown, matrices: last.matrices };
}
