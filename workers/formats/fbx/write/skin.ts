/** Binds a mesh to bones: a skin with a cluster for each bone, and shapes that are added before it. */

import { morphsOf } from "../../../export/meshes/file-morphs";
import type { MeshPiece } from "../../../export/meshes/mesh-pieces";
import { type PieceMorph, pieceMorph } from "../../../export/meshes/piece-morph";
import type { FileRig } from "../../../export/prepare";
import { int, plainName, properties, props, record } from "./record";
import type { SceneRecords } from "./scene";

/** A row-major 3x4 as the 16 numbers of a file, column by column. */
export function matrix16(m: ArrayLike<number>, at = 0): Float64Array {
  const out = new Float64Array(16);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) out[4 * c + r] = m[at + 4 * r + c];
  out[15] = 1;
  return out;
}

/** For each bone, the points of a mesh that it moves, with their weights. */
function weightsOfBones({ rig, weights: { slots, joints, weights } }: FileRig, { points }: MeshPiece) {
  const bones = rig.bones.map(() => ({ points: [] as number[], weights: [] as number[] }));
  for (let n = 0; n < points.length; n++) {
    for (let at = slots * points[n]; at < slots * (points[n] + 1); at++) {
      if (!(weights[at] > 0)) continue;
      const own = bones[joints[at]];
      own.points.push(n);
      own.weights.push(weights[at]);
    }
  }
  return bones;
}

/** A bone in the bind pose. */
export interface BoundBone {
  id: bigint;
  name: string;
  /** Its place and the inverse, row-major 3x4. */
  place: Float64Array;
  inverse: Float64Array;
}

/** @param geometry of the mesh. Its node must not be moved or turned. */
export function addSkin(
  scene: SceneRecords,
  content: FileRig,
  mesh: MeshPiece,
  geometry: bigint,
  bones: readonly BoundBone[],
): void {
  const skin = scene.add("Deformer", mesh.name, "Skin", [
    record("Version", [int(101)]),
    record("Link_DeformAcuracy", [50]),
    record("SkinningType", ["Linear"]),
  ]);
  scene.connect(skin, geometry);
  for (const [j, { points, weights }] of weightsOfBones(content, mesh).entries()) {
    if (points.length === 0) continue;
    const { id, name, place, inverse } = bones[j];
    const cluster = scene.add("Deformer", name, "Cluster", [
      record("Version", [int(100)]),
      record("UserData", ["", ""]),
      record("Indexes", [Int32Array.from(points)]),
      record("Weights", [Float64Array.from(weights)]),
      record("Transform", [matrix16(inverse)]),
      record("TransformLink", [matrix16(place)]),
    ]);
    scene.connect(cluster, skin);
    scene.connect(id, cluster);
  }
}

/** A shape that adds nothing to the first point. */
const UNCHANGED: PieceMorph = {
  points: Uint32Array.of(0),
  offsets: new Float32Array(3),
  normals: new Float32Array(3),
};

/** A channel of a blend shape, and the number of the file's shape. */
export interface MorphChannel {
  id: bigint;
  shape: number;
}

/** Adds shapes, relative to the mesh. */
export function addShapes(
  scene: SceneRecords,
  { morphs, sequence }: FileRig,
  mesh: MeshPiece,
  geometry: bigint,
): MorphChannel[] {
  const targets = morphs ? morphsOf(morphs, mesh.points) : [];
  if (!morphs || targets.length === 0) return [];
  const deformer = scene.add("Deformer", mesh.name, "BlendShape", [record("Version", [int(100)])]);
  scene.connect(deformer, geometry);
  return targets.map((n) => {
    const [name, percent] = [plainName(morphs.names[n]), 100 * morphs.restWeights[n]];
    const changed = pieceMorph(morphs, n, mesh, sequence.solverIndex);
    // A shape without points is not valid.
    const { points, offsets, normals } = changed.points.length > 0 ? changed : UNCHANGED;
    const channel = scene.add("Deformer", name, "BlendShapeChannel", [
      record("Version", [int(100)]),
      record("DeformPercent", [percent]),
      record("FullWeights", [Float64Array.of(100)]),
      properties(props.number("DeformPercent", percent)),
    ]);
    const shape = scene.add("Geometry", name, "Shape", [
      record("Version", [int(100)]),
      record("Indexes", [Int32Array.from(points)]),
      record("Vertices", [Float64Array.from(offsets)]),
      record("Normals", [Float64Array.from(normals ?? new Float64Array(3 * points.length))]),
    ]);
    scene.connect(channel, deformer);
    scene.connect(shape, channel);
    return { id: channel, shape: n };
  });
}
