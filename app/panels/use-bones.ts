import { useMemo } from "react";
import type { MeshSequence } from "../../workers/model/mesh-sequence";
import type { Rig } from "../../workers/model/rig";
import { useDocument } from "../document/document";
import { type BoneStatistics, boneStatistics, diagonalOf } from "../document/measure";

const known = new WeakMap<Rig, { errors: Float32Array | null; statistics: BoneStatistics }>();

function statisticsOf(sequence: MeshSequence, rig: Rig, errors: Float32Array | null): BoneStatistics {
  const found = known.get(rig);
  if (found && found.errors === errors) return found.statistics;
  const statistics = boneStatistics(rig.weights, rig.bones.length, errors, diagonalOf(sequence));
  known.set(rig, { errors, statistics });
  return statistics;
}

/** The rig on screen: that of a running solve, else the document's. */
export function useShownRig(): Rig | null {
  return useDocument((state) => state.partial ?? state.rig);
}

/** What each bone of the rig on screen moves and how well; null without a rig. */
export function useBoneStatistics(): BoneStatistics | null {
  const sequence = useDocument((state) => state.sequence);
  const rig = useShownRig();
  const errors = useDocument((state) => (state.partial ? null : (state.report?.errorPerVertex ?? null)));
  return useMemo(
    () => (sequence && rig ? statisticsOf(sequence, rig, errors) : null),
    [sequence, rig, errors],
  );
}
