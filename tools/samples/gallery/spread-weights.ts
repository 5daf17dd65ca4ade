/**
 * Skinning weights for generated meshes: each vertex starts on the bone whose flesh contains it, and the weights are
 * then spread along the surface.
 */
import { plainFactors } from "../../../workers/deform/delta-mush/factors";
import { linkParts } from "../../../workers/deform/delta-mush/join-parts";
import { createSmoother } from "../../../workers/deform/delta-mush/smoothing";
import { connectedComponents } from "../../../workers/mesh/components";
import { cotangentLaplacian } from "../../../workers/mesh/laplacian";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { UNWATCHED } from "../../../workers/model/task";
import { packWeights } from "../../../workers/testing/rigs";
import { clamp, dot, length, mix, subtract, type Vec3 } from "../vector";

/** A bone and the radius of its flesh at head and tail. */
export interface Flesh {
  head: Vec3;
  tail: Vec3;
  radii: [number, number];
}

/** Number of spreading steps. */
const ITERATIONS = 20;
/** Weights below this are dropped. */
const LEAST = 1e-3;

/** Distance from a bone's axis minus the radius of its flesh there. */
export function depthOutside({ head, tail, radii }: Flesh, p: Vec3): number {
  const axis = subtract(tail, head);
  const t = clamp(dot(subtract(p, head), axis) / dot(axis, axis));
  return length(subtract(p, mix(head, tail, t))) - (radii[0] + (radii[1] - radii[0]) * t);
}

/** The bone of each point: the one in whose flesh it is deepest, and the first of equal ones. */
export function nearestFlesh(points: Vec3[], bones: Flesh[]): Uint16Array {
  return Uint16Array.from(points, (p) => {
    const depths = bones.map((bone) => depthOutside(bone, p));
    return depths.indexOf(Math.min(...depths));
  });
}

/**
 * Weights that start as 1 on each vertex's bone and are smoothed along the surface, as in Le & Lewis 2019, eq. 12. They
 * are for the classic deformers, so that these and Direct Delta Mush start from the same skeleton and the same bind.
 * @param owner the bone of each vertex, V.
 * @param smoothness p κ: the larger, the farther a bone reaches.
 * @param reach largest distance between touching parts that are joined, in the mesh's units.
 */
export async function spreadWeights(
  { rest, triangles, solverIndex, vertexCount }: MeshSequence,
  owner: ArrayLike<number>,
  boneCount: number,
  smoothness: number,
  reach: number,
): Promise<SparseWeights> {
  const faces = triangles.map((d) => solverIndex[d]);
  const surface = cotangentLaplacian(rest, faces, { nonNegative: true });
  const parts = connectedComponents(vertexCount, faces);
  const laplacian = await linkParts(surface, rest, owner, parts, { reach }, UNWATCHED);
  const step = smoothness / ITERATIONS;
  const settings = { scheme: "implicit", iterations: ITERATIONS, step, strengths: null } as const;
  const smooth = await createSmoother(laplacian, settings, plainFactors);
  const values = new Float64Array(vertexCount * boneCount);
  for (let i = 0; i < vertexCount; i++) values[i * boneCount + owner[i]] = 1;
  await smooth(values, boneCount);
  const rows = Array.from({ length: vertexCount }, (_, i) => {
    const row = Array.from(values.subarray(i * boneCount, (i + 1) * boneCount));
    return row.map((w, j): [number, number] => [j, w]).filter(([, w]) => w > LEAST);
  });
  return packWeights(rows);
}
