import { createStore } from "zustand/vanilla";
import type { ResolveResult } from "../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";
import { storeKey } from "../../document/stores";
import { serviceKey } from "../service";

/** Edits of the tree of the rig's bones. A quick solve follows each edit. */
export interface TreeEditing {
  /**
   * Resolves when the edit is done as one step, refused with a message, or cancelled. If another edit is being solved,
   * waits for the rig that it leads to.
   * @param of the rig whose bones the edit names: the document's, or an older one, from before edits that have ended
   * since.
   */
  perform(edit: HierarchyEdit, of?: Rig | null): Promise<void>;
  /**
   * Shows the result of an edit without making a step. A newer call replaces it. The edit must keep the list of bones.
   * Shows nothing while another edit is being solved.
   */
  preview(edit: HierarchyEdit, of?: Rig | null): void;
  /** Ends previews, and shows the document's rig again. */
  endPreview(): void;
}

/** The error of the previewed edit, RMS in percent of the diagonal; null without a preview. */
export const TRIAL = storeKey(() =>
  createStore<{ cost: Pick<ResolveResult, "before" | "rmsePercent"> | null }>()(() => ({ cost: null })),
);

export const TREE_EDITING = serviceKey<TreeEditing>("edits of the skeleton");
