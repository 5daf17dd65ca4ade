/**
 * The motion of a rig in the form of files: nodes with translation, rotation and, for affine bones, scale.
 *
 * A rigid bone is one node. If the parent carries a bone's joint, the bone keeps the joint's place at rest, so its
 * length is constant to the last bit. An affine bone that shears is a pair of nodes, or the nearest transform of one,
 * whose head is exact and whose shear is lost (bone-rest-frames.ts).
 */

import { composeTrs, invertAffine, multiplyAffine } from "../../math/affine";
import { nearestQuaternion } from "../../math/best-rotation";
import { product3 } from "../../math/matrix3";
import type { Rig } from "../../model/rig/rig";
import { type JointFrame, linearPart, nodePlace, type Trs, trsBelow, worldOf } from "./bone-rest-frames";
import { layoutNodes, type NodeLayout, nodePart } from "./layout-nodes";
import { nearerSign, type ShearFactors, shearFactors } from "./shear-factors";
import { quaternionMatrix } from "./stretch";

/** Transforms of the nodes of a file, relative to their parents. N nodes, F moments. */
export interface BoneTracks extends NodeLayout {
  /** F. */
  frameCount: number;
  /** Moments per frame of the animation: 1, or more if pairs have keys between the frames. */
  perFrame: number;
  /** N. */
  nodeCount: number;
  /** Translation and rotation of each node at rest, 3N and 4N. */
  rest: Float64Array;
  restRotations: Float64Array;
  /** Inverse bind matrices of the bones, row-major 3x4, 12B. */
  inverseBind: Float32Array;
  /** F·N·3. */
  translations: Float32Array;
  /** F·N·4, unit quaternions x, y, z, w without jumps of sign from frame to frame. */
  rotations: Float32Array;
  /** F·N·3, or null for rigid bones. */
  scales: Float32Array | null;
  /** For each node, whether it has its rest translation in all frames of the file; and whether it never scales. */
  attached: readonly boolean[];
  unscaled: readonly boolean[];
}

/** Place of a rigid bone `j`'s node in frame `k`, relative to the armature. */
function poseOf(rig: Rig, k: number, j: number, rest: Float64Array) {
  const at = 12 * (k * rig.bones.length + j);
  const m = rig.motion.subarray(at, at + 12);
  const [x, y, z] = rig.bones[j].head;
  const t = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  return { t, q: nearestQuaternion(product3(linearPart(m, 0), quaternionMatrix(rest))) };
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

/** A node's transform relative to its parent. */
export interface NodePose {
  t: ArrayLike<number>;
  q: Float64Array;
  s: Float64Array;
}

/** The transforms of rigid bones in frame `k`. */
function rigidPoses(rig: Rig, k: number, restFrames: JointFrame[], rest: Float64Array): NodePose[] {
  const poses = rig.bones.map((_, j) => poseOf(rig, k, j, restFrames[j].q));
  return poses.map((pose, j) => {
    const { parent, attached } = restFrames[j];
    const { t, q } = parent < 0 ? pose : relative(pose, poses[parent]);
    return { t: attached ? rest.subarray(3 * j, 3 * j + 3) : t, q, s: UNSCALED };
  });
}

/** `place` relative to `above`, which boneRestFrames has found to be invertible. */
export function below(above: Float64Array | null, place: Float64Array): Float64Array {
  if (!above) return place;
  const [back, local] = [new Float64Array(12), new Float64Array(12)];
  invertAffine(back, 0, above, 0);
  multiplyAffine(local, 0, back, 0, place, 0);
  return local;
}

/** Transforms of affine bones, frame by frame: the factors start from the factors of the frame before. */
class AffinePoses {
  private readonly rig: Rig;
  private readonly restFrames: JointFrame[];
  private readonly factors: (ShearFactors | null)[];

  constructor(rig: Rig, restFrames: JointFrame[]) {
    this.rig = rig;
    this.restFrames = restFrames;
    this.factors = restFrames.map(() => null);
  }

  /** @param rest translations at rest of the bones' first nodes, relative to their parents, 3B */
  next(k: number, rest: Float64Array): NodePose[] {
    const worlds: Float64Array[] = [];
    return this.restFrames.flatMap((frame, j): NodePose[] => {
      const above = frame.parent < 0 ? null : worlds[frame.parent];
      const place = nodePlace(this.rig, k, j, frame.q);
      const own = rest.subarray(3 * j, 3 * j + 3);
      if (frame.pair) {
        worlds.push(place);
        return this.pair(j, below(above, place), frame.attached ? own : null);
      }
      // boneRestFrames has found that this parent works in every frame.
      const trs = trsBelow(above, place, frame.moments)!;
      if (frame.attached) trs.t = [...own];
      if (frame.unscaled) trs.s = UNSCALED;
      worlds.push(worldOf(above, trs));
      return [trs];
    });
  }

  private pair(j: number, local: Float64Array, attachedAt: ArrayLike<number> | null): NodePose[] {
    const factors = shearFactors(linearPart(local, 0), this.factors[j]);
    this.factors[j] = factors;
    return pairPoses(factors, attachedAt ?? [local[3], local[7], local[11]]);
  }
}

/** The transforms of a pair: the node that stretches, and the joint below it. */
export function pairPoses({ u, s, v }: ShearFactors, t: ArrayLike<number>): [NodePose, NodePose] {
  return [
    { t, q: u, s },
    { t: [0, 0, 0], q: Float64Array.of(-v[0], -v[1], -v[2], v[3]), s: UNSCALED },
  ];
}

/** Translation and rotation at rest of each bone's first node. */
function restOf({ bones }: Rig, restFrames: JointFrame[]) {
  const rest = new Float64Array(3 * bones.length);
  const rotations = new Float64Array(4 * bones.length);
  restFrames.forEach(({ q, parent }, j) => {
    const own = { t: bones[j].head, q };
    const node = parent < 0 ? own : relative(own, { t: bones[parent].head, q: restFrames[parent].q });
    rest.set(node.t, 3 * j);
    // Rounding may make a product longer than 1, which glTF does not allow.
    const length = Math.hypot(...node.q);
    rotations.set(
      node.q.map((x) => x / length),
      4 * j,
    );
  });
  return { rest, rotations };
}

/** Values of the nodes from the values of the bones; `lower` has the values for the lower node of each pair. */
function ofNodes(layout: NodeLayout, perBone: Float64Array, lower: readonly number[]): Float64Array {
  const width = lower.length;
  const out = new Float64Array(width * layout.nodeBones.length);
  layout.nodeBones.forEach((j, n) => {
    const own = perBone.subarray(width * j, width * (j + 1));
    out.set(nodePart(layout, n) === "lower" ? lower : own, width * n);
  });
  return out;
}

/** Writes the transform of node `n` at moment `f`. The quaternion keeps the sign of the moment before. */
export function writePose(tracks: BoneTracks, f: number, n: number, { t, q, s }: NodePose): void {
  const { nodeCount: N, translations, rotations, scales } = tracks;
  const at = f * N + n;
  translations.set(t, 3 * at);
  rotations.set(f > 0 ? nearerSign(q, rotations.subarray(4 * (at - N))) : q, 4 * at);
  scales?.set(s, 3 * at);
}

/**
 * @param frames the frames to use, in order
 * @param restFrames the joints' rest frames, from `boneRestFrames`; the same for all clips of a file
 */
export function boneTracks(rig: Rig, frames: ArrayLike<number>, restFrames: JointFrame[]): BoneTracks {
  const layout = layoutNodes(restFrames);
  const [F, N] = [frames.length, layout.nodeBones.length];
  const { rest, rotations } = restOf(rig, restFrames);
  const flags = (pick: (frame: JointFrame) => boolean) =>
    restFrames.flatMap((frame) => (frame.pair ? [pick(frame), true] : [pick(frame)]));
  const tracks: BoneTracks = {
    ...layout,
    frameCount: F,
    perFrame: 1,
    nodeCount: N,
    rest: ofNodes(layout, rest, [0, 0, 0]),
    restRotations: ofNodes(layout, rotations, [0, 0, 0, 1]),
    inverseBind: inverseBindOf(rig, restFrames),
    translations: new Float32Array(3 * F * N),
    rotations: new Float32Array(4 * F * N),
    scales: rig.boneKind === "affine" ? new Float32Array(3 * F * N) : null,
    attached: flags(({ attached }) => attached),
    unscaled: flags(({ unscaled }) => unscaled),
  };
  const affine = new AffinePoses(rig, restFrames);
  for (let f = 0; f < F; f++) {
    const poses =
      rig.boneKind === "rigid" ? rigidPoses(rig, frames[f], restFrames, rest) : affine.next(frames[f], rest);
    for (const [n, pose] of poses.entries()) writePose(tracks, f, n, pose);
  }
  return tracks;
}
