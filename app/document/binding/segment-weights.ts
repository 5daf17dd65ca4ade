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

/** The weights of a rig by segment: adds up the weights of a spine's bones. */
export function weightsOverSegments(weights: SparseWeights, segmentOfBone: Uint16Array): SparseWeights {
  const offsets = new Uint32Array(weights.offsets.length);
  const bones: number[] = [];
  const values: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = new Map<number, number>();
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = segmentOfBone[weights.bones[e]];
      row.set(j, (row.get(j) ?? 0) + weights.values[e]);
    }
    for (const j of [...row.keys()].sort((a, b) => a - b)) {
      bones.push(j);
      values.push(row.get(j)!);
    }
    offsets[i + 1] = bones.length;
  }
  return { version: 1, offsets, bones: Uint16Array.from(bones), values: Float32Array.from(values) };
}

/**
 * The weights on screen by segment of the document's skeleton; null if the rig has other bones.
 * @param under weights of a run in progress, over as many segments
 */
export function weightsOnScreen(
  { rig, skeleton, liveRig }: Pick<DocumentState, "rig" | "skeleton" | "liveRig">,
  under: SparseWeights | null,
): SparseWeights | null {
  if (liveRig && under) return under;
  const segments = rig && skeleton && segmentsOfBones(skeleton, rig);
  return segments ? weightsOverSegments(rig.weights, segments) : null;
}
