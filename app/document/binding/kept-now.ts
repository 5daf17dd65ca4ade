import {
  keptOfRig,
  type LostWeights,
  lostWeights as lostOf,
  unmetHolds as unmetOf,
} from "../../../workers/model/weights/kept-weights";
import type { KeptWeights } from "../../../workers/model/weights/weights-input";
import type { DocumentState } from "../document";

type Kept = Pick<DocumentState, "rig" | "liveRig" | "weightEdits">;

/** The weights on screen, where some of them are to stay while others are found; null where none are. */
export const keptNow = ({ rig, liveRig, weightEdits }: Kept): KeptWeights | null =>
  keptOfRig(liveRig ?? rig, weightEdits);

/** Painted vertices with weights of bones that the skeleton has no longer; null where all can stay. */
export function lostWeights({
  skeleton,
  ...state
}: Kept & Pick<DocumentState, "skeleton">): LostWeights | null {
  const kept = keptNow(state);
  return kept && skeleton && lostOf(kept, skeleton, state.weightEdits.painted);
}

/** Vertices with holds that painted and locked weights leave no room for, ascending. */
export const unmetHolds = ({ skeleton, ...state }: Kept & Pick<DocumentState, "skeleton">): number[] =>
  skeleton ? unmetOf(keptNow(state), skeleton, state.weightEdits) : [];
