/**
 * The motion of a rig as a glTF file has it: each bone a node with translation, rotation and, for affine bones, scale.
 *
 * A rigid bone is exact. An affine bone is replaced by the nearest product of rotation and axis scales: with its
 * linear part A, min |A − R·diag(s)|² alternates s = diag(RᵀA) and R = nearest rotation to A·diag(s); each half step
 * is optimal, so that the residual never rises. Where the bone's head goes is kept exactly: shear is lost around it.
 */
import type { Rig } from "../../model/rig";
import { composeTrs, multiplyAffine } from "./affine";
import { nearestRotation } from "./nearest-rotation";

export interface BoneTracks {
  frameCount: number;
  boneCount: number;
  /** Parent of each bone's node, -1 is the armature. Affine bones have no parents: scale below scale would shear. */
  parents: Int32Array;
  /** Translation of each node at rest, 3B. */
  rest: Float64Array;
  /** Inverse bind translations, 3B: minus the bones' heads. */
  inverseBind: Float32Array;
  /** F·B·3. */
  translations: Float32Array;
  /** F·B·4, unit quaternions x, y, z, w without jumps of sign from frame to frame. */
  rotations: Float32Array;
  /** F·B·3, or null for rigid bones. */
  scales: Float32Array | null;
}

const MOST_ALTERNATIONS = 30;

/** Rotation and scales nearest to the linear part of the row-major 3x4 at `at`. */
function nearestRotationAndScale(m: Float64Array, at: number): { q: Float64Array; s: Float64Array } {
  const a = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[at + c]);
  const size = a.reduce((sum, x) => sum + x * x, 0);
  const r = new Float64Array(12);
  let q = nearestRotation(a);
  const s = new Float64Array(3);
  let explained = 0;
  for (let step = 0; step < MOST_ALTERNATIONS; step++) {
    composeTrs(r, 0, [0, 0, 0], q, [1, 1, 1]);
    for (let c = 0; c < 3; c++) s[c] = r[c] * a[c] + r[4 + c] * a[3 + c] + r[8 + c] * a[6 + c];
    // |A − R·diag(s)|² = |A|² − |s|² at the optimal s.
    const now = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    if (now - explained <= 1e-12 * size || step === MOST_ALTERNATIONS - 1) break;
    explained = now;
    q = nearestRotation(a.map((x, i) => x * s[i % 3]));
  }
  return { q, s };
}

/** Posed frame of bone `j` in frame `k`: M · T(head), row-major 3x4 with its TRS nearest. */
function poseOf(rig: Rig, k: number, j: number, affine: boolean) {
  const m = Float64Array.from(
    rig.motion.subarray(12 * (k * rig.bones.length + j), 12 * (k * rig.bones.length + j + 1)),
  );
  const [x, y, z] = rig.bones[j].head;
  const t = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  if (affine) return { t, ...nearestRotationAndScale(m, 0) };
  return { t, q: nearestRotation([0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[c])), s: null };
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

/** @param frames the frames to take, in order */
export function boneTracks(rig: Rig, frames: ArrayLike<number>): BoneTracks {
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
    inverseBind: Float32Array.from({ length: 3 * B }, (_, c) => -rig.bones[Math.floor(c / 3)].head[c % 3]),
    translations: new Float32Array(3 * F * B),
    rotations: new Float32Array(4 * F * B),
    scales: affine ? new Float32Array(3 * F * B) : null,
  };
  for (let f = 0; f < F; f++) {
    const poses = rig.bones.map((_, j) => poseOf(rig, frames[f], j, affine));
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
    const s = scales ? scales.subarray(3 * at, 3 * at + 3) : [1, 1, 1];
    composeTrs(
      local,
      0,
      translations.subarray(3 * at, 3 * at + 3),
      q.map((x) => x / length),
      s,
    );
    if (parents[j] < 0) world.set(local, 12 * j);
    else multiplyAffine(world, 12 * j, world, 12 * parents[j], local, 0);
  }
  for (let j = 0; j < B; j++) {
    const [x, y, z] = inverseBind.subarray(3 * j, 3 * j + 3);
    for (let r = 12 * j; r < 12 * j + 12; r += 4)
      world[r + 3] += world[r] * x + world[r + 1] * y + world[r + 2] * z;
  }
  return world;
}
