/**
 * The motion of a rig for a glTF file: each bone is a node with translation, rotation and, for affine bones, scale.
 *
 * A rigid bone is exact. A bone whose parent carries its joint keeps the joint's place at rest: it has a constant
 * length, to the last bit. An affine bone is replaced by the nearest node transform (bone-rest-frames.ts): its head is
 * exact, and the shear around it is lost.
 */

import { nearestQuaternion } from "../../../../math/best-rotation";
import type { Rig } from "../../../../model/rig/rig";
import { composeTrs, multiplyAffine } from "../../affine";
import { type JointFrame, linearPart, nodePlace, type Trs, trsBelow, worldOf } from "./bone-rest-frames";
import { quaternionMatrix } from "./stretch";

export interface BoneTracks {
  frameCount: number;
  boneCount: number;
  /** Parent of each bone's node, -1 is the armature. */
  parents: Int32Array;
  /** Translation and rotation of each node at rest, 3B and 4B. */
  rest: Float64Array;
  restRotations: Float64Array;
  /** Inverse bind matrices, row-major 3x4, 12B. */
  inverseBind: Float32Array;
  /** F·B·3. */
  translations: Float32Array;
  /** F·B·4, unit quaternions x, y, z, w without jumps of sign from frame to frame. */
  rotations: Float32Array;
  /** F·B·3, or null for rigid bones. */
  scales: Float32Array | null;
  /** For each bone, whether its translation is that at rest in all frames of the file; likewise whether it never scales. */
  attached: readonly boolean[];
  unscaled: readonly boolean[];
}

/** Place of a rigid bone `j`'s node in frame `k`, relative to the armature. */
function poseOf(rig: Rig, k: number, j: number) {
  const at = 12 * (k * rig.bones.length + j);
  const m = rig.motion.subarray(at, at + 12);
  const [x, y, z] = rig.bones[j].head;
  const t = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  return { t, q: nearestQuaternion(linearPart(m, 0)) };
}

/** Inverse of T(head)·Q as 3x4 in f32. */
function inverseBindOf(rig: Rig, restFrames: JointFrame[]): Float32Array {
  const out = new Float32Array(12 * restFrames.length);
  for (const [j, { q }] of restFrames.entries()) {
    const [head, axes] = [rig.bones[j].head, quaternionMatrix(q)];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[12 * j + 4 * r + c] = axes[3 * c + r];
      out[12 * j + 4 * r + 3] = -(axes[r] * head[0] + axes[3 + r] * head[1] + axes[6 + r] * head[2]);
    }
  }
  return out;
}

/** Rotation and translation of `child` relative to `parent`, both given in the armature. */
function relative(child: Pick<Trs, "t" | "q">, parent: Pick<Trs, "t" | "q">) {
  const [x, y, z, w] = [-parent.q[0], -parent.q[1], -parent.q[2], parent.q[3]];
  const [a, b, c, d] = child.q;
  const q = Float64Array.of(
    w * a + x * d + y * c - z * b,
    w * b - x * c + y * d + z * a,
    w * c + x * b - y * a + z * d,
    w * d - x * a - y * b - z * c,
  );
  const inverse = new Float64Array(12);
  composeTrs(inverse, 0, [0, 0, 0], [x, y, z, w], [1, 1, 1]);
  const offset = child.t.map((v, r) => v - parent.t[r]);
  const t = [0, 4, 8].map(
    (r) => inverse[r] * offset[0] + inverse[r + 1] * offset[1] + inverse[r + 2] * offset[2],
  );
  return { t, q };
}

const UNSCALED = Float64Array.of(1, 1, 1);

/**
 * The nodes' transforms in frame `k`, each relative to its parent.
 * @param rest translations at rest, 3B
 */
function nodesIn(
  rig: Rig,
  k: number,
  restFrames: JointFrame[],
  rest: Float64Array,
): { t: ArrayLike<number>; q: Float64Array; s: Float64Array | null }[] {
  const restOf = (j: number) => rest.subarray(3 * j, 3 * j + 3);
  if (rig.boneKind === "rigid") {
    const poses = rig.bones.map((_, j) => poseOf(rig, k, j));
    return poses.map((pose, j) => {
      const { parent, attached } = restFrames[j];
      const { t, q } = parent < 0 ? pose : relative(pose, poses[parent]);
      return { t: attached ? restOf(j) : t, q, s: null };
    });
  }
  const worlds: Float64Array[] = [];
  return restFrames.map(({ q, moments, parent, attached, unscaled }, j) => {
    const above = parent < 0 ? null : worlds[parent];
    // This parent was found possible in every frame.
    const trs = trsBelow(above, nodePlace(rig, k, j, q), moments)!;
    if (attached) trs.t = [...restOf(j)];
    if (unscaled) trs.s = UNSCALED;
    worlds.push(worldOf(above, trs));
    return trs;
  });
}

/** Translation and rotation of the nodes at rest. */
function restOf({ bones }: Rig, restFrames: JointFrame[]) {
  const rest = new Float64Array(3 * bones.length);
  const rotations = new Float64Array(4 * bones.length);
  restFrames.forEach(({ q, parent }, j) => {
    const own = { t: bones[j].head, q };
    const node = parent < 0 ? own : relative(own, { t: bones[parent].head, q: restFrames[parent].q });
    rest.set(node.t, 3 * j);
    rotations.set(node.q, 4 * j);
  });
  return { rest, restRotations: rotations };
}

/**
 * @param frames the frames to use, in order
 * @param restFrames the joints' rest frames, from `boneRestFrames`; the same for all clips of a file
 */
export function boneTracks(rig: Rig, frames: ArrayLike<number>, restFrames: JointFrame[]): BoneTracks {
  const [F, B] = [frames.length, rig.bones.length];
  const tracks: BoneTracks = {
    frameCount: F,
    boneCount: B,
    parents: Int32Array.from(restFrames, ({ parent }) => parent),
    ...restOf(rig, restFrames),
    inverseBind: inverseBindOf(rig, restFrames),
    translations: new Float32Array(3 * F * B),
    rotations: new Float32Array(4 * F * B),
    scales: rig.boneKind === "affine" ? new Float32Array(3 * F * B) : null,
    attached: restFrames.map(({ attached }) => attached),
    unscaled: restFrames.map(({ unscaled }) => unscaled),
  };
  for (let f = 0; f < F; f++) {
    for (const [j, { t, q, s }] of nodesIn(rig, frames[f], restFrames, tracks.rest).entries()) {
      const at = f * B + j;
      tracks.translations.set(t, 3 * at);
      tracks.rotations.set(steadySign(q, tracks.rotations, f > 0 ? 4 * (at - B) : -1), 4 * at);
      if (s) tracks.scales?.set(s, 3 * at);
    }
  }
  return tracks;
}

/** `q` or −q, whichever is nearer to the quaternion before. */
function steadySign(q: Float64Array, rotations: Float32Array, before: number): Float64Array {
  if (before < 0) return q;
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += q[c] * rotations[before + c];
  return dot < 0 ? q.map((x) => -x) : q;
}

/** Rest-to-posed matrices of frame `f` from the file's f32 numbers, row-major 3x4, 12B. */
export function motionOfTracks(tracks: BoneTracks, f: number): Float64Array {
  const { boneCount: B, parents, translations, rotations, scales, inverseBind } = tracks;
  const world = new Float64Array(12 * B);
  const local = new Float64Array(12);
  for (let j = 0; j < B; j++) {
    const at = f * B + j;
    const q = Float64Array.from(rotations.subarray(4 * at, 4 * at + 4));
    const length = Math.hypot(q[0], q[1], q[2], q[3]);
    for (let c = 0; c < 4; c++) q[c] /= length;
    const s = scales ? scales.subarray(3 * at, 3 * at + 3) : [1, 1, 1];
    composeTrs(local, 0, translations.subarray(3 * at, 3 * at + 3), q, s);
    if (parents[j] < 0) world.set(local, 12 * j);
    else multiplyAffine(world, 12 * j, world, 12 * parents[j], local, 0);
  }
  const motion = new Float64Array(12 * B);
  const unbind = Float64Array.from(inverseBind);
  for (let j = 0; j < B; j++) multiplyAffine(motion, 12 * j, world, 12 * j, unbind, 12 * j);
  return motion;
}
