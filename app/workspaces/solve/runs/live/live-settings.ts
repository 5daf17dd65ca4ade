import type { SolverClient } from "../../../../../workers/client";
import { areConnected } from "../../../../../workers/model/tree-of-parents";
import { noFramesInMemory, noRig, resolvingTree, solving } from "../../../../actions/guards/guards";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import type { Stores } from "../../../../document/stores";
import { FITTED, type LiveChange } from "./fitted";
import { type LiveParts, LiveRun } from "./live-run";
import { QuickFitting } from "./quick-fitting";

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

export function createLiveSettings(stores: Stores, client: SolverClient, history: History): LiveSettings {
  const parts: LiveParts = { stores, client, history, fitting: new QuickFitting(stores, client) };
  let run: LiveRun | null = null;

  function stop(): void {
    run?.end();
    run = null;
  }

  function prepare(): void {
    if (run || parts.fitting.isReady || !canFollow(stores, null)) return;
    const start = stores.document.getState();
    // Nobody has asked for this fit. If it fails, the first real one says why.
    parts.fitting.fit(start, start.settings).catch(() => {});
  }

  function preview(next: LiveChange): void {
    if (!run?.isDrag) {
      stop();
      if (!canFollow(stores, null)) return;
      run = new LiveRun(parts);
    }
    if (!run.drag(next)) stop();
  }

  function change(next: LiveChange): void {
    if (!run?.isDrag) stop();
    const follows = canFollow(stores, run);
    const mine = run ?? new LiveRun(parts);
    run = mine;
    if (!mine.begin(next) || !follows) stop();
    else void mine.fit().finally(() => run === mine && stop());
  }

  function keep(): void {
    if (!run || run.isDrag) return;
    run.keep();
    const shown = stores.of(FITTED);
    if (shown.getState().shows === "first") shown.setState({ shows: "stopping" });
  }

  // An undo, an edit of the rig or another setting ends the work.
  stores.document.subscribe((state) => run?.isOutdated(state) && stop());

  return { prepare, preview, change, keep };
}

/** Whether the document's rig can follow its settings: solved here, by a method that continues from any rig. */
function canFollow(stores: Stores, run: LiveRun | null): boolean {
  const { rig, report, settings, partial } = stores.document.getState();
  if (noRig(stores) ?? noFramesInMemory(stores) ?? solving(stores) ?? resolvingTree(stores)) return false;
  const continues = settings.method === "auto" || settings.method === "ssdr";
  const isFree = partial === null || partial === run?.preview.rig;
  return isFree && report !== null && continues && !settings.mirrored && !areConnected(rig!.bones);
}
