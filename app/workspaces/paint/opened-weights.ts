import type { Stores } from "../../document/stores";
import { lockedBones } from "../../document/weights/weight-locks";

/** The open rig and sequence, and the locked bones. @throws if there is no rig; actions refuse before that. */
export function openedWeights(stores: Stores) {
  const { rig, sequence, mirroring } = stores.document.getState();
  if (!rig || !sequence) throw new Error("There is no rig.");
  return { rig, sequence, mirroring, locked: lockedBones(stores, rig.bones) };
}
