import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { MeshSequence } from "../../workers/model/mesh-sequence";
import type { Rig } from "../../workers/model/rig";
import { shownRig, useDocument } from "../document/document";
import { type BoneStatistics, boneStatistics, diagonalOf } from "../document/measure";

const known = new WeakMap<Rig, { errors: Float32Array | null; statistics: BoneStatistics }>();

function statisticsOf(sequence: MeshSequence, rig: Rig, errors: Float32Array | null): BoneStatistics {
  const found = known.get(rig);
  if (found && found.errors === errors) return found.statistics;
  const statistics = boneStatistics(rig.weights, rig.bones.length, errors, diagonalOf(sequence));
  known.set(rig, { errors, statistics });
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
let counting: ReturnType<typeof setTimeout> | null = null;

/** Counts the rig that is on screen then, in a task of its own: the rig itself is on screen before. */
function countSoon(): void {
  const { recent } = useRecent.getState();
  const wait = recent ? Math.max(0, recent.at + RECOUNT - performance.now()) : 0;
  if (counting) return;
  counting = setTimeout(() => {
    counting = null;
    const state = useDocument.getState();
    const rig = shownRig(state);
    if (!state.sequence || !rig) return;
    const statistics = statisticsOf(state.sequence, rig, null);
    useRecent.setState({ recent: { at: performance.now(), rig, statistics } });
  }, wait);
}

/** The rig on screen: that of a running solve, else the document's. */
export function useShownRig(): Rig | null {
  return useDocument(shownRig);
}

/** What each bone of the rig on screen moves and how well; null without a rig, and until it is counted. */
export function useBoneStatistics(): BoneStatistics | null {
  const sequence = useDocument((state) => state.sequence);
  const rig = useShownRig();
  const isPartial = useDocument(({ partial, liveRig }) => (partial ?? liveRig) !== null);
  const errors = useDocument((state) => state.report?.errorPerVertex ?? null);
  const recent = useRecent((state) => state.recent);
  useEffect(() => {
    if (isPartial && rig && recent?.rig !== rig) countSoon();
  }, [isPartial, rig, recent]);
  return useMemo(() => {
    if (!sequence || !rig) return null;
    if (!isPartial) return statisticsOf(sequence, rig, errors);
    return recent?.rig.bones.length === rig.bones.length ? recent.statistics : null;
  }, [sequence, rig, isPartial, errors, recent]);
}
