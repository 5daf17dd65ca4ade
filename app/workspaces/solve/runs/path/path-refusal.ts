import { areConnected } from "../../../../../workers/model/tree-of-parents";
import { noFramesInMemory, noRig, solving } from "../../../../actions/guards/guards";
import type { Stores } from "../../../../document/stores";

/** Why the document's rig can have no solution path now, or null. */
export function noPath(stores: Stores): string | null {
  const { rig, report, settings } = stores.document.getState();
  const refusal = noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores);
  if (refusal) return refusal;
  if (!report) return "This rig was not solved here. Continue the solve first.";
  if (rig && areConnected(rig.bones))
    return "The bones hang together at joints. A path needs bones without a hierarchy.";
  if (settings.mirrored) return "Bones of a mirrored solve come in pairs. Turn Mirror off and solve again.";
  return null;
}
