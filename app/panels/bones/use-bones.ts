import { useEffect } from "react";
import { create } from "zustand";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { type DocumentState, shownRig, useDocument } from "../../document/document";
import { type BoneStatistics, boneStatistics, diagonalOf } from "../../document/measure";
import { shownReport } from "../../document/solve/shown-report";

const known = new WeakMap<SparseWeights, { errors: Float32Array | null; statistics: BoneStatistics }>();

/** What was counted of a rig; null where it was not yet. */
function counted({ weights }: Rig, errors: Float32Array | null): BoneStatistics | null {
  const found = known.get(weights);
  return found && found.errors === errors ? found.statistics : null;
}

function count(sequence: MeshSequence, rig: Rig, errors: Float32Array | null): BoneStatistics {
  const statistics =
    counted(rig, errors) ?? boneStatistics(rig.weights, rig.bones.length, errors, diagonalOf(sequence));
  known.set(rig.weights, { errors, statistics });
  return statistics;
}

/** While a rig is solved for, its figures are counted anew no more often than this, in milliseconds: who reads faster? */
const RECOUNT = 1000;

interface Recent {
  at: number;
  rig: Rig;
  statistics: BoneStatistics;
}

const useRecent = create<{ recent: Recent | null }>()(() => ({ recent: null }));
let counting: ReturnType<typeof setTimeout> | undefined;

const isUnderWay = ({ partial, liveRig }: Pick<DocumentState, "partial" | "liveRig">) =>
  (partial ?? liveRig) !== null;

/** Counts the rig that is on screen then, in a task of its own: the rig itself is on screen before. */
function countSoon(throttle: boolean): void {
  const { recent } = useRecent.getState();
  const wait = throttle && recent ? Math.max(0, recent.at + RECOUNT - performance.now()) : 0;
  if (counting !== undefined && throttle) return;
  clearTimeout(counting);
  counting = setTimeout(() => {
    counting = undefined;
    const state = useDocument.getState();
    const rig = shownRig(state);
    if (!state.sequence || !rig) return;
    const errors = isUnderWay(state) ? null : (shownReport(state)?.errorPerVertex ?? null);
    const statistics = count(state.sequence, rig, errors);
    useRecent.setState({ recent: { at: performance.now(), rig, statistics } });
  }, wait);
}

/** The rig on screen: that of a running solve, else the document's. */
export function useShownRig(): Rig | null {
  return useDocument(shownRig);
}

/**
 * What each bone of the rig on screen moves and how well; null without a rig, and until it is counted. Until changed
 * weights are counted, what was counted of the same bones before.
 */
export function useBoneStatistics(): BoneStatistics | null {
  const rig = useShownRig();
  const underWay = useDocument(isUnderWay);
  const errors = useDocument((state) => shownReport(state)?.errorPerVertex ?? null);
  const recent = useRecent((state) => state.recent);
  const now = rig && counted(rig, underWay ? null : errors);
  useEffect(() => {
    if (rig && !now && (!underWay || recent?.rig !== rig)) countSoon(underWay);
  }, [rig, now, underWay, recent]);
  if (!rig || now || !recent) return now;
  const same = underWay ? recent.rig.bones.length === rig.bones.length : recent.rig.bones === rig.bones;
  return same ? recent.statistics : null;
}
