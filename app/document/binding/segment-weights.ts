import { segmentsByName } from "../../../workers/model/rig/bone-segments";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import type { DocumentState } from "../document";

/** The segment of each bone of a rig that was bound to a skeleton; null if a bone belongs to no segment. */
export function segmentsOfBones(skeleton: Skeleton, { bones }: Rig): Uint16Array | null {
  const found = segmentsByName(
    skeleton,
    bones.map(({ name }) => name),
  );
  return found.includes(-1) ? null : Uint16Array.from(found);
}

/** The segment of a bone of the rig on screen. Before anything is bound to the skeleton, bones are its segments. */
export function segmentOfBone(skeleton: Skeleton, rig: Rig | null, bone: number): number | null {
  const segments = rig && segmentsOfBones(skeleton, rig);
  const j = segments ? segments[bone] : bone;
  return j < skeleton.segments.length ? j : null;
}

/** The weights of a rig by segment: adds up the weights of a spine's bones. O(influences); runs at every stroke. */
export function weightsOverSegments(weights: SparseWeights, segmentOfBone: Uint16Array): SparseWeights {
  if (segmentOfBone.every((segment, j) => segment === j)) return weights;
  const offsets = new Uint32Array(weights.offsets.length);
  const bones = new Uint16Array(weights.bones.length);
  const values = new Float64Array(weights.bones.length);
  let end = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const begin = end;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const segment = segmentOfBone[weights.bones[e]];
      let at = begin;
      while (at < end && bones[at] < segment) at++;
      if (at === end || bones[at] !== segment) {
        bones.copyWithin(at + 1, at, end);
        values.copyWithin(at + 1, at, end);
        bones[at] = segment;
        values[at] = 0;
        end++;
      }
      values[at] += weights.values[e];
    }
    offsets[i + 1] = end;
  }
  return {
    version: 1,
    offsets,
    bones: bones.slice(0, end),
    values: Float32Array.from(values.subarray(0, end)),
  };
}

/**
 * The weights on screen by segment of the document's skeleton; null if the rig has other bones.
 * @param under the weights of a run in progress, by segment
 */
export function weightsOnScreen(
  { rig, skeleton, liveRig }: Pick<DocumentState, "rig" | "skeleton" | "liveRig">,
  under: SparseWeights | null,
): SparseWeights | null {
  if (liveRig && under) return under;
  const segments = rig && skeleton && segmentsOfBones(skeleton, rig);
  return segments ? weightsOverSegments(rig.weights, segments) : null;
}
