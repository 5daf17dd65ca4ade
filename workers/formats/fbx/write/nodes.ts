/** Writes the nodes of a file: limbs for bones, and the bind pose. */

import { eulerAngles } from "../../../export/bones/euler-angles";
import type { EulerTrack } from "../../../export/bones/euler-tracks";
import type { JointOrients } from "../../../export/bones/joint-orients";
import { nodePart } from "../../../export/bones/layout-nodes";
import { restWorlds } from "../../../export/bones/play-tracks";
import type { FileRig } from "../../../export/prepare";
import { IDENTITY, invertAffine } from "../../../math/affine";
import { rotationMatrix } from "../../../math/quaternion";
import { skeletonOfRig } from "../../../model/skeleton/skeleton-of-rig";
import { int, properties, props, record } from "./record";
import { SCENE_ID, type SceneRecords } from "./scene";
import { type BoundBone, matrix16 } from "./skin";

/**
 * Rotation orders by their number in a file. Our names have the axes in the order of multiplication, FBX in the order
 * of application.
 */
const ORDERS = ["ZYX", "YZX", "XZY", "ZXY", "YXZ", "XYZ"];

/** Children inherit scale and shear: matrices of nodes are simply multiplied. */
const INHERIT_ALL = 1;

const DEGREES = 180 / Math.PI;

/** Angles about x, y and z in degrees, from angles in radians in the order of multiplication. */
export function degreesOf({ order }: EulerTrack, angles: ArrayLike<number>, at = 0): number[] {
  const out = [0, 0, 0];
  for (let n = 0; n < 3; n++) out["XYZ".indexOf(order[n])] = DEGREES * angles[at + n];
  return out;
}

const modelRecords = (properties70: ReturnType<typeof properties>) => [
  record("Version", [int(232)]),
  properties70,
  record("Shading", [true]),
  record("Culling", ["CullingOff"]),
];

/** Adds a node at the origin, for a mesh whose bones are in the scene's coordinates. */
export function addMeshNode(scene: SceneRecords, name: string): bigint {
  const list = properties(
    props.enum("InheritType", INHERIT_ALL),
    props.int("DefaultAttributeIndex", 0),
    props.local("Lcl Translation", [0, 0, 0]),
    props.local("Lcl Rotation", [0, 0, 0]),
    props.local("Lcl Scaling", [1, 1, 1]),
  );
  const id = scene.add("Model", name, "Mesh", modelRecords(list));
  scene.connect(id, SCENE_ID);
  return id;
}

/** A pre-rotation is always in the usual order: about x first. */
function preRotation(orient: ArrayLike<number>): number[] {
  const matrix = new Float64Array(9);
  rotationMatrix(orient, 0, matrix, 0);
  return eulerAngles(matrix, "ZYX", [0, 0, 0])
    .map((angle) => DEGREES * angle)
    .reverse();
}

interface Limb {
  name: string;
  translation: number[];
  /** The joint's orient; null without its own axes. */
  orient: ArrayLike<number> | null;
  turns: EulerTrack;
  size: number;
}

function addLimb(scene: SceneRecords, { name, translation, orient, turns, size }: Limb) {
  const attribute = scene.add("NodeAttribute", name, "LimbNode", [
    properties(props.double("Size", size)),
    record("TypeFlags", ["Skeleton"]),
  ]);
  const list = properties(
    props.enum("RotationOrder", ORDERS.indexOf(turns.order)),
    props.bool("RotationActive", true),
    ...(orient ? [props.vector("PreRotation", preRotation(orient))] : []),
    props.enum("InheritType", INHERIT_ALL),
    props.int("DefaultAttributeIndex", 0),
    props.local("Lcl Translation", translation),
    props.local("Lcl Rotation", degreesOf(turns, turns.rest)),
    props.local("Lcl Scaling", [1, 1, 1]),
  );
  const id = scene.add("Model", name, "LimbNode", modelRecords(list));
  scene.connect(attribute, id);
  return id;
}

/** The nodes of the skeleton, and which of them are bones. */
export interface Limbs {
  nodes: bigint[];
  bones: BoundBone[];
  /** The place of each node at rest, row-major 3x4, 12N. */
  places: Float64Array;
}

export function addLimbs(
  scene: SceneRecords,
  { rig, clips: [{ tracks }] }: FileRig,
  turns: readonly EulerTrack[],
  orients: JointOrients,
  names: readonly string[],
): Limbs {
  const { nodeBones, joints, parents, rest } = tracks;
  const segments = skeletonOfRig(rig).segments;
  const nodes: bigint[] = [];
  for (const [n, j] of nodeBones.entries()) {
    const { head, tail } = segments[j];
    const length = nodePart(tracks, n) === "upper" ? 0 : Math.hypot(...tail.map((x, c) => x - head[c]));
    const translation = [...rest.subarray(3 * n, 3 * n + 3)];
    nodes.push(
      addLimb(scene, { name: names[n], translation, orient: orients[n], turns: turns[n], size: length }),
    );
    scene.connect(nodes[n], parents[n] < 0 ? SCENE_ID : nodes[parents[n]]);
  }
  const places = restWorlds(tracks);
  const bones = Array.from(joints, (n): BoundBone => {
    const place = places.slice(12 * n, 12 * n + 12);
    const inverse = new Float64Array(12);
    invertAffine(inverse, 0, place, 0);
    return { id: nodes[n], name: names[n], place, inverse };
  });
  return { nodes, bones, places };
}

/** Adds the bind pose: the places of all meshes and of all nodes of the skeleton. */
export function addBindPose(scene: SceneRecords, meshes: readonly bigint[], { nodes, places }: Limbs): void {
  const poses = [
    ...meshes.map((id): [bigint, Float64Array] => [id, matrix16(IDENTITY)]),
    ...nodes.map((id, n): [bigint, Float64Array] => [id, matrix16(places, 12 * n)]),
  ];
  scene.add("Pose", "bind pose", "BindPose", [
    record("Type", ["BindPose"]),
    record("Version", [int(100)]),
    record("NbPoseNodes", [int(poses.length)]),
    ...poses.map(([id, matrix]) =>
      record("PoseNode", [], [record("Node", [id]), record("Matrix", [matrix])]),
    ),
  ]);
}
