/**
 * The parts of a glTF file that move a surface, ready for evaluation. build-scene.ts builds them, evaluate.ts evaluates
 * them.
 */
import type { ImageFile, Material } from "../../../../model/mesh/appearance";
import type { RawSurface } from "../../../source/source";
import type { Keyframes } from "./keyframes";

/**
 * The range of a joint's rotation relative to its rest pose, about its own axes x, y and z, in degrees; null for an
 * axis without limits.
 */
export interface RotationLimits {
  least: [number | null, number | null, number | null];
  most: [number | null, number | null, number | null];
}

export interface SceneNode {
  /** Empty if the file has none. Instances of EXT_mesh_gpu_instancing share their node's name. */
  name: string;
  /** Index into `GltfScene.nodes`, or -1. */
  parent: number;
  translation: Float64Array;
  /** Unit quaternion x, y, z, w. */
  rotation: Float64Array;
  scale: Float64Array;
  /** Row-major 3x4 instead of the three above, or null. */
  matrix: Float64Array | null;
  /** Weights of morph targets at rest, or null if the node has no mesh with targets. */
  weights: Float64Array | null;
  /** The file's limits for a joint; absent in glTF. */
  limits?: RotationLimits | null;
}

export interface MorphTarget {
  /** Empty if the file has none. */
  name: string;
  /** Offsets of the positions, 3n; null if it moves none. */
  positions: Float64Array | null;
  normals: Float64Array | null;
  /** The vertices that the rows of `positions` belong to; absent if it has a row for each. */
  points?: Uint32Array;
}

/** The n vertices that the triangles and lines of a primitive use. */
export interface Geometry {
  vertexCount: number;
  positions: Float64Array;
  normals: Float64Array | null;
  /** 2n. v grows downwards, as in glTF. */
  uvs: Float64Array | null;
  /** The UV sets after the first, 2n each; missing sets are null. */
  moreUvs?: (Float64Array | null)[];
  /** Linear RGBA in 0..1, 4n each. */
  colours?: Float64Array[];
  /** xyz and the sign of the bitangent, 4n. */
  tangents?: Float64Array;
  targets: MorphTarget[];
  /** Influences per vertex, 4 times the number of sets; 0 without a skin. */
  influences: number;
  /** n · influences: joint of the skin, and weights that sum to 1. */
  joints: Uint16Array;
  weights: Float64Array;
  /** The start of each vertex's row of joints and weights, n + 1; absent if all rows have `influences` entries. */
  rowStarts?: Uint32Array;
  /** The number of vertices with weights in the file that are not finite numbers; 0 if absent. */
  brokenRows?: number;
  /** Attributes of all n vertices that Sinew does not know. */
  attributes?: { name: string; width: number; values: Float64Array }[];
  /** Corners of the triangles, three for each. */
  triangles: Uint32Array;
  /** If it has no triangles: the number of its polygons in `GltfScene.surface`. */
  polygons?: number;
  /** Ends of lines, two for each. */
  lines?: Uint32Array;
}

export interface Skin {
  /** Empty if the file has none. */
  name: string;
  /** Nodes. */
  joints: number[];
  /** Row-major 3x4, 12 numbers for each joint. */
  inverseBind: Float64Array;
}

/** A primitive at the place of a node. Its vertices are the points firstPoint .. firstPoint + vertexCount. */
export interface MeshInstance {
  name: string;
  node: number;
  geometry: Geometry;
  skin: Skin | null;
  /** Index into `GltfScene.materials`. */
  material: number;
  firstPoint: number;
  /** The indices of the node, its mesh and the primitive in a glTF file. */
  source?: { node: number; mesh: number; primitive: number };
}

export interface SceneTrack {
  node: number;
  path: "translation" | "rotation" | "scale" | "weights";
  keys: Keyframes;
}

export interface SceneClip {
  name: string;
  /** Seconds: the first and the last key of any track. */
  start: number;
  end: number;
  tracks: SceneTrack[];
}

/** A moment of a clip. */
export interface SceneTime {
  clip: SceneClip;
  /** In seconds. */
  t: number;
}

export interface GltfScene {
  nodes: SceneNode[];
  /** Every node after its parent. */
  order: Uint32Array;
  instances: MeshInstance[];
  /** All skins of the file, even without a mesh that uses them. */
  skins: Skin[];
  /** P, the total of the instances. */
  pointCount: number;
  clips: SceneClip[];
  materials: Material[];
  images?: ImageFile[];
  /** For each of `materials` its index in a glTF file, or −1 for the material of surfaces without one. */
  materialSources?: number[];
  /** Sentences about parts that are not read. */
  notes: string[];
  /** The file's frames a second, if it has them. */
  fps?: number;
  /** Moves the nodes instead of the clips' tracks; absent in glTF. */
  mover?: SceneMover;
  /** Makes the surface with its polygons in the current pose, instead of triangles; absent in glTF. */
  surface?: (posed: PosedScene) => SceneSurface;
}

/** A scene's own way to pose its nodes. */
export interface SceneMover {
  /**
   * @param clip null for the pose at rest.
   * @param t seconds.
   * @param world gets the row-major 3x4 of every node, 12 numbers for each.
   * @param weights gets the weights of morph targets of every node; null for a node without any.
   */
  move(clip: SceneClip | null, t: number, world: Float64Array, weights: (Float64Array | null)[]): void;
}

/** A scene in a pose. See SceneEvaluator. */
export interface PosedScene {
  pose(clip: SceneClip | null, t: number): void;
  positions(out: Float64Array): void;
  eachTransform(instance: MeshInstance, visit: (i: number, matrices: Float64Array, at: number) => void): void;
  mirrors(instance: MeshInstance): boolean;
}

/** A surface and its points at rest. */
export type SceneSurface = Omit<RawSurface, "materials"> & { rest: Float64Array };

/** The number of polygons or triangles of a geometry. */
export const facesOf = ({ polygons, triangles }: Geometry): number => polygons ?? triangles.length / 3;

/** The start of vertex `i`'s entries in `joints` and `weights`, where the entries of `i` − 1 end. */
export const rowStart = ({ rowStarts, influences }: Geometry, i: number): number =>
  rowStarts ? rowStarts[i] : i * influences;
