import { otherVertices } from "../../../../workers/geometry/selecting/vertex-lists";
import { ClosestPoint } from "../../../../workers/geometry/surface/closest-point";
import {
  noMatches,
  type SurfaceMatches,
  setMatch,
  setVertexMatch,
} from "../../../../workers/geometry/surface/surface-matches";
import { TriangleTree } from "../../../../workers/geometry/surface/triangle-tree";
import { boundsOf } from "../../../../workers/model/mesh/mesh-sequence";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { WeightRows } from "../weight-rows";
import { type RowIn, RowPainter } from "./row-painter";
import { rowsBy } from "./whole-mesh";

/** Copied weights of some vertices, with their positions. */
export interface WeightPatch {
  /** 3N, at rest. */
  places: Float32Array;
  /** Triangles between these vertices, 3T. */
  triangles: Uint32Array;
  /** N rows. */
  weights: SparseWeights;
}

/** Copies the weights of some vertices, and the triangles between them. @param vertices ascending. */
export function patchOf(
  weights: SparseWeights,
  { rest, triangles }: { rest: Float32Array; triangles: Uint32Array },
  vertices: Uint32Array,
): WeightPatch {
  const number = new Int32Array(rest.length / 3).fill(-1);
  const places = new Float32Array(3 * vertices.length);
  const offsets = new Uint32Array(vertices.length + 1);
  vertices.forEach((i, n) => {
    number[i] = n;
    places.set(rest.subarray(3 * i, 3 * i + 3), 3 * n);
    offsets[n + 1] = offsets[n] + weights.offsets[i + 1] - weights.offsets[i];
  });
  const inside: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]].map((i) => number[i]);
    if (corners.every((n) => n >= 0)) inside.push(...corners);
  }
  const bones = new Uint16Array(offsets[vertices.length]);
  const values = new Float32Array(bones.length);
  vertices.forEach((i, n) => {
    bones.set(weights.bones.subarray(weights.offsets[i], weights.offsets[i + 1]), offsets[n]);
    values.set(weights.values.subarray(weights.offsets[i], weights.offsets[i + 1]), offsets[n]);
  });
  return { places, triangles: Uint32Array.from(inside), weights: { version: 1, offsets, bones, values } };
}

/**
 * Pastes copied weights onto other vertices: each takes the weights at the closest point of the patch. If the patch is
 * elsewhere, its centre is first moved to theirs.
 * @param rest 3V. @param vertices ascending.
 * @param mask how much each vertex may change, V; null lets all change fully.
 */
export function patchedRows(
  weights: SparseWeights,
  patch: WeightPatch,
  rest: Float32Array,
  vertices: Uint32Array,
  locked: Uint8Array,
  mask: ArrayLike<number> | null = null,
): WeightRows {
  const matches = matchesWith(patch, rest, vertices);
  const number = new Map(Array.from(vertices, (i, n) => [i, n] as const));
  const painter = new RowPainter(locked);
  const make = (i: number, row: RowIn) => {
    const n = number.get(i) ?? 0;
    const amount = mask ? mask[i] : 1;
    if (amount <= 0 || matches.corners[3 * n] < 0) return false;
    const targets = new Map<number, number>();
    const want = (j: number, w: number) => locked[j] || targets.set(j, (targets.get(j) ?? 0) + w);
    for (let e = row.first; e < row.end; e++) want(row.bones[e], (1 - amount) * row.values[e]);
    const { offsets, bones, values } = patch.weights;
    for (let c = 0; c < 3; c++) {
      const share = amount * matches.shares[3 * n + c];
      if (share === 0) continue;
      const l = matches.corners[3 * n + c];
      for (let e = offsets[l]; e < offsets[l + 1]; e++) want(bones[e], share * values[e]);
    }
    if (targets.size === 0) return false;
    painter.paint(row, [...targets.keys()], [...targets.values()]);
    return true;
  };
  return rowsBy(weights, painter, make, vertices);
}

function matchesWith(patch: WeightPatch, rest: Float32Array, vertices: Uint32Array): SurfaceMatches {
  const wanted = new Float32Array(3 * vertices.length);
  vertices.forEach((i, n) => {
    wanted.set(rest.subarray(3 * i, 3 * i + 3), 3 * n);
  });
  const shift = shiftBetween(patch.places, wanted);
  const matches = noMatches(vertices.length);
  const loose = looseVertices(patch);
  const closest = new ClosestPoint(new TriangleTree(patch.places, patch.triangles));
  for (let n = 0; n < vertices.length; n++) {
    const [x, y, z] = [0, 1, 2].map((c) => wanted[3 * n + c] + shift[c]);
    const found = closest.find(x, y, z);
    const vertex = nearestOf(loose, patch.places, [x, y, z]);
    if (!found || (vertex.square < closest.square && vertex.at >= 0)) {
      if (vertex.at >= 0) setVertexMatch(matches, n, vertex.at, Math.sqrt(vertex.square));
      continue;
    }
    const corners = [0, 1, 2].map((c) => patch.triangles[3 * closest.triangle + c]);
    setMatch(matches, n, corners, closest.shares, Math.sqrt(closest.square));
  }
  return matches;
}

/** The vertices of a patch that are in none of its triangles. */
const looseVertices = ({ places, triangles }: WeightPatch): Uint32Array =>
  otherVertices(triangles, places.length / 3);

function nearestOf(
  loose: Uint32Array,
  places: Float32Array,
  p: readonly number[],
): { at: number; square: number } {
  let [at, square] = [-1, Infinity];
  for (const n of loose) {
    const away =
      (places[3 * n] - p[0]) ** 2 + (places[3 * n + 1] - p[1]) ** 2 + (places[3 * n + 2] - p[2]) ** 2;
    if (away < square) [at, square] = [n, away];
  }
  return { at, square };
}

/** The offset from the wanted positions to the patch: 0 if their boxes overlap, else from centre to centre. */
function shiftBetween(patch: Float32Array, wanted: Float32Array): number[] {
  const [a, b] = [boundsOf(patch), boundsOf(wanted)];
  const isHere = [0, 1, 2].every((c) => a[c] <= b[c + 3] && b[c] <= a[c + 3]);
  return [0, 1, 2].map((c) => (isHere ? 0 : (a[c] + a[c + 3] - b[c] - b[c + 3]) / 2));
}
