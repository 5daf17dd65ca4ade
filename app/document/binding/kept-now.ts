import { segmentsByName } from "../../../workers/model/bone-segments";
import type { KeptWeights } from "../../../workers/model/weights-input";
import type { DocumentState } from "../document";

type Kept = Pick<DocumentState, "rig" | "liveRig" | "weightEdits">;

/** The weights on screen, where some of them are to stay while others are found; null where none are. */
export function keptNow({ rig, liveRig, weightEdits }: Kept): KeptWeights | null {
  const shown = liveRig ?? rig;
  const { painted, locked } = weightEdits;
  if (!shown || (painted.length === 0 && locked.length === 0)) return null;
  return { bones: shown.bones.map(({ name }) => name), weights: shown.weights };
}

/** Painted weights that cannot stay. */
export interface LostWeights {
  /** Ascending. */
  vertices: Uint32Array;
  /** Names of the bones that they need and the skeleton does not have. */
  bones: string[];
}

/** Painted vertices with weights of bones that the skeleton has no longer; null where all can stay. */
export function lostWeights({
  skeleton,
  ...state
}: Kept & Pick<DocumentState, "skeleton">): LostWeights | null {
  const kept = keptNow(state);
  if (!kept || !skeleton) return null;
  const segments = segmentsByName(skeleton, kept.bones);
  if (!segments.includes(-1)) return null;
  const { offsets, bones, values } = kept.weights;
  const needed = new Set<number>();
  const vertices = state.weightEdits.painted.filter((i) => {
    let isLost = false;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (segments[bones[e]] >= 0 || !(values[e] > 0)) continue;
      needed.add(bones[e]);
      isLost = true;
    }
    return isLost;
  });
  return vertices.length > 0 ? { vertices, bones: [...needed].map((j) => kept.bones[j]) } : null;
}
