import type { SolverClient } from "../../../../workers/client";
import type { BoneEdit } from "../../../../workers/model/rig/bone-edit";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import type { BoneLocks } from "../../../actions/guards/bone-locks";
import { treeIsElsewhere } from "../../../actions/guards/guards";
import type { TreeEditing } from "../../../actions/guards/tree-editing";
import { serviceKey } from "../../../actions/service";
import type { DocumentState } from "../../../document/document";
import type { History } from "../../../document/history/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import { boneEditResult, editWords, lookAfter } from "../../../document/solve/bone-commands";
import { lockBones } from "../../../document/solve/lock-commands";
import { hasNewerRig } from "../../../document/solve/newer-rig";
import type { Stores } from "../../../document/stores";
import { baseRig } from "../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../document/weights/painted-changes";
import { FITTED } from "./live/fitted";
import type { Solving } from "./solve/solving";

/** An edit that takes longer than this shows its progress, and can be cancelled. */
const SHOWN_AFTER_MS = 500;

/** Edits of single bones, in the document's rig or in a running solve. */
export interface BoneEditing extends BoneLocks {
  /** Resolves when the edit is done, refused with a message, or cancelled. */
  perform(edit: BoneEdit): Promise<void>;
  /** Whether an edit is running. */
  readonly busy: boolean;
}

export const BONE_EDITING = serviceKey<BoneEditing>("bones");

/** Whether an edit changes a hierarchy of rigid bones, so that joints and poses must be solved again. */
function isOfTree(
  state: DocumentState,
  edit: BoneEdit,
): edit is Extract<BoneEdit, { kind: "split" | "merge" | "delete" }> {
  const isOne = edit.kind === "split" || edit.kind === "merge" || edit.kind === "delete";
  const { rig } = state;
  const connected = rig ? areConnected(rig.bones) : false;
  return isOne && connected && rig?.boneKind === "rigid" && treeIsElsewhere(state) === null;
}

export function createBoneEditing(
  stores: Stores,
  client: SolverClient,
  history: History,
  solving: Solving,
  tree: Pick<TreeEditing, "perform">,
): BoneEditing {
  let busy = false;

  async function onDocument(edit: BoneEdit): Promise<void> {
    const state = stores.document.getState();
    const { sequence, rig, settings, locks } = state;
    if (!sequence || !rig) return;
    const { doing } = editWords(edit, rig.bones);
    const job = client.editBones({ sequence, rig: baseRig(rig, state), edit, settings, locks });
    const waiting = { title: doing, progress: null, cancel: () => job.cancel() };
    const timer = setTimeout(() => stores.work.setState({ waiting }), SHOWN_AFTER_MS);
    try {
      const result = await job.result;
      if (hasNewerRig(stores, rig)) return;
      runAndTell(stores, history, boneEditResult(stores, edit, result));
      lookAfter(stores, edit, rig, result);
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, doing);
    } finally {
      clearTimeout(timer);
      stores.work.setState((work) => (work.waiting === waiting ? { waiting: null } : {}));
    }
  }

  /** Whether the rig on screen is that of a running solve. A quick fit goes, and the edit is one of the document. */
  const isOfSolve = () =>
    stores.document.getState().partial !== null && stores.of(FITTED).getState().shows === null;

  return {
    get busy() {
      return busy;
    },
    async perform(edit) {
      const state = stores.document.getState();
      // Edits of a tree wait for each other.
      if (!busy && !isOfSolve() && isOfTree(state, edit)) return tree.perform(edit);
      if (busy) return;
      busy = true;
      try {
        if (isOfSolve()) await solving.edit(edit);
        else await onDocument(edit);
      } finally {
        busy = false;
      }
    },
    lock(bones, locked) {
      if (isOfSolve()) solving.lock(bones, locked);
      else history.run(lockBones(stores, bones, locked));
    },
  };
}
