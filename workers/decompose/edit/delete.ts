import { keptBones } from "../result/rig-assembly";
import {
  type Draft,
  type EditContext,
  type InfluenceRow,
  keepOnly,
  membersOf,
  motionBy,
} from "./edit-context";
import { refuseEdit, refuseLockedVertices, refuseStrangers } from "./refusals";

/**
 * Deletes bones. Their vertices get new weights among the other bones, whose motion stays. Children move to their
 * grandparents.
 */
export function draftDelete({ sequence, rig, locks }: EditContext, bones: readonly number[]): Draft {
  if (bones.length === 0) refuseEdit("There is nothing to delete", "Select a bone.");
  refuseStrangers(rig, bones, locks);
  if (bones.length === rig.bones.length) {
    refuseEdit(
      "The last bone cannot be deleted",
      "A rig needs one. Close the sequence or solve again instead.",
    );
  }
  refuseLockedVertices(rig, bones, locks, 0);
  const gone = new Set(bones);
  const kept = [...rig.bones.keys()].filter((j) => !gone.has(j));
  const vertices = Uint32Array.from(new Set(bones.flatMap((j) => membersOf(rig, j).vertices))).sort();
  const { origin, place } = keepOnly(kept, rig.bones.length);
  return {
    bones: keptBones(rig.bones, kept),
    origin,
    place,
    motion: motionBy(rig, sequence.frameCount, origin, 0),
    free: [],
    vertices,
    rows: Array.from(vertices, (): InfluenceRow => []),
  };
}
