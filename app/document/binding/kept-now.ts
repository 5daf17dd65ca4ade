import {
  keptOfRig,
  type LostWeights,
  lostWeights as lostOf,
  unmetHolds as unmetOf,
} from "../../../workers/model/weights/kept-weights";
import type { KeptWeights } from "../../../workers/model/weights/weights-input";
import type { DocumentState } from "../document";

type Kept = Pick<DocumentState, "rig" | "liveRig" | "weightEdits">;

/** The current weights, if some of them must stay while the others are found, else null. */
export const keptNow = ({ rig, liveRig, weightEdits }: Kept): KeptWeights | null =>
  keptOfRig(liveRig ?? rig, weightEdits);

/** Painted vertices whose weights belong to bones that the skeleton no longer has; null if all can stay. */
export function lostWeightsNow({
  skeleton,
  ...state
}: Kept & Pick<DocumentState, "skeleton">): LostWeights | null {
  const kept = keptNow(state);
  return kept && skeleton && lostOf(kept, skeleton, state.weightEdits.painted);
}

/** Vertices whose holds cannot be met because painted and locked weights leave no room, ascending. */
export const unmetHoldsNow = ({ skeleton, ...state }: Kept & Pick<DocumentState, "skeleton">): number[] =>
  skeleton ? unmetOf(keptNow(state), skeleton, state.weightEdits) : [];
