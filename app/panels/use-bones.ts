import { useMemo } from "react";
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
let recent: { at: number; bones: number; statistics: BoneStatistics } | null = null;

function statisticsOfPartial(sequence: MeshSequence, rig: Rig): BoneStatistics {
  const now = performance.now();
  const bones = rig.bones.length;
  if (recent?.bones === bones && now - recent.at < RECOUNT) return recent.statistics;
  recent = { at: now, bones, statistics: statisticsOf(sequence, rig, null) };
  return recent.statistics;
}

/** The rig on screen: that of a running solve, else the document's. */
export function useShownRig(): Rig | null {
  return useDocument(shownRig);
}

/** What each bone of the rig on screen moves and how well; null without a rig. */
export function useBoneStatistics(): BoneStatistics | null {
  const sequence = useDocument((state) => state.sequence);
  const rig = useShownRig();
  const isPartial = useDocument(({ partial, liveRig }) => (partial ?? liveRig) !== null);
  const errors = useDocument((state) => state.report?.errorPerVertex ?? null);
  return useMemo(() => {
    if (!sequence || !rig) return null;
    return isPartial ? statisticsOfPartial(sequence, rig) : statisticsOf(sequence, rig, errors);
  }, [sequence, rig, isPartial, errors]);
}
