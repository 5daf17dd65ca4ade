import type { EditBonesResult, Job, SolverClient } from "../../../../workers/client";
import type { BoneEdit } from "../../../../workers/model/rig/bone-edit";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { SolveLocks } from "../../../../workers/model/solve/solve-settings";
import { isCancel, reportError } from "../../../document/session/report-error";
import { editWords, lookAfter, movedLocks } from "../../../document/solve/bone-commands";
import type { Stores } from "../../../document/stores";

/** What the hand needs of a solve that runs. */
export interface RunningSolve {
  /** The rig on screen, taken from the solve that made it, which stops; null while there is none. */
  takeOver(): { rig: Rig; locks: SolveLocks | null } | null;
  /** Goes on from a rig that the hand changed. */
  goOnFrom(rig: Rig, locks: SolveLocks | null): void;
  /** Bones that there are since the hand split or merged some, instead of those of the settings. */
  bones: number | null;
}

/** The hand on the bones of a solve that runs: it stops for an edit, and goes on from what came of it. */
export function createLiveEditing(stores: Stores, client: SolverClient, running: RunningSolve) {
  let editing: Job<EditBonesResult> | null = null;

  async function edit(change: BoneEdit): Promise<void> {
    const { sequence, settings } = stores.document.getState();
    const taken = running.takeOver();
    if (!sequence || !taken) return;
    const { doing } = editWords(change, taken.rig.bones);
    stores.work.setState(({ solve }) => ({
      solve: solve && { ...solve, progress: { phase: doing, done: null, detail: "" } },
    }));
    const mine = client.editBones({ sequence, settings, edit: change, ...taken });
    editing = mine;
    try {
      const result = await mine.result;
      if (editing !== mine) return;
      editing = null;
      running.bones = result.rig.bones.length;
      running.goOnFrom(result.rig, movedLocks(taken.locks, result.origin));
      lookAfter(stores, change, taken.rig, result);
    } catch (error) {
      if (editing !== mine) return;
      editing = null;
      running.goOnFrom(taken.rig, taken.locks);
      if (!isCancel(error)) reportError(stores, error, doing);
    }
  }

  function lock(bones: readonly number[], locked: boolean): void {
    const taken = running.takeOver();
    if (!taken) return;
    const { rig, locks } = taken;
    const flags = locks?.bones.slice() ?? new Uint8Array(rig.bones.length);
    for (const j of bones) flags[j] = locked ? 1 : 0;
    const vertices = locks?.vertices ?? new Uint8Array(rig.weights.offsets.length - 1);
    running.bones ??= rig.bones.length;
    running.goOnFrom(rig, { bones: flags, vertices });
  }

  return {
    edit,
    lock,
    /** Whether an edit is under way. */
    get busy() {
      return editing !== null;
    },
    /** Ends the edit that is under way; nothing goes on from it. */
    stop() {
      editing?.cancel();
      editing = null;
    },
  };
}
