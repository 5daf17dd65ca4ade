import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { Bone, BoneKind, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { BlendState } from "../phases/blend-state";
import type { Problem } from "../problem/problem";

/** Smaller weights are dropped: their effect is below the precision of f32. */
export const LEAST_WEIGHT = 1e-5;

/** Converts influences in slots (bone −1 in unused ones) to sorted f32 rows that sum to 1. */
export function sparseWeights(ids: Int32Array, values: Float64Array, vertices: number): SparseWeights {
  const slots = ids.length / vertices;
  const offsets = new Uint32Array(vertices + 1);
  const bones = new Uint16Array(ids.length);
  const shares = new Float64Array(ids.length);
  let count = 0;
  for (let i = 0; i < vertices; i++) {
    const first = count;
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (!(ids[e] >= 0 && values[e] > LEAST_WEIGHT)) continue;
      let at = count++;
      for (; at > first && bones[at - 1] > ids[e]; at--) {
        bones[at] = bones[at - 1];
        shares[at] = shares[at - 1];
      }
      bones[at] = ids[e];
      shares[at] = values[e];
    }
    let sum = 0;
    for (let at = first; at < count; at++) sum += shares[at];
    for (let at = first; at < count; at++) shares[at] /= sum;
    offsets[i + 1] = count;
  }
  return {
    version: 1,
    offsets,
    bones: bones.slice(0, count),
    values: Float32Array.from(shares.subarray(0, count)),
  };
}

/** Converts motion (F·h·12) from normalised coordinates to those of the sequence: y = M x + c − M c + t/s. */
export function motionToSequence(motion: Float64Array, problem: Problem): Float32Array {
  const { centre, scale } = problem;
  const out = new Float32Array(motion.length);
  for (let at = 0; at < motion.length; at += 4) {
    const axis = (at / 4) % 3;
    out.set(motion.subarray(at, at + 3), at);
    const turned = motion[at] * centre[0] + motion[at + 1] * centre[1] + motion[at + 2] * centre[2];
    out[at + 3] = centre[axis] - turned + motion[at + 3] / scale;
  }
  return out;
}

/** The inverse of `motionToSequence`. */
export function motionFromSequence(motion: Float32Array, problem: Problem): Float64Array {
  const { centre, scale } = problem;
  const out = new Float64Array(motion.length);
  for (let at = 0; at < motion.length; at += 4) {
    const axis = (at / 4) % 3;
    out.set(motion.subarray(at, at + 3), at);
    const turned = motion[at] * centre[0] + motion[at + 1] * centre[1] + motion[at + 2] * centre[2];
    out[at + 3] = (motion[at + 3] - centre[axis] + turned) * scale;
  }
  return out;
}

/** Where each bone is shown: the mean of its rest positions, weighted by its weights. */
export function boneHeads(weights: SparseWeights, rest: Float32Array, count: number): Bone["head"][] {
  const sums = Array.from({ length: count }, () => [0, 0, 0, 0]);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const sum = sums[weights.bones[e]];
      for (let c = 0; c < 3; c++) sum[c] += weights.values[e] * rest[3 * i + c];
      sum[3] += weights.values[e];
    }
  }
  return sums.map(([x, y, z, w]) => (w > 0 ? [x / w, y / w, z / w] : [0, 0, 0]));
}

/** bone_01, bone_02 …, with as many digits as the last needs, at least two. */
export function boneNames(count: number): string[] {
  const digits = Math.max(2, String(count).length);
  return Array.from({ length: count }, (_, j) => `bone_${String(j + 1).padStart(digits, "0")}`);
}

/** A bone whose head may follow later from the vertices that it moves. */
export interface PlannedBone extends Omit<Bone, "head"> {
  head: Bone["head"] | null;
}

/** Some of the bones, ascending. The parent of each is its nearest remaining ancestor. */
export function keptBones(bones: readonly Bone[], kept: readonly number[]): Bone[] {
  const place = new Map(kept.map((j, at) => [j, at]));
  return kept.map((j) => {
    let parent = bones[j].parent;
    while (parent >= 0 && !place.has(parent)) parent = bones[parent].parent;
    return { ...bones[j], parent: place.get(parent) ?? -1 };
  });
}

export interface RigParts {
  state: Pick<BlendState, "ids" | "values">;
  /** F·h·12, normalised coordinates. */
  motion: Float64Array;
  kind: BoneKind;
  /** The bones if the solve continued from a rig; null for bones without parents. */
  skeleton: readonly PlannedBone[] | null;
  /** 3V, in the sequence's coordinates. */
  rest: Float32Array;
}

/** The rig of a state, in the sequence's coordinates. Bones without weights keep their place in the list. */
export function rigOfState(sequence: Pick<AnySequence, "rest">, problem: Problem, parts: RigParts): Rig {
  const weights = sparseWeights(parts.state.ids, parts.state.values, problem.vertexCount);
  const count = parts.motion.length / (12 * problem.frameCount);
  const heads = boneHeads(weights, sequence.rest, count);
  const names = boneNames(count);
  const planned = parts.skeleton ?? names.map((name): PlannedBone => ({ name, parent: -1, head: null }));
  return {
    version: 1,
    bones: planned.map((bone, j) => ({ ...bone, head: bone.head ?? heads[j] })),
    boneKind: parts.kind,
    weights,
    motion: motionToSequence(parts.motion, problem),
    rest: parts.rest,
  };
}

/**
 * The rig without bones that move nothing, except those in `keep`.
 * @param renumber whether the remaining bones get new names without gaps.
 */
export function withoutIdleBones(rig: Rig, keep: Uint8Array | null, renumber: boolean): Rig {
  const used = new Uint8Array(rig.bones.length);
  for (const bone of rig.weights.bones) used[bone] = 1;
  const kept = rig.bones.map((_, j) => j).filter((j) => used[j] || keep?.[j]);
  if (kept.length === 0) kept.push(0);
  if (kept.length === rig.bones.length) return rig;
  const place = new Int32Array(rig.bones.length).fill(-1);
  kept.forEach((j, at) => {
    place[j] = at;
  });
  const frames = rig.motion.length / (12 * rig.bones.length);
  const motion = new Float32Array(frames * kept.length * 12);
  for (let k = 0; k < frames; k++) {
    kept.forEach((j, at) => {
      const from = 12 * (k * rig.bones.length + j);
      motion.set(rig.motion.subarray(from, from + 12), 12 * (k * kept.length + at));
    });
  }
  const names = boneNames(kept.length);
  const bones = keptBones(rig.bones, kept);
  return {
    ...rig,
    bones: renumber ? bones.map((bone, j) => ({ ...bone, name: names[j] })) : bones,
    weights: { ...rig.weights, bones: rig.weights.bones.map((j) => place[j]) },
    motion,
  };
}
