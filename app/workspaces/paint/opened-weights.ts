import type { Stores } from "../../document/stores";
import { lockedBones } from "../../document/weights/weight-locks";

/** The open rig and sequence, and the locked bones. @throws without a rig. Actions refuse to run in that case. */
export function openedWeights(stores: Stores) {
  const { rig, sequence, mirroring } = stores.document.getState();
  if (!rig || !sequence) throw new Error("There is no rig.");
  return { rig, sequence, mirroring, locked: lockedBones(stores, rig.bones) };
}
