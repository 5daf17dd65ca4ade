import { createStore } from "zustand/vanilla";
import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NO_INTENT, type SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import { noRig, resolvingTree, solving, tooFewFrames } from "../../../actions/guards/guards";
import { serviceKey } from "../../../actions/service";
import type { DocumentState } from "../../../document/document";
import type { History } from "../../../document/history/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import { takeFitted } from "../../../document/solve/live-commands";
import { setSettings } from "../../../document/solve/solve-commands";
import { type Stores, storeKey } from "../../../document/stores";
import { rigToContinue } from "../../../document/weights/layers/base-rig";
import { withPainted } from "./held-locks";

/** The settings to which the rig on screen is fitted at once. */
export type LiveChange = Partial<Pick<SolveSettings, "influences" | "smoothness" | "boneKind">>;

/** Sweeps of the first answer: one for the weights, and two in which bones and weights adapt. */
const FIRST_SWEEPS = 3;

/**
 * What is on screen while the rig is fitted to changed settings: the rig of the former settings, or a first answer that
 * is being refined; otherwise null.
 */
export const FITTED = storeKey(() =>
  createStore<{ shows: "former" | "first" | null }>()(() => ({ shows: null })),
);

/** Changes settings. If the rig can follow, it is fitted to them: a first answer at once, then the refined rig. */
export interface LiveSettings {
  change(change: LiveChange): void;
  /** Ends the work with the rig that it has reached. */
  keep(): void;
}

export const LIVE_SETTINGS = serviceKey<LiveSettings>("live settings");

/** Whether the document's rig can follow its settings: solved here, by a method that continues from any rig. */
function canFollow(stores: Stores): boolean {
  const { rig, report, settings, partial } = stores.document.getState();
  if (noRig(stores) ?? tooFewFrames(stores) ?? solving(stores) ?? resolvingTree(stores)) return false;
  const continues = settings.method === "auto" || settings.method === "ssdr";
  return partial === null && report !== null && continues && !settings.mirrored && !areConnected(rig!.bones);
}

/** The work on one change of settings. */
interface Run {
  start: DocumentState;
  change: LiveChange;
  /** The step of the history that all its rigs are part of. */
  step: number;
  /** The rig and the settings that it has put into the document. */
  put: Pick<DocumentState, "rig" | "settings">;
  job: Job<SolveResult, SolvePartial> | null;
  isKept: boolean;
}

export function createLiveSettings(stores: Stores, client: SolverClient, history: History): LiveSettings {
  const shown = stores.of(FITTED);
  let run: Run | null = null;

  function stop(): void {
    run?.job?.cancel();
    run = null;
    shown.setState({ shows: null });
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
    const found = await mine.job.result;
    return run === mine ? found : null;
  }

  /** Puts a rig into the document, within the step that changed the settings. */
  function take(mine: Run, found: SolveResult): void {
    run = null;
    const isTaken = history.settle(mine.step, takeFitted(stores, mine.start, mine.change, found));
    mine.put = stores.document.getState();
    if (isTaken) run = mine;
  }

  async function follow(mine: Run): Promise<void> {
    const { settings } = mine.put;
    const quick = { ...settings, iterations: FIRST_SWEEPS, local: false, correction: 0 };
    try {
      const first = await fitTo(mine, rigToContinue(mine.start.rig!, mine.start), quick);
      if (first) take(mine, first);
      if (!first || run !== mine || mine.isKept) return;
      shown.setState({ shows: "first" });
      const full = await fitTo(mine, first.rig, settings);
      // It may have more error than the first answer: smoothness and the artist's maps count too.
      if (full) take(mine, full);
    } catch (error) {
      if (run === mine && !isCancel(error)) reportError(stores, error, "Fitting the rig to the settings");
    } finally {
      if (run === mine || run === null) stop();
    }
  }

  function change(next: LiveChange): void {
    stop();
    const start = stores.document.getState();
    const follows = canFollow(stores);
    history.run(setSettings(stores, next));
    const step = history.state.getState().steps.at(-1)?.id;
    if (!follows || step === undefined) return;
    run = { start, change: next, step, put: stores.document.getState(), job: null, isKept: false };
    shown.setState({ shows: "former" });
    void follow(run);
  }

  // An undo, an edit of the rig or another setting ends the work.
  stores.document.subscribe(({ rig, settings }) => {
    if (run && (rig !== run.put.rig || settings !== run.put.settings)) stop();
  });

  return {
    change,
    keep() {
      if (!run) return;
      run.isKept = true;
      run.job?.keep();
    },
  };
}
