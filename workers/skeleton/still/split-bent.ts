import { distance } from "../../math/vectors";
import { reorderBones } from "../../model/rig/reorder-bones";
import type { Bone, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { partName } from "../../model/skeleton/segment-names";
import type { Point } from "../../model/skeleton/skeleton";
import { orderOf } from "../tree/skeleton-tree";
import type { BentBone } from "./bent-bones";

/** The weights of the two halves blend over this share of the way from the bend to the far end. */
const BLEND = 0.35;

/**
 * Splits a bone where its surface bends. The part beyond the bend follows a new bone with the same motion, so the error
 * stays. The new bone becomes the parent of the bones whose joints are there.
 * @param influences the most influences of a vertex. A vertex that already has so many does not blend.
 */
export function splitBent(rig: Rig, { bone, position, beyond }: BentBone, influences: number): Rig {
  const B = rig.bones.length;
  const far = new Set(beyond);
  const bones: Bone[] = rig.bones.map((each) =>
    each.parent === bone && far.has(nearestMember(rig, each.head, bone)) ? { ...each, parent: B } : each,
  );
  const names = rig.bones.map(({ name }) => name);
  bones.push({ name: partName(names[bone], names), parent: bone, head: [...position] });
  const motion = new Float32Array((rig.motion.length / B) * (B + 1));
  for (let k = 0; k < rig.motion.length / (12 * B); k++) {
    const frame = rig.motion.subarray(12 * B * k, 12 * B * (k + 1));
    motion.set(frame, 12 * (B + 1) * k);
    motion.set(frame.subarray(12 * bone, 12 * bone + 12), 12 * ((B + 1) * k + B));
  }
  const weights = dividedWeights(rig.weights, bone, B, sharesOf(rig, position, beyond), influences);
  return reorderBones({ ...rig, bones, motion, weights }, orderOf(bones.map(({ parent }) => parent)));
}

const placeOf = ({ rest }: Rig, i: number): Point => [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];

/** The vertex of a bone that is nearest to a place. */
function nearestMember(rig: Rig, at: Point, bone: number): number {
  const { offsets, bones, values } = rig.weights;
  let [best, least] = [-1, Infinity];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (bones[e] !== bone || values[e] < 0.5) continue;
      const away = distance(placeOf(rig, i), at);
      if (away < least) [best, least] = [i, away];
    }
  }
  return best;
}

/** The share of each vertex's weight that moves to the new bone: half at the bend, all farther on. */
function sharesOf(rig: Rig, position: Point, beyond: readonly number[]): Float64Array {
  const share = new Float64Array(rig.rest.length / 3);
  const away = new Map(beyond.map((i) => [i, distance(placeOf(rig, i), position)]));
  const reach = BLEND * Math.max(...away.values()) || 1;
  for (const [i, d] of away) share[i] = Math.min(1, 0.5 + (0.5 * d) / reach);
  return share;
}

/** The weights after a share has moved from one bone to the new one, which has the highest number. */
function dividedWeights(
  { offsets, bones, values }: SparseWeights,
  from: number,
  to: number,
  share: Float64Array,
  influences: number,
): SparseWeights {
  const ids: number[] = [];
  const divided: number[] = [];
  const ends = new Uint32Array(offsets.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const isFull = offsets[i + 1] - offsets[i] >= influences;
    const part = isFull && share[i] > 0 ? 1 : share[i];
    let gone = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const leaves = bones[e] === from ? part * values[e] : 0;
      gone += leaves;
      if (leaves === values[e]) continue;
      ids.push(bones[e]);
      divided.push(values[e] - leaves);
    }
    if (gone > 0) {
      ids.push(to);
      divided.push(gone);
    }
    ends[i + 1] = ids.length;
  }
  return { version: 1, offsets: ends, bones: Uint16Array.from(ids), values: Float32Array.from(divided) };
}
