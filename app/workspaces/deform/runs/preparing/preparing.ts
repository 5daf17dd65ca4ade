import type { SolverClient } from "../../../../../workers/client";
import { serviceKey } from "../../../../actions/service";
import { type DocumentState, shownDeform } from "../../../../document/document";
import type { Stores } from "../../../../document/stores";
import { ChangeClock } from "./change-clock";
import { dataKinds, slide } from "./data-kinds";
import { type NeededKeys, Preparations } from "./preparations";
import { directKey, neededKeys, sameKey, strengthsKey } from "./prepared-keys";
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

export function createPreparing(stores: Stores, client: SolverClient): Preparing {
  const rig = new PreparedRig(stores, client);
  const clock = new ChangeClock(stores);
  const preparations = new Preparations(stores, {
    kinds: dataKinds(stores, client),
    shown: (what) => clock.stop(what),
    look,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The keys of the data that are needed now. */
  function wanted(): NeededKeys {
    const view = stores.view.getState();
    if (view.workspace !== "deform" || !rig.source()) return {};
    return neededKeys(view, shownDeform(stores.document.getState()));
  }

  /** Stops work that has become useless, and starts what is due, a moment later. */
  function look(): void {
    if (rig.follow()) preparations.discard();
    if (preparations.look(wanted())) timer ??= setTimeout(start, DELAY_MS);
  }

  function start(): void {
    timer = undefined;
    const source = rig.source();
    if (source) preparations.start(source, wanted());
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    preparations.refuse();
  }

  function again(): void {
    preparations.allow();
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
