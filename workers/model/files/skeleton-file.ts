import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Rig } from "../rig/rig";
import type { SparseWeights } from "../rig/sparse-weights";
import type { Point } from "../skeleton/skeleton";
import type { SkeletonSource } from "./skeleton-source";

/** The data of a skinned mesh from which weights are transferred to another mesh. */
export interface SkinnedMesh {
  /** Names of the bones of the weights. */
  bones: string[];
  /** Heads of those bones at rest, in the coordinates of the file; empty if unknown. */
  heads: Point[];
  weights: SparseWeights;
  /** The mesh that they deform, 3V, in the coordinates of its file. */
  rest: Float32Array;
  /** Vertices of its triangles, 3T. */
  triangles: Uint32Array;
}

/** All data from a skeleton's file. It stays as it was read, wherever the skeleton is placed. */
export interface SkeletonFile {
  source: SkeletonSource;
  /** Null if the file has no skinned mesh. */
  skinned: SkinnedMesh | null;
}

/**
 * @param sequence the skinned mesh as its file was opened.
 * @param rig with the weights of the file.
 */
export function skinnedMesh(
  { origin, triangles, solverIndex }: Pick<MeshSequence, "origin" | "triangles" | "solverIndex">,
  { bones, weights, rest }: Pick<Rig, "bones" | "weights" | "rest">,
): SkinnedMesh {
  return {
    bones: bones.map(({ name }) => name),
    heads: bones.map(({ head }) => head.map((x, c) => x + origin[c]) as Point),
    weights,
    rest: rest.map((x, at) => x + origin[at % 3]),
    triangles: triangles.map((corner) => solverIndex[corner]),
  };
}

/** The same file with new names for its bones. */
export function renamedFile(
  { source, skinned }: SkeletonFile,
  renamed: (name: string) => string,
): SkeletonFile {
  const segments = source.skeleton.segments.map((segment) => ({ ...segment, name: renamed(segment.name) }));
  return {
    source: { ...source, skeleton: { ...source.skeleton, segments } },
    skinned: skinned && { ...skinned, bones: skinned.bones.map(renamed) },
  };
}
