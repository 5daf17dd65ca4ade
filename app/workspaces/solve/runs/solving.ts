import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../workers/client";
import { DEFAULT_MEMORY } from "../../../../workers/model/files/frames-in-memory";
import { isFiled, wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { BoneEdit } from "../../../../workers/model/rig/bone-edit";
import type { Rig } from "../../../../workers/model/rig/rig";
import {
  NO_INTENT,
  type SolveIntent,
  type SolveLocks,
  type SolveSettings,
} from "../../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import { throttle } from "../../../common/throttle";
import { keepColours } from "../../../document/bone-colours";
import { shownLocks } from "../../../document/document";
import type { History } from "../../../document/history/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import type { SolveRun } from "../../../document/session/work";
import { frameErrors } from "../../../document/solve/frame-errors";
import { showResult, showSolve, titleOf, withRestart } from "../../../document/solve/shown-solve";
import { solveResult } from "../../../document/solve/solve-commands";
import type { Stores } from "../../../document/stores";
import { rigToContinue } from "../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../document/weights/painted-changes";
import { HeldLocks, withPainted } from "./held-locks";
import { createLiveEditing } from "./live-editing";
import { withPhase } from "./phases";

/** Time between a change of settings and the restart of a running solve, ms. */
const LIVE_DELAY_MS = 300;

/**
 * Minimum time between updates of the rig on screen and of the card, so that the eye can follow and the page can draw.
 */
const PARTIAL_MS = 200;
const PROGRESS_MS = 120;
/**
 * Minimum time between measurements of the error per frame. They run in a separate task, so that the rig is drawn
 * first.
 */
const ERRORS_MS = 1000;

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
  let job: Job<SolveResult, SolvePartial> | null = null;
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
    held.hold(continued ? rig : null, stores.document.getState().locks);
    run(from === "rig" ? rig : null, { history: [], phases: [], startedAt: Date.now() });
  }

  function run(from: Rig | null, carried: Pick<SolveRun, "history" | "phases" | "startedAt">): void {
    const { sequence, settings, intent, report } = stores.document.getState();
    if (!sequence) return;
    const asked = byHand === null ? settings : { ...settings, bones: byHand };
    const locks = from && (continued ? withPainted(stores, held.of(from), from) : held.of(from));
    const question = { settings: asked, intent: intent === NO_INTENT ? undefined : intent };
    const mine = isFiled(sequence)
      ? client.decomposeStream({ ...question, sequence, memory: DEFAULT_MEMORY })
      : client.decompose({
          ...question,
          sequence,
          from,
          ...(from && report && { foundBy: report.method }),
          locks,
        });
    job = mine;
    running = settings;
    wanted = intent;
    stores.work.setState({
      solve: {
        ...carried,
        title: titleOf(asked, from !== null),
        progress: null,
        paused: false,
        keeping: false,
        errorPerFrame: stores.work.getState().solve?.errorPerFrame ?? null,
      },
    });
    const onPartial = throttle(
      PARTIAL_MS,
      (partial: SolvePartial) => job === mine && showPartial(partial, carried),
    );
    let phases: readonly string[] = carried.phases;
    const showThrottled = throttle(
      PROGRESS_MS,
      (progress: Progress) => job === mine && patchRun(stores, { progress, phases: [...phases] }),
    );
    const measureThrottled = throttle(ERRORS_MS, ({ rig }: SolvePartial) =>
      setTimeout(
        () => job === mine && patchRun(stores, { errorPerFrame: frameErrors(wholeSequence(sequence), rig) }),
      ),
    );
    mine.onPartial((partial) => {
      onPartial(partial);
      // Frames in files are measured at the end, as they stream.
      if (!isFiled(sequence)) measureThrottled(partial);
    });
    mine.onProgress((progress) => {
      phases = withPhase(phases, progress.phase);
      showThrottled(progress);
    });
    mine.result.then(
      (result) => job === mine && finish(result),
      (error) => job === mine && fail(error),
    );
  }

  function showPartial({ rig, snapshot }: SolvePartial, carried: Pick<SolveRun, "history">): void {
    stores.document.setState({ partial: coloured(rig), partialLocks: held.of(rig) });
    patchRun(stores, { history: [...carried.history, ...snapshot.history] });
  }

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
    job = null;
    hand.stop();
    clearTimeout(liveTimer);
    stores.work.setState({ solve: null });
  }

  const takeUp = () => {
    if (!job) return;
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
    const current = stores.work.getState().solve;
    const sameIntent = stores.document.getState().intent === wanted;
    if (!job || !current || (settings === running && sameIntent)) return;
    const before = running;
    const fits =
      settings.errorTarget === before.errorTarget &&
      settings.knee === before.knee &&
      (settings.boneKind === "affine" || before.boneKind === "rigid") &&
      settings.seed === before.seed &&
      settings.initialiser === before.initialiser &&
      settings.holdOut === before.holdOut &&
      settings.method === before.method &&
      goesOnFromRigs(settings);
    run(fits || continued ? rigToGoOnFrom() : null, {
      history: withRestart(current.history),
      phases: [],
      startedAt: Date.now(),
    });
  }

  /** A solve from files always starts anew. */
  function rigToGoOnFrom(): Rig | null {
    const { partial, rig, sequence } = stores.document.getState();
    if (sequence && isFiled(sequence)) return null;
    return partial ?? (continued && rig ? rigToContinue(rig, stores.document.getState()) : null);
  }

  /** Continues from an edited rig, and keeps its bones from now on. A paused solve stays paused. */
  function goOnFrom(rig: Rig, locks: SolveLocks | null): void {
    const current = stores.work.getState().solve;
    if (!current) return;
    continued = true;
    held.hold(rig, locks);
    stores.document.setState({ partial: coloured(rig), partialLocks: held.of(rig) });
    const { history, startedAt, paused } = current;
    run(rig, { history: withRestart(history), phases: [], startedAt });
    if (paused) togglePause();
  }

  /** Stops the solve's job and returns the rig on screen; null if there is none. */
  function takeOver(): { rig: Rig; locks: SolveLocks | null } | null {
    const { partial } = stores.document.getState();
    if (!job || !partial) return null;
    const stopped = job;
    job = null;
    stopped.cancel();
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
    () => (job || hand.busy) && cancel(),
  );

  function togglePause(): void {
    const current = stores.work.getState().solve;
    if (!job || !current) return;
    if (current.paused) {
      job.resume();
      patchRun(stores, { paused: false, startedAt: current.startedAt + Date.now() - pausedAt });
    } else {
      job.pause();
      pausedAt = Date.now();
      patchRun(stores, { paused: true });
    }
  }

  function keep(): void {
    if (!job) return;
    if (stores.work.getState().solve?.paused) togglePause();
    patchRun(stores, { keeping: true });
    job.keep();
  }

  function cancel(): void {
    const cancelled = job;
    end();
    stores.document.setState({ partial: null, partialLocks: null });
    cancelled?.cancel();
  }

  return { start, togglePause, keep, cancel, edit: hand.edit, lock: hand.lock };
}

function patchRun(stores: Stores, change: Partial<SolveRun>): void {
  stores.work.setState(({ solve }) => ({ solve: solve && { ...solve, ...change } }));
}

/** Methods that alternate between bones and weights can start from any rig; the others build theirs from scratch. */
const goesOnFromRigs = ({ method }: SolveSettings) => method === "auto" || method === "ssdr";
