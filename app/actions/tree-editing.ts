import type { HierarchyEdit } from "../../workers/model/skeleton/hierarchy-edit";
import { serviceKey } from "./service";

/** Edits of the tree of the rig's bones, each followed by a quick solve of what it touches. */
export interface TreeEditing {
  /** Resolves when the edit is done as one step, refused with a message, or cancelled. */
  perform(edit: HierarchyEdit): Promise<void>;
  /** Shows what an edit would lead to, without a step; a newer call replaces it. It must keep the list of bones. */
  preview(edit: HierarchyEdit): void;
  /** Ends previews, and shows the document's rig again. */
  endPreview(): void;
}

export const TREE_EDITING = serviceKey<TreeEditing>("edits of the skeleton");
