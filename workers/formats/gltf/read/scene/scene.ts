/**
 * The parts of a glTF file that move a surface, ready for evaluation. build-scene.ts builds them, evaluate.ts evaluates
 * them.
 */
import type { ImageFile, Material } from "../../../../model/mesh/appearance";
import type { RawSurface } from "../../../source/source";
import type { Keyframes } from "./keyframes";

/**
 * The range of a joint's rotation from where it rests about its own axes, x, y and z, in degrees; null where nothing
 * limits it.
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
  /** Row-major 3x4 in place of the three above, or null. */
  matrix: Float64Array | null;
  /** Weights of morph targets at rest, or null if the node has no mesh with targets. */
  weights: Float64Array | null;
  /** How far the file lets a joint turn; absent in glTF. */
  limits?: RotationLimits | null;
}

export interface MorphTarget {
  /** Added to the positions, 3n; null if it moves none. */
  positions: Float64Array | null;
  normals: Float64Array | null;
  /** The vertices that the rows of `positions` belong to; absent if it has a row for each. */
  points?: Uint32Array;
}

/** One primitive: the n vertices that its triangles and lines use. */
export interface Geometry {
  vertexCount: number;
  positions: Float64Array;
  normals: Float64Array | null;
  /** 2n, v growing downwards as in glTF. */
  uvs: Float64Array | null;
  /** The UV sets after the first, 2n each; holes are null. */
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
  /** Where each vertex's row of joints and weights begins, n + 1; absent if all have `influences`. */
  rowStarts?: Uint32Array;
  /** How many vertices have weights in the file that are no finite numbers; none if it is missing. */
  brokenRows?: number;
  /** Corners of the triangles in threes. */
  triangles: Uint32Array;
  /** How many polygons `GltfScene.surface` has of it, where it has no triangles. */
  polygons?: number;
  /** Ends of lines in twos. */
  lines?: Uint32Array;
}

export interface Skin {
  /** Empty if the file has none. */
  name: string;
  /** Nodes. */
  joints: number[];
  /** Row-major 3x4, 12 a joint. */
  inverseBind: Float64Array;
}

/** A primitive in the place of a node. Its vertices are the points firstPoint .. firstPoint + vertexCount. */
export interface MeshInstance {
  name: string;
  node: number;
  geometry: Geometry;
  skin: Skin | null;
  /** Index into `GltfScene.materials`. */
  material: number;
  firstPoint: number;
  /** Where a glTF file has it: the node, its mesh and the primitive in that. */
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

export interface GltfScene {
  nodes: SceneNode[];
  /** Every node after its parent. */
  order: Uint32Array;
  instances: MeshInstance[];
  /** All skins of the file, whether a mesh uses them or not. */
  skins: Skin[];
  /** P, the sum over the instances. */
  pointCount: number;
  clips: SceneClip[];
  materials: Material[];
  images?: ImageFile[];
  /** For each of `materials`: its index in a glTF file, or −1 for the one of surfaces without any. */
  materialSources?: number[];
  /** Sentences about parts that are not read. */
  notes: string[];
  /** Frames a second that the file names, if it does. */
  fps?: number;
  /** Moves the nodes in place of the clips' tracks; absent in glTF. */
  mover?: SceneMover;
  /** The surface with its polygons in its present pose, in place of the triangles; absent in glTF. */
  surface?: (posed: PosedScene) => SceneSurface;
}

/** A scene's own way to pose its nodes. */
export interface SceneMover {
  /**
   * @param clip null is the pose at rest.
   * @param t seconds.
   * @param world row-major 3x4 of every node, 12 each, to fill.
   * @param weights of morph targets of every node, to fill; null where a node has none.
   */
  move(clip: SceneClip | null, t: number, world: Float64Array, weights: (Float64Array | null)[]): void;
}

/** A scene in a pose: see SceneEvaluator. */
export interface PosedScene {
  pose(clip: SceneClip | null, t: number): void;
  positions(out: Float64Array): void;
  eachTransform(instance: MeshInstance, visit: (i: number, matrices: Float64Array, at: number) => void): void;
  mirrors(instance: MeshInstance): boolean;
}

/** A surface and its points at rest. */
export type SceneSurface = Omit<RawSurface, "materials"> & { rest: Float64Array };

/** Polygons or triangles of a geometry. */
export const facesOf = ({ polygons, triangles }: Geometry): number => polygons ?? triangles.length / 3;

/** Where the entries of `joints` and `weights` of vertex `i` begin; those of `i` − 1 end there. */
export const rowStart = ({ rowStarts, influences }: Geometry, i: number): number =>
  rowStarts ? rowStarts[i] : i * influences;
