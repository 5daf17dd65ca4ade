import { placed } from "../../../../geometry/placing";
import { PointGrid } from "../../../../geometry/point-grid";
import { distance } from "../../../../math/vectors";
import type { SkinnedMesh } from "../../../../model/files/skeleton-file";
import { type MeshSequence, restDiagonal } from "../../../../model/mesh/mesh-sequence";
import { blendPositions } from "../../../../model/rig/blend-positions";
import type { Bone } from "../../../../model/rig/rig";
import type { SparseWeights } from "../../../../model/rig/sparse-weights";
import { WeightBuilder } from "../../../../model/rig/weight-builder";
import type { Placement } from "../../../../model/skeleton/fit/fit-alignment";

/** Two vertices are the same if they are this near, as a share of the diagonal. */
const SAME_PLACE = 1e-3;
/** The same in a pose, if at least this share of the vertices has its own. Seams may be split in one of the files. */
const SAME_POSED = 0.01;
const OWN = 0.98;
/** Triangles tell vertices apart if a vertex has at least this many corners in the mean. */
const CORNERS = 2;

export interface CarriedMesh {
  weights: SparseWeights;
  /** The mesh of the file in the bind pose, 3V. */
  rest: Float32Array;
}

/**
 * A skeleton file's own mesh for the vertices of a sequence. Vertices correspond by the triangles if both meshes have
 * the same ones, otherwise by their place at rest. Bones correspond by place too, because readers make up different
 * names for bones without names.
 * @param pose B·12: the pose of the bones in which the sequence rests; null for the bind pose.
 * @param first B·12: the pose of the bones in the first frame of the sequence; null without a clip.
 * @returns null if the meshes are not the same, or the bones are not.
 */
export function carriedMesh(
  sequence: MeshSequence,
  from: SkinnedMesh,
  bones: readonly Bone[],
  placement: Placement,
  pose: Float32Array | null,
  first: Float32Array | null,
): CarriedMesh | null {
  const boneOf = bonesByPlace(bones, from, placement, restDiagonal(sequence)) ?? bonesByName(bones, from);
  if (from.weights.bones.some((j) => boneOf[j] < 0)) return null;
  const all = Int32Array.from({ length: from.rest.length / 3 }, (_, i) => i);
  const own = reordered(from.weights, all, boneOf);
  const bind = placedPoints(from.rest, placement);
  const atRest = () =>
    pose
      ? byPosedPlace(sequence, sequence.rest, posedPoints(bind, own, bones, pose))
      : byPlace(sequence, sequence.rest, bind, SAME_PLACE);
  // The animation may rest in a pose that the clip does not have, but it begins in one of the clip.
  const atFirst = () =>
    first && byPosedPlace(sequence, sequence.frames, posedPoints(bind, own, bones, first));
  const vertexOf = byCorners(sequence, from) ?? atRest() ?? atFirst() ?? byNumber(sequence, from);
  if (!vertexOf) return null;
  const rest = Float32Array.from(sequence.rest, (_, at) => bind[3 * vertexOf[Math.floor(at / 3)] + (at % 3)]);
  return { weights: reordered(from.weights, vertexOf, boneOf), rest };
}

function placedPoints(points: Float32Array, placement: Placement): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i < out.length; i += 3) out.set(placed(placement, points.subarray(i, i + 3)), i);
  return out;
}

const posedPoints = (
  rest: Float32Array,
  weights: SparseWeights,
  bones: readonly Bone[],
  motion: Float32Array,
) =>
  blendPositions(
    { version: 1, bones: [...bones], boneKind: "affine", weights, motion, rest },
    0,
    rest.slice(),
  );

const bonesByName = (bones: readonly Bone[], from: SkinnedMesh): number[] => {
  const numbers = new Map(bones.map(({ name }, j) => [name, j]));
  return from.bones.map((name) => numbers.get(name) ?? -1);
};

/**
 * For each bone of the file, the bone that begins at the same place, or the one with the same name if there are
 * several; null if a bone has no counterpart.
 */
function bonesByPlace(
  bones: readonly Bone[],
  { bones: names, heads }: SkinnedMesh,
  placement: Placement,
  diagonal: number,
): number[] | null {
  const taken = new Set<number>();
  const found = heads.map((head, b) => {
    const place = placed(placement, head);
    const there = bones.flatMap((bone, j) =>
      distance(bone.head, place) <= SAME_PLACE * (diagonal || 1) && !taken.has(j) ? [j] : [],
    );
    const own = there.find((j) => bones[j].name === names[b]) ?? there[0] ?? -1;
    taken.add(own);
    return own;
  });
  return found.length > 0 && !found.includes(-1) ? found : null;
}

/** For each vertex of the sequence, the vertex of the file at the same place; null if a vertex has none. */
function byPlace(
  sequence: MeshSequence,
  points: Float32Array,
  places: Float32Array,
  reach: number,
): Int32Array | null {
  const grid = new PointGrid(Float64Array.from(places), reach * (restDiagonal(sequence) || 1));
  const found = new Int32Array(sequence.vertexCount);
  for (let i = 0; i < found.length; i++) {
    found[i] = grid.nearest(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    if (found[i] < 0) return null;
  }
  return found;
}

/**
 * Like `byPlace`, but for a posed mesh. If the file has fewer influences than the animation had, its vertices are a
 * little away from those of the animation.
 * @param points of the sequence in that pose.
 */
function byPosedPlace(sequence: MeshSequence, points: Float32Array, posed: Float32Array): Int32Array | null {
  const near = byPlace(sequence, points, posed, SAME_PLACE);
  if (near) return near;
  const found = byPlace(sequence, points, posed, SAME_POSED);
  return found && new Set(found).size >= OWN * found.length ? found : null;
}

/**
 * For each vertex of the sequence, the vertex of the file at the same corners of the same triangles. Writers number
 * vertices anew, but keep the order of triangles. Null if the triangles differ, or share too few vertices to tell.
 */
function byCorners(a: MeshSequence, b: SkinnedMesh): Int32Array | null {
  const corners = a.triangles.length;
  if (corners !== b.triangles.length || corners < CORNERS * a.vertexCount) return null;
  const found = new Int32Array(a.vertexCount).fill(-1);
  for (let n = 0; n < corners; n++) {
    const v = a.solverIndex[a.triangles[n]];
    if (found[v] < 0) found[v] = b.triangles[n];
    else if (found[v] !== b.triangles[n]) return null;
  }
  return found.includes(-1) ? null : found;
}

function byNumber(a: MeshSequence, b: SkinnedMesh): Int32Array | null {
  const isSame =
    3 * a.vertexCount === b.rest.length &&
    a.triangles.length === b.triangles.length &&
    a.triangles.every((v, n) => a.solverIndex[v] === b.triangles[n]);
  return isSame ? Int32Array.from({ length: a.vertexCount }, (_, i) => i) : null;
}

function reordered(weights: SparseWeights, vertexOf: Int32Array, boneOf: readonly number[]): SparseWeights {
  const rows = new WeightBuilder();
  for (const v of vertexOf) {
    const row: [bone: number, weight: number][] = [];
    for (let e = weights.offsets[v]; e < weights.offsets[v + 1]; e++) {
      row.push([boneOf[weights.bones[e]], weights.values[e]]);
    }
    rows.addRow(row);
  }
  return rows.weights();
}
