import type { SolveResult, SolverClient } from "../../../../../workers/client";
import { isFiled } from "../../../../../workers/model/mesh/streamed-sequence";
import type { BoneEdit } from "../../../../../workers/model/rig/bone-edit";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../../actions/service";
import { shownLocks } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { showResult, showSolve, withRestart } from "../../../../document/solve/shown-solve";
import { solveResult } from "../../../../document/solve/solve-commands";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { createLiveEditing, type StoppedRig } from "./live-editing";
import { LiveQuestion } from "./live-question";
import { mayGoOn } from "./restart-rule";
import { RigInProgress } from "./rig-in-progress";
import type { CarriedOn } from "./solve-news";
import { SolveRuns } from "./solve-runs";

/** Runs solves: shows them in progress, applies changed settings, and puts the result into the history. */
export interface Solving {
  /** Solves from scratch, or continues from the current rig. */
  start(from: "nothing" | "rig"): void;
  togglePause(): void;
  /** Ends the solve with the best rig so far. */
  keep(): void;
  cancel(): void;
  /** Edits bones of the rig on screen, and continues from there. */
  edit(edit: BoneEdit): Promise<void>;
  /** Locks or unlocks bones of the rig on screen, and continues from there. */
  lock(bones: readonly number[], locked: boolean): void;
}

export const SOLVING = serviceKey<Solving>("solving");

export function createSolving(stores: Stores, client: SolverClient, history: History): Solving {
  const rig = new RigInProgress(stores);
  const runs = new SolveRuns(stores, client, rig, { ended, found });
  const question = new LiveQuestion(stores, askAgain);
  const hand = createLiveEditing(stores, client, { takeOver, goOnFrom, rig });

  function run(from: Rig | null, carried: CarriedOn): void {
    runs.run(from, carried);
    question.ask(stores.document.getState());
  }

  function start(from: "nothing" | "rig"): void {
    const state = stores.document.getState();
    showSolve(stores);
    const before = from === "rig" && state.rig ? rigToContinue(state.rig, state) : null;
    rig.begin(before, state.locks);
    run(before, { history: [], phases: [], startedAt: Date.now() });
  }

  function ended(): void {
    hand.stop();
    question.end();
  }

  function found(result: SolveResult, keptEarly: boolean): void {
    const how = {
      keptEarly,
      continued: rig.isContinued,
      locks: rig.locksOf(result.rig),
      bones: rig.bonesByHand,
    };
    runAndTell(stores, history, solveResult(stores, result.rig, result.report, how));
    showResult(stores, result.report);
  }

  /**
   * Restarts with changed settings, from the rig on screen if it still fits them. A continued solve always continues
   * from its rig, one from files always starts anew.
   */
  function askAgain(before: SolveSettings): void {
    const { settings, sequence } = stores.document.getState();
    const card = stores.work.getState().solve;
    if (!runs.isRunning || !card || !sequence) return;
    const goesOn = !isFiled(sequence) && (rig.isContinued || mayGoOn(before, settings));
    const from = goesOn ? rig.toGoOnFrom() : null;
    run(from, { history: withRestart(card.history), phases: [], startedAt: Date.now() });
  }

  /** Stops the solve's job and returns the rig on screen; null if there is none. */
  function takeOver(): StoppedRig | null {
    const state = stores.document.getState();
    if (!runs.isRunning || !state.partial) return null;
    runs.stop();
    return { rig: state.partial, locks: shownLocks(state) };
  }

  /** Continues from an edited rig, and keeps its bones from now on. A paused solve stays paused. */
  function goOnFrom({ rig: edited, locks }: StoppedRig): void {
    const card = stores.work.getState().solve;
    if (!card) return;
    rig.takeEdited(edited, locks);
    run(edited, { history: withRestart(card.history), phases: [], startedAt: card.startedAt });
    if (card.paused) runs.togglePause();
  }

  // A solve belongs to the frames that it started on.
  stores.document.subscribe(
    ({ sequence }) => sequence?.frames,
    () => (runs.isRunning || hand.isBusy) && runs.cancel(),
  );

  return {
    start,
    togglePause: () => runs.togglePause(),
    keep: () => runs.keep(),
    cancel: () => runs.cancel(),
    edit: hand.edit,
    lock: hand.lock,
  };
}
