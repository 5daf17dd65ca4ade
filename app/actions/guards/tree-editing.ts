import { createStore } from "zustand/vanilla";
import type { ResolveResult } from "../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";
import { storeKey } from "../../document/stores";
import { serviceKey } from "../service";

/** Edits of the tree of the rig's bones, each followed by a quick solve of what it touches. */
export interface TreeEditing {
  /**
   * Resolves when the edit is done as one step, refused with a message, or cancelled. While another edit is solved, it
   * waits for the rig that this one leads to.
   * @param of the rig whose bones the edit names: the document's one, or one from before edits that have ended since.
   */
  perform(edit: HierarchyEdit, of?: Rig | null): Promise<void>;
  /**
   * Shows what an edit would lead to, without a step; a newer call replaces it. It must keep the list of bones. Shows
   * nothing while an edit is solved.
   */
  preview(edit: HierarchyEdit, of?: Rig | null): void;
  /** Ends previews, and shows the document's rig again. */
  endPreview(): void;
}

/** What the edit that is shown without a step would cost, RMS in percent of the diagonal; null while none is. */
export const TRIAL = storeKey(() =>
  createStore<{ cost: Pick<ResolveResult, "before" | "rmsePercent"> | null }>()(() => ({ cost: null })),
);

export const TREE_EDITING = serviceKey<TreeEditing>("edits of the skeleton");
