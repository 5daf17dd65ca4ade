import { type Bone, type Rig, withoutCorrection } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";

/** The nearest bone above `j` that is among some bones, or −1. */
export function keptAbove(bones: readonly Bone[], kept: { has(j: number): boolean }, j: number): number {
  let { parent } = bones[j];
  while (parent >= 0 && !kept.has(parent)) ({ parent } = bones[parent]);
  return parent;
}

/**
 * A rig with some of its bones, in the same order. They keep their names, joints and motion. The parent of each is the
 * nearest kept bone above.
 * @param kept the bones of `full` to keep.
 * @param weights of these bones, by their numbers in `full`.
 */
export function partOfRig(full: Rig, kept: ReadonlySet<number>, weights: SparseWeights): Rig {
  const left = [...kept].sort((a, b) => a - b);
  const now = new Int32Array(full.bones.length).fill(-1);
  left.forEach((j, n) => {
    now[j] = n;
  });
  return withoutCorrection({
    ...full,
    bones: left.map((j) => {
      const above = keptAbove(full.bones, kept, j);
      return { ...full.bones[j], parent: above < 0 ? -1 : now[above] };
    }),
    weights: { ...weights, bones: weights.bones.map((j) => now[j]) },
    motion: motionOf(full, left),
  });
}

/** The bones that are left of a rig after others were merged into them. */
export interface LeftBones {
  /** By their numbers in the rig, ascending. */
  kept: Int32Array;
  /** Their weights, by their places in `kept`. */
  weights: SparseWeights;
}

export const withLeftBones = (full: Rig, { kept, weights }: LeftBones): Rig =>
  partOfRig(full, new Set(kept), { ...weights, bones: weights.bones.map((n) => kept[n]) });

function motionOf({ bones, motion }: Rig, left: readonly number[]): Float32Array {
  const frames = motion.length / (12 * bones.length);
  const out = new Float32Array(12 * left.length * frames);
  for (let k = 0; k < frames; k++) {
    left.forEach((j, n) => {
      const from = 12 * (k * bones.length + j);
      out.set(motion.subarray(from, from + 12), 12 * (k * left.length + n));
    });
  }
  return out;
}
