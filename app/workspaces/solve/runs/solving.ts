import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../workers/client";
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
import { solveResult } from "../../../document/commands";
import { shownLocks } from "../../../document/document";
import type { History } from "../../../document/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import type { SolveRun } from "../../../document/session/work";
import { frameErrors } from "../../../document/solve/frame-errors";
import { showResult, showSolve, titleOf, withRestart } from "../../../document/solve/shown-solve";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { createLiveEditing } from "./live-editing";
import { withPhase } from "./phases";

/** Wait this long after a change of settings before a running solve takes it up. */
const LIVE_DELAY_MS = 300;

/** The rig on screen and the card change no more often than this: what an eye can follow, and a page can draw. */
const PARTIAL_MS = 200;
const PROGRESS_MS = 120;
/** So often the error of each frame is measured anew, in a task of its own: the rig itself is on screen before. */
const ERRORS_MS = 1000;

/** Runs solves: shows them as they happen, takes changed settings up, puts the outcome into the history. */
export interface Solving {
  /** Solves from nothing, or goes on from the rig that there is. */
  start(from: "nothing" | "rig"): void;
  togglePause(): void;
  /** Ends the solve with the best rig so far. */
  keep(): void;
  cancel(): void;
  /** Edits bones of the rig on screen, and goes on from there. */
  edit(edit: BoneEdit): Promise<void>;
  /** Locks or unlocks bones of the rig on screen, and goes on from there. */
  lock(bones: readonly number[], locked: boolean): void;
}

export const SOLVING = serviceKey<Solving>("solving");

/** The locks of a solve that goes on, with the weights that were painted by hand: they stay too. */
export function withPainted(
  stores: Stores,
  locks: SolveLocks | null,
  { bones, weights }: Rig,
): SolveLocks | null {
  const { painted } = stores.document.getState().weightEdits;
  if (painted.length === 0) return locks;
  const vertices = locks?.vertices.slice() ?? new Uint8Array(weights.offsets.length - 1);
  for (const i of painted) vertices[i] = 1;
  return { bones: locks?.bones ?? new Uint8Array(bones.length), vertices };
}

export function createSolving(stores: Stores, client: SolverClient, history: History): Solving {
  let job: Job<SolveResult, SolvePartial> | null = null;
  /** Whether the solve goes on from the document's rig: its bones, names and locks stay. */
  let continued = false;
  /** Settings of the running solve, and what else was wanted of it. */
  let running: SolveSettings = stores.document.getState().settings;
  let wanted: SolveIntent = NO_INTENT;
  /** What is locked of the rig that the solve goes on from. */
  let held: { rig: Rig; locks: SolveLocks } | null = null;
  /** Bones that there are since the hand split or merged some, instead of those of the settings. */
  let byHand: number | null = null;
  let pausedAt = 0;
  let liveTimer: ReturnType<typeof setTimeout> | undefined;

  function start(from: "nothing" | "rig"): void {
    const { rig } = stores.document.getState();
    showSolve(stores);
    continued = from === "rig";
    byHand = null;
    hold(continued ? rig : null, stores.document.getState().locks);
    run(from === "rig" ? rig : null, { history: [], phases: [], startedAt: Date.now() });
  }

  function run(from: Rig | null, carried: Pick<SolveRun, "history" | "phases" | "startedAt">): void {
    const { sequence, settings, intent } = stores.document.getState();
    if (!sequence) return;
    const asked = byHand === null ? settings : { ...settings, bones: byHand };
    const locks = from && (continued ? withPainted(stores, locksOf(from), from) : locksOf(from));
    const mine = client.decompose({
      sequence,
      settings: asked,
      from,
      locks,
      intent: intent === NO_INTENT ? undefined : intent,
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
    const showPaced = throttle(
      PROGRESS_MS,
      (progress: Progress) => job === mine && patchRun(stores, { progress, phases: [...phases] }),
    );
    const measurePaced = throttle(ERRORS_MS, ({ rig }: SolvePartial) =>
      setTimeout(() => job === mine && patchRun(stores, { errorPerFrame: frameErrors(sequence, rig) })),
    );
    mine.onPartial((partial) => {
      onPartial(partial);
      measurePaced(partial);
    });
    mine.onProgress((progress) => {
      phases = withPhase(phases, progress.phase);
      showPaced(progress);
    });
    mine.result.then(
      (result) => job === mine && finish(result),
      (error) => job === mine && fail(error),
    );
  }

  function showPartial({ rig, snapshot }: SolvePartial, carried: Pick<SolveRun, "history">): void {
    stores.document.setState({ partial: coloured(rig), partialLocks: locksOf(rig) });
    patchRun(stores, { history: [...carried.history, ...snapshot.history] });
  }

  /** A rig of the solve in the colours of what was on screen: bones of the same name keep theirs. */
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
      solveResult(stores, rig, report, { keptEarly, continued, locks: locksOf(rig), bones: byHand }),
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

  function hold(rig: Rig | null, locks: SolveLocks | null): void {
    held = rig && locks?.bones.length === rig.bones.length ? { rig, locks } : null;
  }

  /** The locks that are held, on bones of the same names: a solve adds bones, and takes idle ones away. */
  function locksOf({ bones, weights }: Rig): SolveLocks | null {
    if (!held || held.locks.vertices.length !== weights.offsets.length - 1) return null;
    const { rig, locks } = held;
    const names = new Set(rig.bones.filter((_, j) => locks.bones[j]).map(({ name }) => name));
    return { ...locks, bones: Uint8Array.from(bones, ({ name }) => (names.has(name) ? 1 : 0)) };
  }

  /**
   * Starts again with changed settings, from the rig on screen where that one still fits them. A solve that went on
   * from a rig keeps doing so.
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

  function rigToGoOnFrom(): Rig | null {
    const { partial, rig } = stores.document.getState();
    return partial ?? (continued ? rig : null);
  }

  /** Goes on from a rig that the hand changed; it keeps its bones from now on. A solve that rested rests on. */
  function goOnFrom(rig: Rig, locks: SolveLocks | null): void {
    const current = stores.work.getState().solve;
    if (!current) return;
    continued = true;
    hold(rig, locks);
    stores.document.setState({ partial: coloured(rig), partialLocks: locksOf(rig) });
    const { history, startedAt, paused } = current;
    run(rig, { history: withRestart(history), phases: [], startedAt });
    if (paused) togglePause();
  }

  /** The rig on screen, taken from the solve that made it; null while there is none. */
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

/** The methods that take bones and weights in turn go on from any rig; the others have a way of their own to theirs. */
const goesOnFromRigs = ({ method }: SolveSettings) => method === "auto" || method === "ssdr";
