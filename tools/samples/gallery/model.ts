/**
 * A model of the gallery: a generated mesh at rest, a skeleton, smooth weights for the classic deformers, and test
 * poses.
 */
import type { Material } from "../../../workers/model/mesh/appearance";
import { type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { type Pose, restPose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { type GeneratedPart, makeSequence } from "../make-sequence";
import type { Vec3 } from "../vector";
import { nearestFlesh, spreadWeights } from "./spread-weights";

export interface GalleryBone {
  name: string;
  /** Name of the parent, which must come first; null for a root. */
  parent: string | null;
  head: Vec3;
  tail: Vec3;
  /** Radius of the flesh at head and tail, which decides which vertices the bone owns. */
  radii: [number, number];
}

/**
 * The effect of a pose on one bone: rotations about the axes of the rest pose in this order, in degrees, and a shift.
 */
export interface BoneTurn {
  turns?: [axis: Vec3, degrees: number][];
  shift?: Vec3;
}

export interface GalleryModel {
  /** One frame, the rest pose; metres, y up. */
  sequence: MeshSequence;
  /** The weights are smooth; `bind: "rigid"` derives from them the bones that own the vertices. */
  rig: Rig;
  poses: Pose[];
}

export interface ModelParts {
  name: string;
  points: Vec3[];
  parts: GeneratedPart[];
  materials: Material[];
  bones: GalleryBone[];
  /** p κ for spreading the weights along the surface. */
  smoothness: number;
  /** By name; a pose leaves a bone at rest if it does not name it. */
  poses: Record<string, Record<string, BoneTurn>>;
}

/** Warm skin, and the darker squares and bands on it that show how the skin moves. */
export const SKIN: Material = { name: "skin", baseColour: [0.56, 0.44, 0.35, 1], doubleSided: false };
export const MARK: Material = { name: "mark", baseColour: [0.25, 0.15, 0.105, 1], doubleSided: false };

type Quaternion = [x: number, y: number, z: number, w: number];

function aboutAxis([x, y, z]: Vec3, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half) / (Math.hypot(x, y, z) || 1);
  return [s * x, s * y, s * z, Math.cos(half)];
}

function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function poseOf(bones: Rig["bones"], name: string, moved: Record<string, BoneTurn>): Pose {
  const pose = restPose(bones, name);
  for (const [bone, { turns = [], shift }] of Object.entries(moved)) {
    const j = bones.findIndex((other) => other.name === bone);
    if (j < 0) throw new Error(`${name} poses the bone ${bone}, which is not there`);
    const whole = turns.reduce<Quaternion>((q, turn) => product(aboutAxis(...turn), q), [0, 0, 0, 1]);
    pose.rotations.set(whole, 4 * j);
    if (shift) pose.translations.set(shift, 3 * j);
  }
  return pose;
}

/** The identity for every bone. */
function motionless(bones: number): Float32Array {
  return Float32Array.from({ length: 12 * bones }, (_, n) => ((n % 12) % 5 === 0 ? 1 : 0));
}

/** @throws SinewError if the mesh is invalid. */
export async function makeModel(model: ModelParts): Promise<GalleryModel> {
  const rest = Float32Array.from(model.points.flat());
  const { name, parts, materials } = model;
  const sequence = makeSequence({ name, fps: 24, rest, frames: rest.slice(), parts, materials });
  const bones = model.bones.map(({ name: own, parent, head }) => ({
    name: own,
    parent: model.bones.findIndex((other) => other.name === parent),
    head: [...head] as [number, number, number],
  }));
  const weights = await spreadWeights(
    sequence,
    nearestFlesh(model.points, model.bones),
    bones.length,
    model.smoothness,
    0.01 * restDiagonal(sequence),
  );
  const motion = motionless(bones.length);
  return {
    sequence,
    rig: { version: 1, bones, boneKind: "rigid", weights, motion, rest },
    poses: Object.entries(model.poses).map(([pose, moved]) => poseOf(bones, pose, moved)),
  };
}

/** The pose with that name. */
export function poseNamed({ poses, sequence }: GalleryModel, name: string): Pose {
  const found = poses.find((pose) => pose.name === name);
  if (!found) throw new Error(`${sequence.name} has no pose ${name}`);
  return found;
}
