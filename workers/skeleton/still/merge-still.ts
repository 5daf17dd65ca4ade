/**
 * Finds bones that the motion does not need. They never move relative to their parent, or hardly move anything.
 */

import { withoutBones } from "../../model/rig/bone-tree";
import type { Bone, Rig } from "../../model/rig/rig";
import { WeightBuilder } from "../../model/rig/weight-builder";

/**
 * Two bones do not move relative to each other if the places to which they carry the surface differ by less than this
 * in every frame: RMS, as a share of the diagonal.
 */
const STILL = 1e-4;
/** The same as a share of the rig's RMS error. The larger of the two counts, because smaller turns are noise. */
const NOISE = 0.25;

/**
 * The bones that carry their vertices to the same places as their parents in every frame.
 * @param error RMS error of the rig as a share of the diagonal.
 * @param diagonal of the rest pose.
 */
export function stillBones(rig: Rig, error: number, diagonal: number): number[] {
  const moments = boneMoments(rig);
  const limit = leastMove(error, diagonal) ** 2;
  return [...rig.bones.keys()].filter((j) => {
    const p = rig.bones[j].parent;
    return p >= 0 && moments[j][9] > 0 && widest(rig, j, p, moments[j]) < limit;
  });
}

/**
 * The bones that move no vertex by more than the same limit relative to their parent, in any frame. A search that gets
 * more bones than the motion has may leave one with stray weights.
 */
export function faintBones(rig: Rig, error: number, diagonal: number): number[] {
  const { bones, weights, rest, motion } = rig;
  const limit = leastMove(error, diagonal) ** 2;
  const moves = bones.map(({ parent }) => parent < 0);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const v = rest.subarray(3 * i, 3 * i + 3);
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      for (let at = 0; !moves[j] && at < motion.length; at += 12 * bones.length) {
        moves[j] =
          weights.values[e] ** 2 * squaredShift(motion, at + 12 * j, at + 12 * bones[j].parent, v) > limit;
      }
    }
  }
  return [...bones.keys()].filter((j) => !moves[j]);
}

const leastMove = (error: number, diagonal: number): number => Math.max(STILL, NOISE * error) * diagonal;

/** The squared distance between the images of a point under two matrices. */
function squaredShift(
  motion: Float32Array,
  m: number,
  p: number,
  [x, y, z]: ArrayLike<number> & Iterable<number>,
) {
  let sum = 0;
  for (let row = 0; row < 12; row += 4) {
    const [a, b] = [m + row, p + row];
    const d =
      (motion[a] - motion[b]) * x +
      (motion[a + 1] - motion[b + 1]) * y +
      (motion[a + 2] - motion[b + 2]) * z +
      motion[a + 3] -
      motion[b + 3];
    sum += d * d;
  }
  return sum;
}

/** Σ w [v; 1][v; 1]ᵀ for each bone: xx, xy, xz, yy, yz, zz, x, y, z, 1. */
export function boneMoments({ bones, weights, rest }: Rig): Float64Array[] {
  const moments = bones.map(() => new Float64Array(10));
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    const terms = [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z, 1];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const own = moments[weights.bones[e]];
      for (let n = 0; n < 10; n++) own[n] += weights.values[e] * terms[n];
    }
  }
  return moments;
}

/**
 * The largest mean squared distance, over the frames, between the places to which bones j and p carry the vertices of
 * j.
 */
export function widest({ bones, motion }: Rig, j: number, p: number, m: Float64Array): number {
  const B = bones.length;
  let most = 0;
  for (let at = 0; at < motion.length; at += 12 * B) {
    let sum = 0;
    for (let row = 0; row < 12; row += 4) {
      const [x, y, z, t] = [0, 1, 2, 3].map(
        (c) => motion[at + 12 * j + row + c] - motion[at + 12 * p + row + c],
      );
      sum += x * x * m[0] + y * y * m[3] + z * z * m[5] + 2 * (x * y * m[1] + x * z * m[2] + y * z * m[4]);
      sum += 2 * t * (x * m[6] + y * m[7] + z * m[8]) + t * t * m[9];
    }
    most = Math.max(most, sum / m[9]);
  }
  return most;
}

/** The rig with each of these bones merged into its parent, which takes over its vertices. */
export function mergedInto(rig: Rig, gone: ReadonlySet<number>): Rig {
  const heir = (j: number): number => (gone.has(j) ? heir(rig.bones[j].parent) : j);
  const { offsets, bones, values } = rig.weights;
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = new Map<number, number>();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = heir(bones[e]);
      row.set(j, (row.get(j) ?? 0) + values[e]);
    }
    rows.addRow(row);
  }
  return withoutBones({ ...rig, weights: rows.weights() }, gone).rig;
}

/** A list of merged bones as text: "A with B, C with D". */
export const mergedNames = (bones: readonly Bone[], gone: readonly number[]): string =>
  gone.map((j) => `${bones[j].name} with ${bones[bones[j].parent].name}`).join(", ");
