import type { Pose } from "../rig/pose";
import type { VertexBoneValues, WeightEdits } from "../weights/weight-edits";

/** The new index of each segment; −1 for a deleted one. */
function placesOf(origin: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  origin.forEach((before, now) => {
    if (before >= 0) places.set(before, now);
  });
  return places;
}

function movedValues(values: VertexBoneValues, places: ReadonlyMap<number, number>): VertexBoneValues {
  const kept = [...values.bones.keys()].filter((n) => places.has(values.bones[n]));
  return {
    vertices: Uint32Array.from(kept, (n) => values.vertices[n]),
    bones: Uint16Array.from(kept, (n) => places.get(values.bones[n]) ?? 0),
    values: Float32Array.from(kept, (n) => values.values[n]),
  };
}

/** A pose of the current segments; new ones are at rest. */
function movedPose(pose: Pose, origin: Int32Array): Pose {
  const rotations = new Float32Array(4 * origin.length);
  const translations = new Float32Array(3 * origin.length);
  origin.forEach((before, j) => {
    if (before < 0) rotations[4 * j + 3] = 1;
    else {
      rotations.set(pose.rotations.subarray(4 * before, 4 * before + 4), 4 * j);
      translations.set(pose.translations.subarray(3 * before, 3 * before + 3), 3 * j);
    }
  });
  return { ...pose, rotations, translations };
}

/**
 * The artist's edits, renumbered for the segments after a change of the skeleton. Edits of deleted segments are
 * removed. The random exemplars change, so none stays excluded.
 * @param origin the old index of each current segment, or −1
 * @param count number of old segments
 */
export function followSegments(edits: WeightEdits, origin: Int32Array, count: number): WeightEdits {
  if (origin.length === count && origin.every((before, now) => before === now)) return edits;
  const places = placesOf(origin);
  return {
    ...edits,
    holds: movedValues(edits.holds, places),
    influences: movedValues(edits.influences, places),
    attach: movedValues(edits.attach, places),
    neumann: movedValues(edits.neumann, places),
    smooth: movedValues(edits.smooth, places),
    droppedExemplars: [],
    addedExemplars: edits.addedExemplars.map((each) => ({ ...each, pose: movedPose(each.pose, origin) })),
  };
}
