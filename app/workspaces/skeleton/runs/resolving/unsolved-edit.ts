import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import type { Command } from "../../../../document/history/history";
import { chooseRoot, removeIdleBones, setParent } from "../../../../document/skeleton/bone-tree-commands";
import type { Stores } from "../../../../document/stores";

/** The edit as a command without a solve, for a mesh without motion; null if the edit needs a solve. */
export function unsolved(stores: Stores, edit: HierarchyEdit): Command | null {
  if (edit.kind === "reparent") return setParent(stores, edit.bone, edit.parent, edit.alone ?? false);
  if (edit.kind === "root") return chooseRoot(stores, edit.bone);
  return edit.kind === "delete" ? removeIdleBones(stores) : null;
}
