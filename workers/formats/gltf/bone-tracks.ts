/**
 * The motion of a rig as a glTF file has it: each bone a node with translation, rotation and, for affine bones, scale.
 *
 * A rigid bone is exact; an affine bone is replaced by what a node can do (stretch.ts), with the refusal of shear
 * around its head, which goes exactly where it should.
 */
import type { Rig } from "../../model/rig";
import { composeTrs, multiplyAffine } from "./affine";
import { nearestRotation } from "./nearest-rotation";
import { bestRestFrame, matrixOf, multiply3, nearestRotationAndScale, type RestFrame } from "./stretch";

export interface BoneTracks {
  frameCount: number;
  boneCount: number;
  /** Parent of each bone's node, -1 is the armature. Affine bones have no parents: scale below scale would shear. */
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
}

const linearPart = (m: ArrayLike<number>, at: number) => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[at + c]);

/** Second moments of what bone `j` moves, about its head: Σ w² (v − head)(v − head)ᵀ, 9B. */
function spreads({ bones, weights, rest }: Rig): Float64Array {
  const moments = new Float64Array(9 * bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      const d = bones[j].head.map((x, c) => rest[3 * i + c] - x);
      const w = weights.values[e] * weights.values[e];
      for (let c = 0; c < 9; c++) moments[9 * j + c] += w * d[Math.floor(c / 3)] * d[c % 3];
    }
  }
  return moments;
}

/** How each joint of an affine rig stands at rest so that `frames` lose least; rigid joints stand straight. */
export function restFrames(rig: Rig, frames: ArrayLike<number>): RestFrame[] {
  if (rig.boneKind === "rigid") {
    return rig.bones.map(() => ({ q: Float64Array.of(0, 0, 0, 1), moments: Float64Array.of(1, 1, 1) }));
  }
  const moments = spreads(rig);
  return rig.bones.map((_, j) => {
    const linear = new Float64Array(9 * frames.length);
    for (let f = 0; f < frames.length; f++) {
      linear.set(linearPart(rig.motion, 12 * (frames[f] * rig.bones.length + j)), 9 * f);
    }
    return bestRestFrame(linear, moments.subarray(9 * j, 9 * j + 9));
  });
}

/** Where bone `j` has its node in frame `k`, seen from the armature. */
function poseOf(rig: Rig, k: number, j: number, stands: RestFrame) {
  const at = 12 * (k * rig.bones.length + j);
  const m = rig.motion.subarray(at, at + 12);
  const [x, y, z] = rig.bones[j].head;
  const t = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  if (rig.boneKind === "rigid") return { t, q: nearestRotation(linearPart(m, 0)), s: null };
  return { t, ...nearestRotationAndScale(multiply3(linearPart(m, 0), matrixOf(stands.q)), stands.moments) };
}

/** Inverse of T(head)·Q as 3x4 in f32. */
function inverseBindOf(rig: Rig, stands: RestFrame[]): Float32Array {
  const out = new Float32Array(12 * stands.length);
  for (const [j, { q }] of stands.entries()) {
    const [head, axes] = [rig.bones[j].head, matrixOf(q)];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[12 * j + 4 * r + c] = axes[3 * c + r];
      out[12 * j + 4 * r + 3] = -(axes[r] * head[0] + axes[3 + r] * head[1] + axes[6 + r] * head[2]);
    }
  }
  return out;
}

/** Rotation and translation of `child` seen from `parent`, both given in the armature. */
function relative(child: { t: number[]; q: Float64Array }, parent: { t: number[]; q: Float64Array }) {
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

/**
 * @param frames the frames to take, in order
 * @param stands how the joints stand at rest, from `restFrames`; the same for all clips of a file
 */
export function boneTracks(rig: Rig, frames: ArrayLike<number>, stands: RestFrame[]): BoneTracks {
  const affine = rig.boneKind === "affine";
  const [F, B] = [frames.length, rig.bones.length];
  const parents = Int32Array.from(rig.bones, (bone) => (affine ? -1 : bone.parent));
  const head = (j: number) => (j < 0 ? [0, 0, 0] : rig.bones[j].head);
  const tracks: BoneTracks = {
    frameCount: F,
    boneCount: B,
    parents,
    rest: Float64Array.from({ length: 3 * B }, (_, c) => {
      const j = Math.floor(c / 3);
      return head(j)[c % 3] - head(parents[j])[c % 3];
    }),
    restRotations: Float64Array.from({ length: 4 * B }, (_, c) => stands[Math.floor(c / 4)].q[c % 4]),
    inverseBind: inverseBindOf(rig, stands),
    translations: new Float32Array(3 * F * B),
    rotations: new Float32Array(4 * F * B),
    scales: affine ? new Float32Array(3 * F * B) : null,
  };
  for (let f = 0; f < F; f++) {
    const poses = rig.bones.map((_, j) => poseOf(rig, frames[f], j, stands[j]));
    for (let j = 0; j < B; j++) {
      const { t, q } = parents[j] < 0 ? poses[j] : relative(poses[j], poses[parents[j]]);
      const at = f * B + j;
      tracks.translations.set(t, 3 * at);
      tracks.rotations.set(steadySign(q, tracks.rotations, f > 0 ? 4 * (at - B) : -1), 4 * at);
      tracks.scales?.set(poses[j].s!, 3 * at);
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

/** Rest-to-posed matrices of frame `f` as the file's f32 numbers give them, row-major 3x4, 12B. */
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
