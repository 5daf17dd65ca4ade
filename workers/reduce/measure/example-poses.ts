/** Makes poses to fit weights to if there are no examples, or few. */
import { createRandom, type Random } from "../../math/random";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { skeletonOfRig } from "../../model/skeleton/skeleton-of-rig";
import { exemplars } from "../../weights/exemplars";

/** The largest turn of a single bone to either side, in radians, and the largest shift, in half diagonals. */
const TURN = 0.5;
const SHIFT = 0.05;

/** Whether some bone has a parent. Only then do limits say how bones move together. */
export const hasHierarchy = ({ bones }: Pick<Rig, "bones">): boolean =>
  bones.some(({ parent }) => parent >= 0);

/**
 * Random poses within the limits of the rig's skeleton, count·12B. Bones without limits of their own get the usual
 * ones.
 */
export function limitPoses(rig: Rig, count: number, seed: number): Float32Array {
  return Float32Array.from(exemplars(skeletonOfRig(rig), count, createRandom(seed)).motions);
}

/**
 * Poses in which every bone turns and moves a little on its own, about the middle of its weights: count·12B. They
 * distinguish bones that move together in all examples.
 */
export function singleBonePoses(rig: Rig, count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rig.rest);
  const shift = (SHIFT * Math.hypot(x1 - x0, y1 - y0, z1 - z0)) / 2;
  const centres = centresOf(rig);
  const B = rig.bones.length;
  const motion = new Float32Array(12 * B * count);
  for (let p = 0; p < count; p++) {
    for (let j = 0; j < B; j++) {
      turnAbout(centres.subarray(3 * j, 3 * j + 3), random, shift, motion.subarray(12 * (p * B + j)));
    }
  }
  return motion;
}

/** The weighted mean of each bone's vertices, 3B, or the bone's head if it has no weights. */
function centresOf({ bones, rest, weights }: Rig): Float64Array {
  const sums = new Float64Array(4 * bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const [j, w] = [weights.bones[e], weights.values[e]];
      for (let c = 0; c < 3; c++) sums[4 * j + c] += w * rest[3 * i + c];
      sums[4 * j + 3] += w;
    }
  }
  const centres = new Float64Array(3 * bones.length);
  bones.forEach(({ head }, j) => {
    const sum = sums[4 * j + 3];
    for (let c = 0; c < 3; c++) centres[3 * j + c] = sum > 0 ? sums[4 * j + c] / sum : head[c];
  });
  return centres;
}

/** Writes a random turn about a random axis through a point, and a random shift, as 3x4. */
function turnAbout(centre: Float64Array, random: Random, shift: number, out: Float32Array): void {
  const between = (most: number) => most * (2 * random.next() - 1);
  const axis = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...axis) || 1;
  const [x, y, z] = axis.map((c) => c / length);
  const angle = between(TURN);
  const [s, v] = [Math.sin(angle), 1 - Math.cos(angle)];
  const turn = [
    1 - v * (y * y + z * z),
    v * x * y - s * z,
    v * x * z + s * y,
    v * x * y + s * z,
    1 - v * (x * x + z * z),
    v * y * z - s * x,
    v * x * z - s * y,
    v * y * z + s * x,
    1 - v * (x * x + y * y),
  ];
  for (let r = 0; r < 3; r++) {
    let moved = centre[r] + between(shift);
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = turn[3 * r + c];
      moved -= turn[3 * r + c] * centre[c];
    }
    out[4 * r + 3] = moved;
  }
}
