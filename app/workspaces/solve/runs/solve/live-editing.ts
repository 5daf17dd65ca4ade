import type { EditBonesResult, Job, SolverClient } from "../../../../../workers/client";
import type { BoneEdit } from "../../../../../workers/model/rig/bone-edit";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks } from "../../../../../workers/model/solve/solve-settings";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { editWords, lookAfter, movedLocks } from "../../../../document/solve/bone-commands";
import type { Stores } from "../../../../document/stores";
import type { RigInProgress } from "./rig-in-progress";
import { patchRun } from "./solve-news";

/** The rig on screen when an edit stops a solve. */
export interface StoppedRig {
  rig: Rig;
  locks: SolveLocks | null;
}

/** The parts of a running solve that live editing uses. */
export interface RunningSolve {
  rig: RigInProgress;
  /** Stops the solve's job and returns the rig on screen; null if there is none. */
  takeOver(): StoppedRig | null;
  /** Continues from an edited rig. */
  goOnFrom(edited: StoppedRig): void;
}

/** Edits the bones of a running solve. The solve stops for an edit and continues from its result. */
export function createLiveEditing(stores: Stores, client: SolverClient, running: RunningSolve) {
  let editing: Job<EditBonesResult> | null = null;

  async function edit(change: BoneEdit): Promise<void> {
    const { sequence, settings } = stores.document.getState();
    const taken = running.takeOver();
    if (!sequence || !taken) return;
    const { doing } = editWords(change, taken.rig.bones);
    patchRun(stores, { progress: { phase: doing, done: null, detail: "" } });
    const mine = client.editBones({ sequence, settings, edit: change, ...taken });
    editing = mine;
    try {
      const result = await mine.result;
      if (editing !== mine) return;
      editing = null;
      running.rig.bonesByHand = result.rig.bones.length;
      running.goOnFrom({ rig: result.rig, locks: movedLocks(taken.locks, result.origin) });
      lookAfter(stores, change, taken.rig, result);
    } catch (error) {
      if (editing !== mine) return;
      editing = null;
      running.goOnFrom(taken);
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
    running.rig.bonesByHand ??= rig.bones.length;
    running.goOnFrom({ rig, locks: { bones: flags, vertices } });
  }

  return {
    edit,
    lock,
    /** Whether an edit is running. */
    get isBusy() {
      return editing !== null;
    },
    /** Cancels the running edit; nothing continues from it. */
    stop() {
      editing?.cancel();
      editing = null;
    },
  };
}
