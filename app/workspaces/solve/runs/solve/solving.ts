import type { SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import { DEFAULT_MEMORY } from "../../../../../workers/model/files/frames-in-memory";
import { isFiled, type OpenedSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { BoneEdit } from "../../../../../workers/model/rig/bone-edit";
import type { Rig } from "../../../../../workers/model/rig/rig";
import {
  NO_INTENT,
  type SolveIntent,
  type SolveLocks,
  type SolveSettings,
} from "../../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../../actions/service";
import { keepColours } from "../../../../document/bone-colours";
import { shownLocks } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { showResult, showSolve, titleOf, withRestart } from "../../../../document/solve/shown-solve";
import { solveResult } from "../../../../document/solve/solve-commands";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { HeldLocks, withPainted } from "./held-locks";
import { createLiveEditing } from "./live-editing";
import { mayGoOn } from "./restart-rule";
import { type CarriedOn, patchRun, solveNews } from "./solve-news";

/** Time between a change of settings and the restart of a running solve, ms. */
const LIVE_DELAY_MS = 300;

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
  const current = new CurrentJob<SolveResult, SolvePartial>();
  /** Whether the solve continues from the document's rig, and keeps its bones, names and locks. */
  let continued = false;
  /** Settings and intent of the running solve. */
  let running: SolveSettings = stores.document.getState().settings;
  let wanted: SolveIntent = NO_INTENT;
  /** The locks of the rig that the solve continues from. */
  const held = new HeldLocks();
  /** The number of bones after an edit split or merged some. Replaces the number in the settings. */
  let byHand: number | null = null;
  let pausedAt = 0;
  let liveTimer: ReturnType<typeof setTimeout> | undefined;

  function start(from: "nothing" | "rig"): void {
    const state = stores.document.getState();
    const rig = state.rig && rigToContinue(state.rig, state);
    showSolve(stores);
    continued = from === "rig";
    byHand = null;
    held.hold(continued ? rig : null, state.locks);
    run(from === "rig" ? rig : null, { history: [], phases: [], startedAt: Date.now() });
  }

  function run(from: Rig | null, carried: CarriedOn): void {
    const { sequence, settings, intent } = stores.document.getState();
    if (!sequence) return;
    const asked = byHand === null ? settings : { ...settings, bones: byHand };
    const job = jobFor(sequence, asked, from);
    running = settings;
    wanted = intent;
    const errorPerFrame = stores.work.getState().solve?.errorPerFrame ?? null;
    stores.work.setState({
      solve: {
        ...carried,
        ...{ title: titleOf(asked, from !== null), progress: null, errorPerFrame },
        ...{ paused: false, keeping: false },
      },
    });
    const isCurrent = () => current.job === job;
    const news = solveNews(stores, sequence, carried, { showRig, isCurrent });
    current.follow(job, { ...news, done: finish, failed: fail });
  }

  function jobFor(sequence: OpenedSequence, settings: SolveSettings, from: Rig | null) {
    const { intent, report } = stores.document.getState();
    const question = { settings, intent: intent === NO_INTENT ? undefined : intent };
    if (isFiled(sequence)) return client.decomposeStream({ ...question, sequence, memory: DEFAULT_MEMORY });
    const locks = from && (continued ? withPainted(stores, held.of(from), from) : held.of(from));
    return client.decompose({
      ...question,
      ...{ sequence, from, locks },
      ...(from && report && { foundBy: report.method }),
    });
  }

  const showRig = (rig: Rig) =>
    stores.document.setState({ partial: coloured(rig), partialLocks: held.of(rig) });

  /** The solve's rig in the colours on screen. Bones keep their colour by name. */
  function coloured(rig: Rig): Rig {
    const { partial, rig: before } = stores.document.getState();
    const shown = partial ?? (continued ? before : null);
    return shown ? keepColours(rig, shown.bones) : rig;
  }

  function finish({ rig: found, report }: SolveResult): void {
    const rig = coloured(found);
    const keptEarly = stores.work.getState().solve?.keeping ?? false;
    end();
    runAndTell(
      stores,
      history,
      solveResult(stores, rig, report, { keptEarly, continued, locks: held.of(rig), bones: byHand }),
    );
    showResult(stores, report);
  }

  function fail(error: unknown): void {
    end();
    stores.document.setState({ partial: null, partialLocks: null });
    if (!isCancel(error)) reportError(stores, error, "The solve");
  }

  function end(): void {
    hand.stop();
    clearTimeout(liveTimer);
    stores.work.setState({ solve: null });
  }

  const takeUp = () => {
    if (!current.job) return;
    clearTimeout(liveTimer);
    liveTimer = setTimeout(() => goOnWith(stores.document.getState().settings), LIVE_DELAY_MS);
  };
  stores.document.subscribe(
    (state) => state.settings,
    (settings, before) => {
      if (settings.bones !== before.bones) byHand = null;
      takeUp();
    },
  );
  stores.document.subscribe((state) => state.intent, takeUp);

  /**
   * Restarts with changed settings, from the rig on screen if it still fits them. A continued solve always continues
   * from its rig.
   */
  function goOnWith(settings: SolveSettings): void {
    const card = stores.work.getState().solve;
    const sameIntent = stores.document.getState().intent === wanted;
    if (!current.job || !card || (settings === running && sameIntent)) return;
    const from = mayGoOn(running, settings) || continued ? rigToGoOnFrom() : null;
    run(from, { history: withRestart(card.history), phases: [], startedAt: Date.now() });
  }

  /** A solve from files always starts anew. */
  function rigToGoOnFrom(): Rig | null {
    const { partial, rig, sequence } = stores.document.getState();
    if (sequence && isFiled(sequence)) return null;
    return partial ?? (continued && rig ? rigToContinue(rig, stores.document.getState()) : null);
  }

  /** Continues from an edited rig, and keeps its bones from now on. A paused solve stays paused. */
  function goOnFrom(rig: Rig, locks: SolveLocks | null): void {
    const card = stores.work.getState().solve;
    if (!card) return;
    continued = true;
    held.hold(rig, locks);
    showRig(rig);
    run(rig, { history: withRestart(card.history), phases: [], startedAt: card.startedAt });
    if (card.paused) togglePause();
  }

  /** Stops the solve's job and returns the rig on screen; null if there is none. */
  function takeOver(): { rig: Rig; locks: SolveLocks | null } | null {
    const { partial } = stores.document.getState();
    if (!current.job || !partial) return null;
    current.release()?.cancel();
    return { rig: partial, locks: shownLocks(stores.document.getState()) };
  }

  const hand = createLiveEditing(stores, client, {
    takeOver,
    goOnFrom,
    get bones() {
      return byHand;
    },
    set bones(count) {
      byHand = count;
    },
  });

  // A solve belongs to the frames that it started on.
  stores.document.subscribe(
    (state) => state.sequence?.frames,
    () => (current.job || hand.busy) && cancel(),
  );

  function togglePause(): void {
    const card = stores.work.getState().solve;
    if (!current.job || !card) return;
    if (card.paused) {
      current.job.resume();
      patchRun(stores, { paused: false, startedAt: card.startedAt + Date.now() - pausedAt });
    } else {
      current.job.pause();
      pausedAt = Date.now();
      patchRun(stores, { paused: true });
    }
  }

  function keep(): void {
    if (!current.job) return;
    if (stores.work.getState().solve?.paused) togglePause();
    patchRun(stores, { keeping: true });
    current.job.keep();
  }

  function cancel(): void {
    const job = current.release();
    end();
    stores.document.setState({ partial: null, partialLocks: null });
    job?.cancel();
  }

  return { start, togglePause, keep, cancel, edit: hand.edit, lock: hand.lock };
}
