import type { Handle, Job, SolverClient } from "../../../../workers/client";
import {
  type DeformerKind,
  type DeformSettings,
  type DeformSource,
  deformSourceOf,
  type Strengths,
} from "../../../../workers/model/deform";
import type { Bone, Rig } from "../../../../workers/model/rig/rig";
import { serviceKey } from "../../../actions/service";
import { usesDirect } from "../../../document/deform/prepared";
import { type DocumentState, shownDeform } from "../../../document/document";
import { isCancel, reportError } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import type { ViewState } from "../../../document/view-state";

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

type What = "direct" | "strengths" | "centres";

/**
 * One kind of data: the keys of the existing data, of the running job, and of the one that was cancelled or failed.
 * Keys are compared entry by entry.
 */
interface Track {
  made: Key | null;
  running: { key: Key; job: Job<unknown> } | null;
  refused: Key | null;
}

type Key = readonly unknown[];

const sameKey = (a: Key | null, b: Key | null) => !!a && !!b && a.every((value, n) => Object.is(value, b[n]));
const newTrack = (): Track => ({ made: null, running: null, refused: null });

/** The settings that DirectData depend on: all but those of the slide. */
const directKey = (s: DeformSettings): Key => [
  s.bind,
  s.scheme,
  s.laplacian,
  s.iterations,
  s.lambda,
  s.kappa,
  s.limbRadius,
  s.joinReach,
  s.painted.lambda,
  s.painted.kappa,
];
const strengthsKey = (s: DeformSettings): Key => [
  s.bind,
  s.limbRadius,
  s.slideOfBone,
  s.painted.lambda,
  s.painted.kappa,
  s.painted.alpha,
];

/** The deformers that the panes show or compare with. */
export function shownDeformers({ panes }: Pick<ViewState, "panes">): DeformerKind[] {
  return panes.flatMap(({ deformer, shading, reference }) =>
    shading === "difference" && reference !== "source" ? [deformer, reference] : [deformer],
  );
}

export function createPreparing(stores: Stores, client: SolverClient): Preparing {
  let rig: Rig | null = null;
  /** The engine's copy of the deformers' input, so that a request only sends settings. */
  let source: Handle<DeformSource> | null = null;
  let tracks = { direct: newTrack(), strengths: newTrack(), centres: newTrack() };
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
    for (const track of Object.values(tracks)) track.running?.job.cancel();
    tracks = { direct: newTrack(), strengths: newTrack(), centres: newTrack() };
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
  function wanted(): Partial<Record<What, Key>> {
    const view = stores.view.getState();
    if (view.workspace !== "deform" || !sourceNow()) return {};
    const settings = shownDeform(stores.document.getState());
    const kinds = shownDeformers(view);
    const keys: Partial<Record<What, Key>> = { strengths: strengthsKey(settings) };
    if (kinds.some(usesDirect)) keys.direct = directKey(settings);
    if (kinds.includes("cor")) keys.centres = [];
    return keys;
  }

  function look(): void {
    follow(stores.document.getState());
    const keys = wanted();
    stores.prepared.setState({
      stale: !!keys.direct && !!tracks.direct.made && !sameKey(tracks.direct.made, keys.direct),
    });
    for (const what of ["strengths", "direct", "centres"] as const) {
      const { running } = tracks[what];
      const key = keys[what];
      // During a drag, let the running computation finish, because its result is close to the current value.
      const isDrag = stores.document.getState().liveDeform !== null;
      if (running && key && !sameKey(running.key, key) && (!isDrag || sameKey(tracks[what].made, key))) {
        stop(what);
      }
    }
    if (!Object.entries(keys).some(([what, key]) => isDue(what as What, key))) return;
    timer ??= setTimeout(start, DELAY_MS);
  }

  function isDue(what: What, key: Key): boolean {
    const { made, running, refused } = tracks[what];
    return !running && !sameKey(made, key) && !sameKey(refused, key);
  }

  function start(): void {
    timer = undefined;
    const keys = wanted();
    const source = sourceNow();
    if (!source) return;
    const settings = shownDeform(stores.document.getState());
    if (keys.strengths && isDue("strengths", keys.strengths)) {
      run("strengths", keys.strengths, client.prepareStrengths({ source, settings }), (strengths) => {
        stores.prepared.setState({ strengths });
        slide(strengths);
        if (!tracks.direct.running) changed("strengths only");
      });
    }
    if (keys.direct && isDue("direct", keys.direct)) {
      run("direct", keys.direct, client.prepareDirect({ source, settings }), (direct) => {
        stores.prepared.setState({ direct, stale: false });
        const { solved } = direct;
        changed(solved === 0 ? "results kept" : solved === 1 ? "one system" : `${solved} systems`);
      });
    }
    if (keys.centres && isDue("centres", keys.centres)) {
      run("centres", keys.centres, client.prepareCentres({ source }), (centres) => {
        stores.prepared.setState({ centres });
        changed("centres of rotation");
      });
    }
  }

  function run<T>(what: What, key: Key, job: Job<T>, take: (value: T) => void): void {
    const mine = { key, job };
    const track = tracks[what];
    track.running = mine;
    const isMine = () => track.running === mine;
    if (what !== "strengths") {
      job.onProgress((progress) => isMine() && stores.prepared.setState({ progress }));
    }
    const end = () => {
      track.running = null;
      if (!tracks.direct.running && !tracks.centres.running) stores.prepared.setState({ progress: null });
    };
    job.result.then(
      (value) => {
        if (!isMine()) return;
        end();
        track.made = key;
        take(value);
        look();
      },
      (error) => {
        if (!isMine()) return;
        end();
        track.refused = key;
        if (!isCancel(error)) reportError(stores, error, "Preparing the deformer");
        look();
      },
    );
  }

  function stop(what: What): void {
    tracks[what].running?.job.cancel();
    tracks[what].running = null;
    if (!tracks.direct.running && !tracks.centres.running) stores.prepared.setState({ progress: null });
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
      for (const what of ["direct", "centres"] as const) {
        const { running } = tracks[what];
        if (running) tracks[what].refused = running.key;
        stop(what);
      }
    },
    again() {
      for (const track of Object.values(tracks)) track.refused = null;
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
