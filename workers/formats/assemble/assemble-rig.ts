import { IDENTITY } from "../../math/affine";
import type { SeamLinks, Weld } from "../../mesh/weld";
import { SinewError } from "../../model/errors";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { BoneKind, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import { roundRow } from "../../reduce/fewer-influences";
import type { RawRig } from "../source/source";
import { checkMotionRoom, isUsable } from "./check-raw";

/**
 * Points whose rows differ by more than this, summed over the bones, are not one vertex, because other poses would
 * separate them.
 */
const WEIGHT_TOLERANCE = 0.05;
/** A scale that moves vertices by less than this share of the diagonal is rounding. */
const RIGID = 2e-5;

function rowsDiffer({ offsets, bones, values }: SparseWeights, p: number, q: number): boolean {
  let [a, b, sum] = [offsets[p], offsets[q], 0];
  while (a < offsets[p + 1] || b < offsets[q + 1]) {
    const left = a < offsets[p + 1] ? bones[a] : Infinity;
    const right = b < offsets[q + 1] ? bones[b] : Infinity;
    const x = left <= right ? values[a++] : 0;
    const y = right <= left ? values[b++] : 0;
    sum += Math.abs(x - y);
  }
  return sum > WEIGHT_TOLERANCE;
}

/** Marks the links whose points follow the bones differently. */
export function partByWeights({ pairs }: SeamLinks, weights: SparseWeights, apart: Uint8Array): void {
  for (let e = 0; e < apart.length; e++) {
    if (rowsDiffer(weights, pairs[2 * e], pairs[2 * e + 1])) apart[e] = 1;
  }
}

/** The rows of welded vertices: the means over their points. */
function weldWeights({ offsets, bones, values }: SparseWeights, weld: Weld): SparseWeights {
  const sums = Array.from({ length: weld.count }, () => new Map<number, number>());
  weld.vertex.forEach((i, p) => {
    if (i >= weld.count) return;
    for (let e = offsets[p]; e < offsets[p + 1]; e++) {
      sums[i].set(bones[e], (sums[i].get(bones[e]) ?? 0) + values[e]);
    }
  });
  const rows = new WeightBuilder();
  for (const row of sums) {
    const entries = [...row].sort((a, b) => a[0] - b[0]);
    const rounded = roundRow(Float64Array.from(entries, ([, weight]) => weight));
    entries.forEach(([bone], n) => {
      rows.add(bone, rounded[n]);
    });
    rows.endRow();
  }
  return rows.weights();
}

/** How far a 3x4 is from a rotation: the largest entry of |MMᵀ − 1|; infinite if it mirrors. */
function stretchOf(m: ArrayLike<number>, at: number): number {
  let most = 0;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c <= r; c++) {
      const [a, b] = [at + 4 * r, at + 4 * c];
      const dot = m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2];
      most = Math.max(most, Math.abs(dot - (r === c ? 1 : 0)));
    }
  }
  const [a, b, c] = [at, at + 4, at + 8];
  const volume =
    m[a] * (m[b + 1] * m[c + 2] - m[b + 2] * m[c + 1]) -
    m[a + 1] * (m[b] * m[c + 2] - m[b + 2] * m[c]) +
    m[a + 2] * (m[b] * m[c + 1] - m[b + 1] * m[c]);
  return volume > 0 ? most : Infinity;
}

/**
 * The weighted distance from its head at which each bone moves vertices: an upper bound of the effect of a relative
 * scale.
 */
function reaches({ bones, weights, rest }: Omit<Rig, "boneKind">): Float64Array {
  const reach = new Float64Array(bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const [x, y, z] = bones[weights.bones[e]].head;
      const distance = Math.hypot(rest[3 * i] - x, rest[3 * i + 1] - y, rest[3 * i + 2] - z);
      reach[weights.bones[e]] = Math.max(reach[weights.bones[e]], weights.values[e] * distance);
    }
  }
  return reach;
}

/**
 * The kind of the bones. They are rigid if replacing their matrices by rotations moves no vertex by more than RIGID of
 * the diagonal.
 */
function kindOf(rig: Omit<Rig, "boneKind">): BoneKind {
  const reach = reaches(rig);
  const most = 2 * RIGID * restDiagonal(rig);
  for (let m = 0; m < rig.motion.length / 12; m++) {
    const r = reach[m % reach.length];
    if (r > 0 && r * stretchOf(rig.motion, 12 * m) > most) return "affine";
  }
  return "rigid";
}

/**
 * Keeps bones still whose motion in a damaged file is invalid. If they moved vertices, their positions were already
 * refused.
 */
function settle(matrices: Float32Array): void {
  for (let m = 0; m < matrices.length; m += 12) {
    const matrix = matrices.subarray(m, m + 12);
    if (!matrix.every(Number.isFinite)) matrix.set(IDENTITY);
  }
}

/** Turns a map of points p into a map of points p − origin. */
function recentre(m: Float64Array, at: number, [x, y, z]: readonly number[]): void {
  for (let r = at, axis = 0; axis < 3; r += 4, axis++) {
    m[r + 3] += m[r] * x + m[r + 1] * y + m[r + 2] * z - [x, y, z][axis];
  }
}

/** @throws SinewError with the first bone and frame whose motion is too large for an export. */
function checkMotion(name: string, { bones, motion }: Omit<Rig, "boneKind">): void {
  const at = motion.findIndex((x) => !isUsable(x));
  if (at < 0) return;
  const [k, j] = [Math.floor(at / (12 * bones.length)), Math.floor(at / 12) % bones.length];
  throw new SinewError({
    title: `${name} has a skeleton that moves out of all bounds`,
    body: `In frame ${k + 1} a number of the motion of ${bones[j].name} is ${motion[at]}. Repair its animation or its scale, or open the file without its skeleton.`,
  });
}

/** @throws SinewError if some weights are not finite numbers. */
function checkWeights(name: string, { values }: SparseWeights): void {
  if (values.every(Number.isFinite)) return;
  throw new SinewError({
    title: `${name} has weights that are not numbers`,
    body: "Export its skin again, or open the file without its skeleton.",
  });
}

/**
 * The rig of a file for the sequence assembled from it: rows of welded vertices, with everything relative to the
 * sequence's origin.
 * @throws SinewError if the motion does not fit in memory, or a number of it or a weight is not usable.
 */
export async function assembleRig(raw: RawRig, sequence: MeshSequence, weld: Weld, task: Task): Promise<Rig> {
  const { frameCount: F, origin } = sequence;
  const B = raw.bones.length;
  checkMotionRoom(sequence.name, B, F);
  const rest = new Float32Array(3 * weld.count);
  rest.forEach((_, c) => {
    rest[c] = raw.rest[3 * weld.point[Math.floor(c / 3)] + (c % 3)] - origin[c % 3];
  });
  const motion = new Float32Array(12 * F * B);
  for (let k = 0; k < F; k++) {
    if (k % 16 === 0) {
      task.progress({ phase: "Reading bones", done: k / F, detail: `frame ${k + 1} of ${F}` });
      await task.checkpoint();
    }
    const matrices = raw.motion(k);
    for (let j = 0; j < B; j++) recentre(matrices, 12 * j, origin);
    motion.set(matrices, 12 * k * B);
    settle(motion.subarray(12 * k * B, 12 * (k + 1) * B));
  }
  // Both are checked: rounding hides a row's only weight, and points can add up to nothing.
  checkWeights(sequence.name, raw.weights);
  const weights = weldWeights(raw.weights, weld);
  checkWeights(sequence.name, weights);
  const isSame = rest.every((x, c) => x === sequence.rest[c]);
  const rig: Omit<Rig, "boneKind"> = {
    version: 1,
    bones: raw.bones.map((bone) => ({
      ...bone,
      head: bone.head.every(isUsable)
        ? [bone.head[0] - origin[0], bone.head[1] - origin[1], bone.head[2] - origin[2]]
        : [0, 0, 0],
    })),
    weights,
    motion,
    rest: isSame ? sequence.rest : rest,
  };
  checkMotion(sequence.name, rig);
  return { ...rig, boneKind: kindOf(rig) };
}
