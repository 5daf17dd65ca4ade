/** Decides which weights stay fixed while others are found: weights painted by hand, and weights of locked bones. */
import { segmentsByName } from "../../model/rig/bone-segments";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { KeptWeights } from "../../model/weights/weights-input";
import { bonesOfSkeleton } from "../rig-of-weights";
import type { SegmentTree } from "../segment-tree";
import type { KeptRows } from "./kept-rows";

/** Fixed weights, in the form of the solver and of the rig. */
export interface Kept {
  /** Over the segments of the skeleton. */
  segments: KeptRows;
  /** Over the bones of the rig: a spine has several. */
  bones: KeptRows;
}

/** The new place of a kept bone, or −1 if it is gone. */
interface Places {
  /** The segment that moves the bone's vertices. */
  segments: Int32Array;
  /** Bone of the resulting rig. It is also −1 if a spine now has another number of bones. */
  bones: Int32Array;
}

/**
 * The fixed weights, or null if there are none. A painted row stays if all its bones still exist. If a spine now has
 * another number of bones, the sum over them stays.
 * @param spineBones rigid bones for each bending segment.
 */
export function keptOf(
  kept: KeptWeights | null | undefined,
  { painted, locked }: Pick<WeightEdits, "painted" | "locked">,
  skeleton: Skeleton,
  tree: SegmentTree,
  spineBones: number,
): Kept | null {
  if (!kept || (painted.length === 0 && locked.length === 0)) return null;
  const now = bonesOfSkeleton(skeleton, spineBones);
  const places = placesOf(kept.bones, now, skeleton, tree);
  const names = new Set(locked);
  const isLocked = Uint8Array.from(kept.bones, (name) => Number(names.has(name)));
  const segments = rowsOver(kept.weights, places.segments, painted, skeleton.segments.length);
  const bones = rowsOver(kept.weights, places.bones, painted, now.bones.length);
  // A segment is locked if all its bones are.
  for (const [k, j] of places.segments.entries()) if (j >= 0) segments.locked[j] = isLocked[k];
  for (const [k, j] of places.segments.entries()) if (j >= 0 && !isLocked[k]) segments.locked[j] = 0;
  for (const [k, b] of places.bones.entries()) if (b >= 0) bones.locked[b] = isLocked[k];
  segments.anyLocked = segments.locked.includes(1);
  bones.anyLocked = bones.locked.includes(1);
  return { segments, bones };
}

function placesOf(
  names: readonly string[],
  { bones, segmentOfBone }: ReturnType<typeof bonesOfSkeleton>,
  skeleton: Skeleton,
  tree: SegmentTree,
): Places {
  const segments = segmentsByName(skeleton, names);
  const before = new Map<number, number>();
  for (const j of segments) before.set(j, (before.get(j) ?? 0) + 1);
  const now = new Map<number, number>();
  for (const j of segmentOfBone) now.set(j, (now.get(j) ?? 0) + 1);
  const byName = new Map(bones.map(({ name }, b) => [name, b]));
  return {
    segments: segments.map((j) => (j < 0 ? -1 : moverOf(tree, j))),
    bones: Int32Array.from(names, (name, k) => {
      const j = segments[k];
      return j >= 0 && before.get(j) === now.get(j) ? (byName.get(name) ?? -1) : -1;
    }),
  };
}

/** The segment that gets the weights of a virtual one. */
const moverOf = ({ owner, moving }: SegmentTree, j: number): number => (owner[j] < 0 ? moving[0] : owner[j]);

function rowsOver(
  { offsets, bones, values }: SparseWeights,
  places: Int32Array,
  painted: Uint32Array,
  count: number,
): KeptRows {
  const vertexCount = offsets.length - 1;
  const whole = new Uint8Array(vertexCount);
  for (const i of painted) whole[i] = 1;
  const out: SparseWeights = {
    version: 1,
    offsets: new Uint32Array(vertexCount + 1),
    bones: new Uint16Array(bones.length),
    values: new Float32Array(bones.length),
  };
  const row = new Map<number, number>();
  let at = 0;
  for (let i = 0; i < vertexCount; i++) {
    row.clear();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const to = places[bones[e]];
      if (to >= 0) row.set(to, (row.get(to) ?? 0) + values[e]);
      else if (values[e] > 0) whole[i] = 0;
    }
    for (const to of [...row.keys()].sort((a, b) => a - b)) {
      out.bones[at] = to;
      out.values[at++] = row.get(to) ?? 0;
    }
    out.offsets[i + 1] = at;
  }
  return { weights: out, whole, locked: new Uint8Array(count), anyLocked: false };
}
