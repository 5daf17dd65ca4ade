import type { Handle, Job, SolverClient } from "../../../../../workers/client";
import { type DeformSource, deformSourceOf, type Strengths } from "../../../../../workers/model/deform";
import type { Bone, Rig } from "../../../../../workers/model/rig/rig";
import { serviceKey } from "../../../../actions/service";
import { type DocumentState, shownDeform } from "../../../../document/document";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { Preparation } from "./preparation";
import { directKey, type Key, neededKeys, type PreparedKind, sameKey, strengthsKey } from "./prepared-keys";

/** Changes within this time are combined into one request to the engine. */
const DELAY_MS = 80;

/** Upper limit of α · D_α in the model. */
const MOST_SLIDE = 0.99;

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
  let rig: Rig | null = null;
  /** The engine's copy of the deformers' input, so that a request only sends settings. */
  let source: Handle<DeformSource> | null = null;
  let preparations = newPreparations();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changedAt = 0;

  /** Discards the data of another rig; a rig that was only renamed or moved keeps them. */
  function follow({ rig: now }: DocumentState): void {
    if (now === rig) return;
    const fits = now && rig && now.rest === rig.rest && now.weights === rig.weights && sameJoints(now, rig);
    rig = now;
    letSourceGo();
    if (fits) {
      stores.prepared.setState({ rig: now });
      return;
    }
    for (const each of Object.values(preparations)) each.stop();
    preparations = newPreparations();
    stores.prepared.setState({ ...stores.prepared.getInitialState(), rig: now }, true);
  }

  /** The deformers' input. Made when the Deform workspace first needs it, because it would delay brush strokes. */
  function sourceNow(): Handle<DeformSource> | null {
    const { sequence } = stores.document.getState();
    source ??= sequence && rig ? client.upload(deformSourceOf(sequence, rig)) : null;
    return source;
  }

  function letSourceGo(): void {
    if (source) client.free(source);
    source = null;
  }

  /** The keys of the data that are needed now. */
  function wanted(): Partial<Record<PreparedKind, Key>> {
    const view = stores.view.getState();
    if (view.workspace !== "deform" || !sourceNow()) return {};
    return neededKeys(view, shownDeform(stores.document.getState()));
  }

  function look(): void {
    follow(stores.document.getState());
    const keys = wanted();
    stores.prepared.setState({ stale: preparations.direct.isStale(keys.direct) });
    const isDrag = stores.document.getState().liveDeform !== null;
    const entries = Object.entries(keys) as [PreparedKind, Key][];
    for (const [kind, key] of entries) if (preparations[kind].isUseless(key, isDrag)) stop(kind);
    if (entries.some(([kind, key]) => preparations[kind].isDue(key))) timer ??= setTimeout(start, DELAY_MS);
  }

  function start(): void {
    timer = undefined;
    const keys = wanted();
    const source = sourceNow();
    if (!source) return;
    const settings = shownDeform(stores.document.getState());
    run(
      "strengths",
      keys,
      () => client.prepareStrengths({ source, settings }),
      (strengths) => {
        stores.prepared.setState({ strengths });
        slide(strengths);
        if (!preparations.direct.isRunning) changed("strengths only");
      },
    );
    run(
      "direct",
      keys,
      () => client.prepareDirect({ source, settings }),
      (direct) => {
        stores.prepared.setState({ direct, stale: false });
        const { solved } = direct;
        changed(solved === 0 ? "results kept" : solved === 1 ? "one system" : `${solved} systems`);
      },
    );
    run(
      "centres",
      keys,
      () => client.prepareCentres({ source }),
      (centres) => {
        stores.prepared.setState({ centres });
        changed("centres of rotation");
      },
    );
  }

  /** Computes one kind of data if it is due. */
  function run<T>(
    kind: PreparedKind,
    keys: Partial<Record<PreparedKind, Key>>,
    begin: () => Job<T>,
    take: (value: T) => void,
  ): void {
    const key = keys[kind];
    const preparation = preparations[kind];
    if (!key || !preparation.isDue(key)) return;
    preparation.run(key, begin(), {
      ...(isAwaited(kind) && { progress: (progress) => stores.prepared.setState({ progress }) }),
      done(value) {
        hideProgress();
        take(value);
        look();
      },
      failed(error) {
        hideProgress();
        if (!isCancel(error)) reportError(stores, error, "Preparing the deformer");
        look();
      },
    });
  }

  function stop(kind: PreparedKind): void {
    preparations[kind].stop();
    hideProgress();
  }

  /** Hides the progress if nothing runs that the artist waits for. */
  function hideProgress(): void {
    const { direct, centres } = preparations;
    if (!direct.isRunning && !centres.isRunning) stores.prepared.setState({ progress: null });
  }

  /** Recomputes α · D_α. A change of α needs nothing else. */
  function slide(strengths: Strengths): void {
    const { alpha } = shownDeform(stores.document.getState());
    stores.prepared.setState({ slide: strengths.alpha.map((share) => Math.min(MOST_SLIDE, alpha * share)) });
  }

  /** Measures the time from the last change to its picture. */
  function changed(what: string): void {
    const begun = changedAt;
    nextPicture(() =>
      stores.prepared.setState({ lastChange: { seconds: (performance.now() - begun) / 1000, what } }),
    );
  }

  stores.document.subscribe((state, before) => {
    const [settings, old] = [shownDeform(state), shownDeform(before)];
    if (settings !== old || state.rig !== before.rig) changedAt = performance.now();
    if (settings !== old && state.rig === before.rig && settings.alpha !== old.alpha) {
      const { strengths } = stores.prepared.getState();
      if (strengths && sameKey(strengthsKey(settings), strengthsKey(old))) {
        slide(strengths);
        if (sameKey(directKey(settings), directKey(old))) changed("slide only");
      }
    }
    if (settings !== old || state.rig !== before.rig || state.sequence !== before.sequence) look();
  });
  stores.view.subscribe((view, before) => {
    if (view.workspace === before.workspace && view.panes === before.panes) return;
    changedAt = performance.now();
    look();
  });
  look();

  return {
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      for (const each of [preparations.direct, preparations.centres]) each.refuse();
      hideProgress();
    },
    again() {
      for (const each of Object.values(preparations)) each.allow();
      changedAt = performance.now();
      look();
    },
  };
}

function sameJoints(a: Rig, b: Rig): boolean {
  const same = (p: Bone, q: Bone) => p.parent === q.parent && p.head.every((x, n) => x === q.head[n]);
  return a.bones.length === b.bones.length && a.bones.every((bone, j) => same(bone, b.bones[j]));
}

/** Calls `then` after the next frame is drawn, or at once if there are no frames. */
function nextPicture(then: () => void): void {
  if (typeof requestAnimationFrame === "undefined") then();
  else requestAnimationFrame(() => requestAnimationFrame(then));
}
