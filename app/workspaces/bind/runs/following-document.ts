import { NOTHING_BOUND, useBinding } from "../../../document/binding/binding-state";
import { isRenamed } from "../../../document/binding/renaming";
import { type DocumentState, useDocument } from "../../../document/document";
import type { History } from "../../../document/history";
import type { FoundWeights } from "./found-weights";
import { watchHistory } from "./history-watch";
import { boundNow, runNow } from "./run-now";
import type { Wanted, WeightsRun } from "./weights-run";

/** What of the document weights are found for, and what they become. */
const WATCHED = ["sequence", "skeleton", "weighting", "weightEdits", "rig"] as const;

/** Keeps the run of weights to what the document says, whoever changed it: the artist, an undo, or a file. */
export function followDocument(history: History, run: WeightsRun, found: FoundWeights): void {
  const wentBack = watchHistory(history);
  let open = useDocument.getState().sequence;

  /** A change of the document, looked at once the history knows whether it was an undo. */
  function follow(): void {
    const state = useDocument.getState();
    const isBack = wentBack();
    const isOpened = state.sequence !== open;
    open = state.sequence;
    const { wanted } = run;
    if (!wanted || state.sequence !== wanted.sequence || !state.skeleton) {
      if (wanted) run.forget();
      if (isOpened) adopt(state);
      return;
    }
    if (isBack) found.goBack();
    const other = state.skeleton !== wanted.skeleton || state.weighting !== wanted.weighting;
    if (!run.goesOn) followEnded(state, wanted, other && !isBack);
    else if (other && !isBack) run.start(true);
    else if (other || found.isForeign() || (isBack && !boundNow())) run.cancel();
    else if (keepsOther(state, wanted, isBack)) keepOther();
    else if (state.weightEdits !== wanted.weightEdits) run.tell(state.weightEdits);
  }

  /**
   * Other weights are to stay than the engine knows of: it begins again with them where weights are under way, else with the
   * next edit.
   */
  function keepOther(): void {
    const underWay = runNow()?.state === "running" || runNow()?.state === "starting";
    if (underWay && found.showing) run.start(true);
    else run.cancel();
  }

  /** What was kept goes on from where it is when what it is of changes. Weights have no names. */
  function followEnded(state: DocumentState, wanted: Wanted, isOther: boolean): void {
    if (state.skeleton && isRenamed(wanted.skeleton, state.skeleton)) run.accept(wantedOf(state));
    else if (isOther && runNow()?.state === "ended") run.start(true);
  }

  /** Weights that came with a project are as those that were found here, and kept. */
  function adopt(state: DocumentState): void {
    const { weightReport } = state;
    const segmentOfBone = boundNow(state);
    if (!weightReport || !segmentOfBone) return;
    const { held, energyPerIteration: energy } = weightReport;
    run.accept(wantedOf(state));
    useBinding.setState({
      ...NOTHING_BOUND,
      held,
      segmentOfBone,
      lastReport: weightReport,
      run: { state: "ended", progress: null, iteration: energy.length, seconds: 0, energy, marks: [] },
    });
  }

  let looking = false;
  useDocument.subscribe((state, before) => {
    if (looking || WATCHED.every((key) => state[key] === before[key])) return;
    looking = true;
    queueMicrotask(() => {
      looking = false;
      follow();
    });
  });
}

/** Whether other bones are locked, or an undo brought painted rows back: they may have other values than the engine's. */
function keepsOther({ weightEdits: now }: DocumentState, { weightEdits: before }: Wanted, isBack: boolean) {
  const sameLocks =
    now.locked.length === before.locked.length && now.locked.every((name) => before.locked.includes(name));
  const nonePainted = now.painted.length === 0 && before.painted.length === 0;
  return !sameLocks || (isBack && !nonePainted && now.painted !== before.painted);
}

const wantedOf = ({ sequence, skeleton, weighting, weightEdits }: DocumentState): Wanted => ({
  sequence,
  skeleton,
  weighting,
  weightEdits,
});
