import type { Rig } from "../../../workers/model/rig/rig";
import type { Command } from "../history/history";
import { fittingDeform, overNewBones, patch } from "../patch";
import type { Stores } from "../stores";

/** Replaces the bones of the open mesh by a cage around it. Removes the data of those bones; an undo restores them. */
export const putCage = (stores: Stores, rig: Rig, label: string): Command =>
  patch(stores, label, "cage", {
    rig,
    ...{ report: null, weightReport: null, skeletonReport: null, fitRecord: null },
    ...{ skeleton: null, skeletonClips: null, locks: null },
    ...overNewBones(stores, rig),
    ...fittingDeform(stores, rig.bones),
  });
