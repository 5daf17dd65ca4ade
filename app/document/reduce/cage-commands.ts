import type { Rig } from "../../../workers/model/rig/rig";
import type { Command } from "../history/history";
import { fittingDeform, noneKept, patch } from "../patch";
import type { Stores } from "../stores";

/**
 * Puts a cage around the open mesh, in place of its bones. What belonged to those goes with them, and comes back with an
 * undo.
 */
export const putCage = (stores: Stores, rig: Rig, label: string): Command =>
  patch(stores, label, "cage", {
    rig,
    ...{ report: null, weightReport: null, skeletonReport: null, fitRecord: null },
    ...{ skeleton: null, skeletonClips: null, locks: null },
    ...noneKept(stores),
    ...fittingDeform(stores, rig.bones),
  });
