/** Binds a mesh to bones: a skin with a cluster for each bone, and shapes that are added before it. */
import type { MeshPiece } from "../../../export/meshes/mesh-pieces";
import type { FileRig } from "../../../export/prepare";
import { chosenRows } from "./geometry";
import { int, properties, props, record } from "./record";
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

/** A channel of a blend shape, and the number of the rig's shape. */
export interface MorphChannel {
  id: bigint;
  shape: number;
}

/**
 * The points that a shape moves. If it moves none, only the first point, because a shape without points is not valid.
 */
function movedPoints(deltas: Float64Array): Int32Array {
  const moved: number[] = [];
  for (let n = 0; n < deltas.length / 3; n++) {
    if (deltas[3 * n] !== 0 || deltas[3 * n + 1] !== 0 || deltas[3 * n + 2] !== 0) moved.push(n);
  }
  return Int32Array.from(moved.length > 0 ? moved : [0]);
}

/** Adds the shapes of a correction, relative to the mesh. They have no normals. */
export function addShapes(
  scene: SceneRecords,
  { morphs }: FileRig,
  mesh: MeshPiece,
  geometry: bigint,
): MorphChannel[] {
  if (!morphs) return [];
  const { rank, shapes, restWeights } = morphs;
  const perShape = shapes.length / rank;
  const deformer = scene.add("Deformer", mesh.name, "BlendShape", [record("Version", [int(100)])]);
  scene.connect(deformer, geometry);
  return Array.from({ length: rank }, (_, n) => {
    const name = `correction_${n + 1}`;
    const deltas = chosenRows(shapes.subarray(n * perShape, (n + 1) * perShape), 3, mesh.points);
    const moved = movedPoints(deltas);
    const channel = scene.add("Deformer", name, "BlendShapeChannel", [
      record("Version", [int(100)]),
      record("DeformPercent", [100 * restWeights[n]]),
      record("FullWeights", [Float64Array.of(100)]),
      properties(props.number("DeformPercent", 100 * restWeights[n])),
    ]);
    const shape = scene.add("Geometry", name, "Shape", [
      record("Version", [int(100)]),
      record("Indexes", [moved]),
      record("Vertices", [chosenRows(deltas, 3, Uint32Array.from(moved))]),
      record("Normals", [new Float64Array(3 * moved.length)]),
    ]);
    scene.connect(channel, deformer);
    scene.connect(shape, channel);
    return { id: channel, shape: n };
  });
}
