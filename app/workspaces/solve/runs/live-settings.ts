import { createStore } from "zustand/vanilla";
import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NO_INTENT, type SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import { noFramesInMemory, noRig, resolvingTree, solving } from "../../../actions/guards/guards";
import { serviceKey } from "../../../actions/service";
import { keepColours } from "../../../document/bone-colours";
import type { DocumentState } from "../../../document/document";
import type { History } from "../../../document/history/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import { takeFitted } from "../../../document/solve/live-commands";
import { setSettings } from "../../../document/solve/solve-commands";
import { type Stores, storeKey } from "../../../document/stores";
import { rigToContinue } from "../../../document/weights/layers/base-rig";
import { QuickFitting } from "./quick-fitting";
import { withPainted } from "./solve/held-locks";

/** The settings to which the rig on screen is fitted at once. */
export type LiveChange = Partial<Pick<SolveSettings, "influences" | "smoothness" | "boneKind">>;

/** Sweeps of the first answer that the document gets: one for the weights, and two in which bones and weights adapt. */
const FIRST_SWEEPS = 3;

/** What is on screen while the rig is fitted to changed settings. */
interface Fitted {
  /**
   * The rig of the former settings; a quick fit, which is not part of the document; a first answer that is being
   * refined; or that answer while the refinement stops, as the artist asked. Null while nothing is fitted.
   */
  shows: "former" | "quick" | "first" | "stopping" | null;
  /** E_RMS of the quick fit. */
  eRms: number | null;
}

const NOTHING: Fitted = { shows: null, eRms: null };

export const FITTED = storeKey(() => createStore<Fitted>()(() => NOTHING));

/**
 * Changes settings. If the rig can follow, it is fitted to them: a quick fit within a tenth of a second, then a first
 * answer in the document, then the refined rig.
 */
export interface LiveSettings {
  /** Reads the motion, so that the first fit answers as fast as the next. */
  prepare(): void;
  /** Shows a quick fit during a drag. The settings, the document and its history stay as they are. */
  preview(change: LiveChange): void;
  /** Takes settings, at the end of a drag or without one. */
  change(change: LiveChange): void;
  /** Ends the work with the rig that it has reached. */
  keep(): void;
}

export const LIVE_SETTINGS = serviceKey<LiveSettings>("live settings");

/** The work on one change of settings: a drag, then the fits after it. */
interface Run {
  start: DocumentState;
  change: LiveChange;
  /** The step of the history that all its rigs are part of; null during a drag. */
  step: number | null;
  /** The rig and the settings that the document has while nobody else changes them. */
  put: Pick<DocumentState, "rig" | "settings">;
  /** The quick fit on screen, and the change that it answers. */
  quick: { rig: Rig; of: LiveChange } | null;
  job: Job<SolveResult, SolvePartial> | null;
  isKept: boolean;
}

const isSame = (a: LiveChange, b: LiveChange) =>
  a.influences === b.influences && a.smoothness === b.smoothness && a.boneKind === b.boneKind;

export function createLiveSettings(stores: Stores, client: SolverClient, history: History): LiveSettings {
  const shown = stores.of(FITTED);
  const fitting = new QuickFitting(stores, client);
  let run: Run | null = null;

  /** Whether the document's rig can follow its settings: solved here, by a method that continues from any rig. */
  function canFollow(): boolean {
    const { rig, report, settings, partial } = stores.document.getState();
    if (noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores) ?? resolvingTree(stores)) return false;
    const continues = settings.method === "auto" || settings.method === "ssdr";
    const isFree = partial === null || partial === run?.quick?.rig;
    return isFree && report !== null && continues && !settings.mirrored && !areConnected(rig!.bones);
  }

  function stop(): void {
    if (!run) return;
    const { job, quick } = run;
    run = null;
    fitting.stop();
    job?.cancel();
    hide(quick?.rig ?? null);
    shown.setState(NOTHING);
  }

  /** Takes a quick fit off the screen. */
  function hide(quick: Rig | null): void {
    if (quick && stores.document.getState().partial === quick)
      stores.document.setState({ partial: null, partialLocks: null });
  }

  const began = (start: DocumentState, change: LiveChange): Run => ({
    ...{ start, change, step: null, put: start, quick: null, job: null, isKept: false },
  });

  /** Shows the quick fit for the change of a run, unless it is on screen already. */
  async function fitQuickly(mine: Run): Promise<void> {
    const { start, change } = mine;
    if (mine.quick && isSame(mine.quick.of, change)) return;
    // If it fails, the former rig stays in the picture, and the first answer says what is wrong.
    const found = await fitting.fit(start, { ...start.settings, ...change }).catch(() => null);
    // During a drag an answer may come after the artist has moved on. It is shown until the next one comes.
    if (!found || run !== mine) return;
    const rig = keepColours(found.rig, start.rig!.bones);
    mine.quick = { rig, of: change };
    stores.document.setState({ partial: rig, partialLocks: start.locks });
    shown.setState({ shows: "quick", eRms: found.eRms });
  }

  /** Fits a rig to settings; null if the work has ended meanwhile. */
  async function fitTo(mine: Run, from: Rig, settings: SolveSettings): Promise<SolveResult | null> {
    const { sequence, locks, intent } = stores.document.getState();
    const asked = { bones: from.bones.length, errorTarget: null, knee: false, seconds: null };
    mine.job = client.decompose({
      sequence: sequence!,
      settings: { ...settings, ...asked },
      from,
      foundBy: mine.start.report!.method,
      locks: withPainted(stores, locks, from),
      ...(intent !== NO_INTENT && { intent }),
    });
    if (mine.isKept) mine.job.keep();
    const found = await mine.job.result;
    return run === mine ? found : null;
  }

  /** Puts a rig into the document, within the step that changed the settings. */
  function take(mine: Run, found: SolveResult): void {
    run = null;
    const isTaken = history.settle(mine.step!, takeFitted(stores, mine.start, mine.change, found));
    hide(mine.quick?.rig ?? null);
    mine.put = stores.document.getState();
    if (isTaken) run = mine;
  }

  async function follow(mine: Run): Promise<void> {
    const { settings } = mine.put;
    const quick = { ...settings, iterations: FIRST_SWEEPS, local: false, correction: 0 };
    try {
      await fitQuickly(mine);
      if (run !== mine) return;
      const first = await fitTo(mine, rigToContinue(mine.start.rig!, mine.start), quick);
      if (first) take(mine, first);
      if (!first || run !== mine || mine.isKept) return;
      shown.setState({ shows: "first", eRms: null });
      const full = await fitTo(mine, first.rig, settings);
      // It may have more error than the first answer: smoothness and the artist's maps count too.
      if (full) take(mine, full);
    } catch (error) {
      if (run === mine && !isCancel(error)) reportError(stores, error, "Fitting the rig to the settings");
    } finally {
      if (run === mine) stop();
      else if (run === null) shown.setState(NOTHING);
    }
  }

  function preview(next: LiveChange): void {
    if (run?.step === null && isSame(run.change, next)) return;
    if (run?.step !== null) {
      stop();
      if (!canFollow()) return;
    }
    const mine = (run ??= began(stores.document.getState(), next));
    mine.change = next;
    const isChanged = !isSame({ ...mine.start.settings, ...next }, mine.start.settings);
    if (!isChanged) {
      stop();
      return;
    }
    if (!mine.quick) shown.setState({ shows: "former", eRms: null });
    void fitQuickly(mine);
  }

  function change(next: LiveChange): void {
    const drag = run?.step === null ? run : null;
    if (!drag) stop();
    const follows = canFollow();
    const mine = drag ?? began(stores.document.getState(), next);
    run = null;
    history.run(setSettings(stores, next));
    mine.step = history.state.getState().steps.at(-1)?.id ?? null;
    run = mine;
    if (!follows || mine.step === null) {
      stop();
      return;
    }
    mine.change = next;
    mine.put = stores.document.getState();
    if (!mine.quick) shown.setState({ shows: "former", eRms: null });
    void follow(mine);
  }

  // An undo, an edit of the rig or another setting ends the work.
  stores.document.subscribe(({ rig, settings }) => {
    if (run && (rig !== run.put.rig || settings !== run.put.settings)) stop();
  });

  return {
    prepare() {
      if (run || fitting.isReady || !canFollow()) return;
      const start = stores.document.getState();
      // Nobody has asked for this fit. If it fails, the first real one says why.
      fitting.fit(start, start.settings).catch(() => {});
    },
    preview,
    change,
    keep() {
      if (!run || run.step === null) return;
      run.isKept = true;
      run.job?.keep();
      if (shown.getState().shows === "first") shown.setState({ shows: "stopping" });
    },
  };
}
