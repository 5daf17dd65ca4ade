import type { ResolveResult } from "../../../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { selectBones } from "../../../../document/selection";
import type { Stores } from "../../../../document/stores";

/** Selects the bones that an edit has made, or the bone whose joint it has moved. */
export function lookAt(
  stores: Stores,
  edit: HierarchyEdit,
  before: Rig,
  { rig, origin }: ResolveResult,
): void {
  const made = [...origin.keys()].filter((j) => origin[j] < 0);
  if (edit.kind === "split") selectBones(stores, [origin.indexOf(edit.bone), ...made]);
  else if (edit.kind === "merge") {
    const { name } = before.bones[edit.bones[0]];
    selectBones(stores, [rig.bones.findIndex((bone) => bone.name === name)]);
  } else if (edit.kind === "move") selectBones(stores, [origin.indexOf(edit.bone)]);
  else if (made.length > 0) selectBones(stores, made);
}
