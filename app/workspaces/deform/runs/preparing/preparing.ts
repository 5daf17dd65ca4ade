import type { SolverClient } from "../../../../../workers/client";
import { serviceKey } from "../../../../actions/service";
import { type DocumentState, shownDeform } from "../../../../document/document";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { ChangeClock } from "./change-clock";
import { dataKinds, slide } from "./data-kinds";
import { Preparation } from "./preparation";
import { directKey, type Key, neededKeys, type PreparedKind, sameKey, strengthsKey } from "./prepared-keys";
import { PreparedRig } from "./prepared-rig";

/** Changes within this time are combined into one request to the engine. */
const DELAY_MS = 80;

/** Computes the data that the panes' deformers need, whenever the rig, the settings or the panes change. */
export interface Preparing {
  /** Stops the running computation. The old data stay, and nothing starts until the settings change. */
  cancel(): void;
  /** Restarts the cancelled or failed computation. */
  again(): void;
}

export const PREPARING = serviceKey<Preparing>("preparing");

/** Whether the artist waits for this kind of data: then its progress is shown. */
const isAwaited = (kind: PreparedKind) => kind !== "strengths";

const newPreparations = (): Record<PreparedKind, Preparation> => ({
  strengths: new Preparation(),
  direct: new Preparation(),
  centres: new Preparation(),
});

export function createPreparing(stores: Stores, client: SolverClient): Preparing {
  const rig = new PreparedRig(stores, client);
  const clock = new ChangeClock(stores);
  const kinds = dataKinds(stores, client);
  let preparations = newPreparations();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The keys of the data that are needed now. */
  function wanted(): Partial<Record<PreparedKind, Key>> {
    const view = stores.view.getState();
    if (view.workspace !== "deform" || !rig.source()) return {};
    return neededKeys(view, shownDeform(stores.document.getState()));
  }

  /** Stops work that has become useless, and starts what is due, a moment later. */
  function look(): void {
    if (rig.follow()) {
      for (const each of Object.values(preparations)) each.stop();
      preparations = newPreparations();
    }
    const keys = wanted();
    stores.prepared.setState({ stale: preparations.direct.isStale(keys.direct) });
    const isDrag = stores.document.getState().liveDeform !== null;
    const entries = Object.entries(keys) as [PreparedKind, Key][];
    for (const [kind, key] of entries) {
      if (!preparations[kind].isUseless(key, isDrag)) continue;
      preparations[kind].stop();
      hideProgress();
    }
    if (entries.some(([kind, key]) => preparations[kind].isDue(key))) timer ??= setTimeout(start, DELAY_MS);
  }

  function start(): void {
    timer = undefined;
    const keys = wanted();
    for (const kind of Object.keys(kinds) as PreparedKind[]) {
      const key = keys[kind];
      if (key && preparations[kind].isDue(key)) run(kind, key);
    }
  }

  function run(kind: PreparedKind, key: Key): void {
    const source = rig.source();
    if (!source) return;
    const question = { source, settings: shownDeform(stores.document.getState()) };
    kinds[kind].begin(preparations[kind], key, question, {
      ...(isAwaited(kind) && { progress: (progress) => stores.prepared.setState({ progress }) }),
      done(what) {
        hideProgress();
        // Strengths are part of the direct data that are on their way.
        if (kind !== "strengths" || !preparations.direct.isRunning) clock.stop(what);
        look();
      },
      failed(error) {
        hideProgress();
        if (!isCancel(error)) reportError(stores, error, "Preparing the deformer");
        look();
      },
    });
  }

  /** Hides the progress if nothing runs that the artist waits for. */
  function hideProgress(): void {
    const { direct, centres } = preparations;
    if (!direct.isRunning && !centres.isRunning) stores.prepared.setState({ progress: null });
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const each of [preparations.direct, preparations.centres]) each.refuse();
    hideProgress();
  }

  function again(): void {
    for (const each of Object.values(preparations)) each.allow();
    clock.start();
    look();
  }

  stores.document.subscribe((state, before) => {
    const isChanged = shownDeform(state) !== shownDeform(before) || state.rig !== before.rig;
    if (isChanged) clock.start();
    followSlide(stores, clock, state, before);
    if (isChanged || state.sequence !== before.sequence) look();
  });
  stores.view.subscribe((view, before) => {
    if (view.workspace === before.workspace && view.panes === before.panes) return;
    clock.start();
    look();
  });
  look();
  return { cancel, again };
}

/** A change of α is on screen at once, if the strengths are those of the settings. */
function followSlide(stores: Stores, clock: ChangeClock, state: DocumentState, before: DocumentState): void {
  const [settings, old] = [shownDeform(state), shownDeform(before)];
  if (settings.alpha === old.alpha || state.rig !== before.rig) return;
  const { strengths } = stores.prepared.getState();
  if (!strengths || !sameKey(strengthsKey(settings), strengthsKey(old))) return;
  slide(stores, strengths);
  if (sameKey(directKey(settings), directKey(old))) clock.stop("slide only");
}
