/** Skins: the clusters of a file, which move points with bones. */

import { fromColumnMajor, IDENTITY } from "../../../math/affine";
import { checkBoneCount } from "../../assemble/check-raw";
import { inverseOf, mapProduct } from "../../gltf/read/rig/maps";
import type { Geometry, Skin } from "../../gltf/read/scene/scene";
import { childList, childOf, textOf } from "../document/node";
import type { FbxObject, FbxObjects } from "../objects/objects";

/** The tolerance for the sum 1 of cluster weights. */
const SUM_ERROR = 1e-3;

/** The skin of a mesh, and the rows of its points. */
export interface FbxSkin {
  skin: Skin;
  rows: Pick<Geometry, "influences" | "joints" | "weights" | "rowStarts" | "brokenRows">;
  notes: string[];
}

interface Cluster {
  joint: number;
  inverseBind: Float64Array;
  points: ArrayLike<number>;
  weights: ArrayLike<number>;
  mode: string;
}

/** A transform of a file: 16 numbers, column by column, or null. */
function matrixOf({ node }: FbxObject, name: string): Float64Array | null {
  const numbers = childList(node, name);
  if (!numbers || numbers.length < 16) return null;
  const out = new Float64Array(12);
  fromColumnMajor(out, 0, numbers, 0);
  return out.every(Number.isFinite) ? out : null;
}

/** The places of models when they were bound, from the bind poses. */
export function bindPlaces(objects: FbxObjects): Map<unknown, Float64Array> {
  const places = new Map<unknown, Float64Array>();
  for (const { node } of objects.ofType("Pose")) {
    if (textOf(childOf(node, "Type")?.values[0]) !== "BindPose") continue;
    for (const child of node.children) {
      const id = childOf(child, "Node")?.values[0];
      const numbers = child.name === "PoseNode" ? childList(child, "Matrix") : null;
      if (!numbers || numbers.length < 16) continue;
      const place = new Float64Array(12);
      fromColumnMajor(place, 0, numbers, 0);
      if (place.every(Number.isFinite)) places.set(id, place);
    }
  }
  return places;
}

/**
 * The transform from a mesh's node to a bone's axes when they were bound: "Transform". Files without it have the bone's
 * place, "TransformLink", and the mesh's place is in the bind pose.
 */
function inverseBindOf(cluster: FbxObject, mesh: Float64Array): Float64Array {
  const given = matrixOf(cluster, "Transform");
  if (given) return given;
  const link = matrixOf(cluster, "TransformLink");
  const back = link && inverseOf(link);
  return back ? mapProduct(back, 0, mesh, 0) : mesh;
}

/** The clusters of the skins of a geometry, with the bones that they follow. */
function clustersOf(
  objects: FbxObjects,
  skins: readonly FbxObject[],
  models: ReadonlyMap<FbxObject, number>,
  mesh: Float64Array,
): { clusters: Cluster[]; lost: number } {
  const all = skins.flatMap((skin) => objects.childrenOfType(skin, "Deformer", "Cluster"));
  const clusters = all.flatMap((cluster): Cluster[] => {
    const [bone] = objects.childrenOfType(cluster, "Model");
    const joint = bone && models.get(bone);
    if (joint === undefined) return [];
    return [
      {
        joint,
        inverseBind: inverseBindOf(cluster, mesh),
        points: childList(cluster.node, "Indexes") ?? [],
        weights: childList(cluster.node, "Weights") ?? [],
        mode: textOf(childOf(cluster.node, "Mode")?.values[0]),
      },
    ];
  });
  return { clusters, lost: all.length - clusters.length };
}

/** The rows of all points: where each begins, the cluster of each weight, and the file's weights. */
function rowsOf(clusters: readonly Cluster[], pointCount: number) {
  const rowStarts = new Uint32Array(pointCount + 1);
  const each = (visit: (point: number, cluster: number, weight: number) => void) => {
    clusters.forEach(({ points, weights }, cluster) => {
      for (let n = 0; n < Math.min(points.length, weights.length); n++) {
        if (points[n] >= 0 && points[n] < pointCount && weights[n] !== 0)
          visit(points[n], cluster, weights[n]);
      }
    });
  };
  // Each row has one more place, for the weight of the mesh itself.
  for (let i = 0; i <= pointCount; i++) rowStarts[i] = i;
  const counts = new Uint32Array(pointCount);
  each((point) => counts[point]++);
  let before = 0;
  for (let i = 0; i < pointCount; i++) {
    rowStarts[i] += before;
    before += counts[i];
  }
  rowStarts[pointCount] += before;
  const joints = new Uint16Array(rowStarts[pointCount]);
  const weights = new Float64Array(rowStarts[pointCount]);
  const filled = new Uint32Array(pointCount);
  each((point, cluster, weight) => {
    const at = rowStarts[point] + filled[point]++;
    joints[at] = cluster;
    weights[at] = weight;
  });
  return { rowStarts, joints, weights };
}

/**
 * Makes rows of weights sum to 1. If the clusters' weights are absolute, the mesh gets what is missing from 1. Points
 * without weights also stay with the mesh.
 * @param own the joint that represents the mesh itself. It has the last place of each row.
 */
function settleRows(
  { rowStarts, joints, weights }: ReturnType<typeof rowsOf>,
  own: number,
  isTotal: boolean,
): { brokenRows: number; usesOwn: boolean } {
  let [brokenRows, usesOwn] = [0, false];
  for (let i = 0; i + 1 < rowStarts.length; i++) {
    const [begin, last] = [rowStarts[i], rowStarts[i + 1] - 1];
    let [sum, isBroken] = [0, false];
    for (let e = begin; e < last; e++) {
      if (!Number.isFinite(weights[e])) {
        weights[e] = 0;
        isBroken = true;
      }
      sum += weights[e];
    }
    if (isBroken) brokenRows++;
    joints[last] = own;
    const rest = 1 - sum;
    const isEmpty = Math.abs(sum) < 1e-12;
    if (isEmpty) weights.fill(0, begin, last);
    if (isEmpty || (isTotal && rest > SUM_ERROR)) {
      weights[last] = isEmpty ? 1 : rest;
      usesOwn = true;
    } else for (let e = begin; e < last; e++) weights[e] /= sum;
  }
  return { brokenRows, usesOwn };
}

/** Sentences about skins that cannot be read in the way that the file asks for. */
function notesOf(skins: readonly FbxObject[], clusters: readonly Cluster[], name: string): string[] {
  const kinds = skins.map(({ node }) => textOf(childOf(node, "SkinningType")?.values[0]));
  const notes: string[] = [];
  if (kinds.some((kind) => /dual|blend/i.test(kind))) {
    notes.push(
      `The skin of ${name} blends dual quaternions in its program; here its weights blend linearly.`,
    );
  }
  if (clusters.some(({ mode }) => mode === "Additive")) {
    notes.push(`Bones of ${name} add their motions up in its program; here their weights are shares of 1.`);
  }
  return notes;
}

/**
 * The skin of a geometry; null if it has none. If the bones that it should follow are not in the file, `isLost` is set,
 * and it keeps its pose.
 * @param file its name, for error messages.
 * @param node the node of the mesh.
 * @param place the place of the mesh when it was bound.
 * @throws SinewError for more bones than a rig can have; FbxDamage if its lists are damaged.
 */
export function readSkin(
  objects: FbxObjects,
  geometry: FbxObject,
  file: string,
  mesh: { node: number; name: string; place: Float64Array; pointCount: number },
  models: ReadonlyMap<FbxObject, number>,
): FbxSkin | "lost" | null {
  const skins = objects.childrenOfType(geometry, "Deformer", "Skin");
  const { clusters, lost } = clustersOf(objects, skins, models, mesh.place);
  if (lost > 0) return "lost";
  if (clusters.length === 0) return null;
  checkBoneCount(file, clusters.length);
  const rows = rowsOf(clusters, mesh.pointCount);
  const isTotal = clusters.some(({ mode }) => mode === "Total1");
  const { brokenRows, usesOwn } = settleRows(rows, clusters.length, isTotal);
  const joints = clusters.map(({ joint }) => joint);
  const inverses = clusters.map(({ inverseBind }) => inverseBind);
  if (usesOwn) {
    checkBoneCount(file, clusters.length + 1);
    joints.push(mesh.node);
    inverses.push(Float64Array.from(IDENTITY));
  } else
    rows.joints.forEach((joint, e) => {
      if (joint === clusters.length) rows.joints[e] = 0;
    });
  const inverseBind = new Float64Array(12 * joints.length);
  inverses.forEach((inverse, j) => {
    inverseBind.set(inverse, 12 * j);
  });
  const longest = rows.rowStarts.reduce(
    (most, start, i) => Math.max(most, i ? start - rows.rowStarts[i - 1] : 0),
    0,
  );
  return {
    skin: { name: "", joints, inverseBind },
    rows: { ...rows, influences: longest, ...(brokenRows > 0 && { brokenRows }) },
    notes: notesOf(skins, clusters, mesh.name),
  };
}
