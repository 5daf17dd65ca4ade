/**
 * The rest pose of a skeleton that was found together with its surface is free: the whole may stand elsewhere or in
 * another pose, and the motion makes up for it. Artists compare joints with the mesh at rest, so the skeleton takes the
 * pose in which its surface lies nearest to the mesh's own rest pose.
 */
import { fitRigid } from "../../decompose/edit/rigid-fit";
import type { MakeParallel } from "../../kernels/parallel";
import { IDENTITY, invertAffine, multiplyAffine } from "../../math/affine";
import { DisjointSets } from "../../mesh/disjoint-sets";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { blendPositions } from "../../model/rig/blend-positions";
import { placedBone } from "../../model/rig/placed-bone";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { poseFrames } from "../strict/pose-frames";

/**
 * The strict rig in the pose nearest to the mesh at rest. Where several bones move a vertex, its motion changes a
 * little, so weights and rest pose should be fitted again.
 */
export async function posedAtRest(
  makeParallel: MakeParallel,
  task: Task,
  sequence: MeshSequence,
  rig: Rig,
): Promise<Rig> {
  const { rest, name } = sequence;
  const still = { ...sequence, frameCount: 1, frames: rest, clips: [{ name, first: 0, last: 0 }] };
  const motion = Float32Array.from({ length: 12 * rig.bones.length }, (_, at) => IDENTITY[at % 12]);
  const posed = await poseFrames(makeParallel, task, still, { ...rig, motion });
  return reposed(rig, Float64Array.from(posed.motion));
}

/**
 * How each part of a rig moves as a whole to the place nearest to the mesh at rest. Parts are bones that share vertices
 * or a tree, so no vertex moves in the animation.
 * @returns 12B, for `reposed`.
 */
export function placeAtRest(targets: Float32Array, rig: Rig): Float64Array {
  const { offsets, bones: ids } = rig.weights;
  const parts = partsOf(rig);
  const part = Uint32Array.from({ length: offsets.length - 1 }, (_, i) => parts.find(ids[offsets[i]]));
  const points = { count: part.length, frames: 1, shares: new Float64Array(part.length).fill(1) };
  const goals = { ...points, rest: Float64Array.from(rig.rest), goals: Float64Array.from(targets) };
  const pose = new Float64Array(12 * rig.bones.length);
  const found = new Map<number, Float64Array>();
  for (let j = 0; j < rig.bones.length; j++) {
    const own = parts.find(j);
    const place = found.get(own) ?? fitRigid(goals, part, own, IDENTITY);
    found.set(own, place);
    pose.set(place, 12 * j);
  }
  return pose;
}

function partsOf({ bones, weights: { offsets, bones: ids } }: Rig): DisjointSets {
  const parts = new DisjointSets(bones.length);
  bones.forEach(({ parent }, j) => {
    if (parent >= 0) parts.union(j, parent);
  });
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) parts.union(ids[offsets[i]], ids[e]);
  }
  return parts;
}

/**
 * The rig with another pose as its rest pose.
 * @param pose 12B: the transform of each bone.
 */
export function reposed(rig: Rig, pose: Float64Array): Rig {
  const B = rig.bones.length;
  const back = new Float64Array(12 * B);
  for (let j = 0; j < B; j++) invertAffine(back, 12 * j, pose, 12 * j);
  const product = new Float64Array(12);
  const motion = new Float32Array(rig.motion.length);
  for (let at = 0; at < motion.length; at += 12) {
    multiplyAffine(product, 0, rig.motion, at, back, at % (12 * B));
    motion.set(product, at);
  }
  const bones = rig.bones.map((bone, j) => {
    const [x, y, z] = bone.head;
    const row = (r: number) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[r + 3];
    const turn = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((at) => pose[12 * j + at]);
    return placedBone(bone, [row(12 * j), row(12 * j + 4), row(12 * j + 8)], turn, 1);
  });
  const inPose = { ...rig, motion: Float32Array.from(pose) };
  return { ...rig, bones, motion, rest: blendPositions(inPose, 0, new Float32Array(rig.rest.length)) };
}
