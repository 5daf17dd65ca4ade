import { useEffect } from "react";
import { createStore } from "zustand/vanilla";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { type DocumentState, shownRig } from "../../document/document";
import { type BoneFigures, boneFigures, diagonalOf } from "../../document/measure";
import { shownReport } from "../../document/solve/shown-report";
import { type Stores, storeKey } from "../../document/stores";
import { usePaced } from "../../document/use-paced";
import { useDocument, useStore, useStores } from "../../document/use-stores";

const known = new WeakMap<SparseWeights, { errors: Float32Array | null; statistics: BoneFigures }>();

/** The statistics of a rig; null if they are not computed yet. */
function counted({ weights }: Rig, errors: Float32Array | null): BoneFigures | null {
  const found = known.get(weights);
  return found && found.errors === errors ? found.statistics : null;
}

function statisticsOf(sequence: SequenceMesh, rig: Rig, errors: Float32Array | null): BoneFigures {
  const statistics =
    counted(rig, errors) ?? boneFigures(rig.weights, rig.bones.length, errors, diagonalOf(sequence));
  known.set(rig.weights, { errors, statistics });
  return statistics;
}

/** Minimum time between updates of the statistics during a solve, ms. Nobody reads faster. */
const RECOUNT = 1000;

interface Recent {
  at: number;
  rig: Rig;
  statistics: BoneFigures;
}

interface Counting {
  recent: Recent | null;
  /** Timer of the next computation. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

const COUNTING = storeKey(() => createStore<Counting>()(() => ({ recent: null, timer: undefined })));

const isUnderWay = ({ partial, liveRig }: Pick<DocumentState, "partial" | "liveRig">) =>
  (partial ?? liveRig) !== null;

/** Computes the statistics of the rig on screen in a separate task, so that the rig itself is drawn first. */
function countSoon(stores: Stores, throttle: boolean): void {
  const counting = stores.of(COUNTING);
  const { recent, timer } = counting.getState();
  const wait = throttle && recent ? Math.max(0, recent.at + RECOUNT - performance.now()) : 0;
  if (timer !== undefined && throttle) return;
  clearTimeout(timer);
  const count = () => {
    counting.setState({ timer: undefined });
    const state = stores.document.getState();
    const rig = shownRig(state);
    if (!state.sequence || !rig) return;
    const errors = isUnderWay(state) ? null : (shownReport(state)?.errorPerVertex ?? null);
    const statistics = statisticsOf(state.sequence, rig, errors);
    counting.setState({ recent: { at: performance.now(), rig, statistics } });
  };
  counting.setState({ timer: setTimeout(count, wait) });
}

/** The rig on screen: that of a running solve, else the document's. */
export function useShownRig(): Rig | null {
  return useDocument(shownRig);
}

/** Whether weights under way were replaced by newer ones of the same bones. */
function areNewer({ liveRig: now }: DocumentState, { liveRig: before }: DocumentState): boolean {
  return now !== null && before?.bones.length === now.bones.length;
}

/** The same for panels that need not show every result of a run. */
export function usePacedRig(): Rig | null {
  return usePaced(useStores().document, shownRig, areNewer);
}

/**
 * The number of vertices and the error of each bone of the rig on screen. Null without a rig, and until they are
 * computed. While weights change, keeps the previous values of the same bones.
 */
export function useBoneStatistics(): BoneFigures | null {
  const stores = useStores();
  const rig = useShownRig();
  const underWay = useDocument(isUnderWay);
  const errors = useDocument((state) => shownReport(state)?.errorPerVertex ?? null);
  const recent = useStore(COUNTING, (state) => state.recent);
  const now = rig && counted(rig, underWay ? null : errors);
  useEffect(() => {
    if (rig && !now && (!underWay || recent?.rig !== rig)) countSoon(stores, underWay);
  }, [rig, now, underWay, recent, stores]);
  if (!rig || now || !recent) return now;
  const same = underWay ? recent.rig.bones.length === rig.bones.length : recent.rig.bones === rig.bones;
  return same ? recent.statistics : null;
}
