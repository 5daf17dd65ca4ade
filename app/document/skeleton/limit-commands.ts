import type { JointLimits } from "../../../workers/model/rig/rig";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";

/** Sets how far joints may turn; null frees them. Bones that are not in the map keep their limits. */
export function setJointLimits(
  stores: Stores,
  changes: ReadonlyMap<number, JointLimits | null>,
  label: string,
): Command<Partial<DocumentState>> {
  const { rig } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  const bones = rig.bones.map((bone, j) => {
    const next = changes.get(j);
    if (next === undefined) return bone;
    const { limits: _, ...free } = bone;
    return next ? { ...free, limits: next } : free;
  });
  return patch(stores, label, "sliders", { rig: { ...rig, bones } });
}
