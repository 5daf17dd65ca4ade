import { BufferAttribute, BufferGeometry } from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import { type Adjacency, adjacencyOf } from "../../../workers/geometry/adjacency";

/** The message to the worker: positions (3V) and triangles of solver vertices at first, then only new positions. */
export interface BvhRequest {
  /** The name of the pose. */
  pose: string;
  positions: Float32Array;
  /** Null refits the existing tree. */
  triangles: Uint32Array | null;
}

/** The tree's boxes, and the positions that they belong to. */
export interface BvhAnswer {
  pose: string;
  tree: SerializedBVH;
  positions: Float32Array;
  /** The neighbours of each vertex, only in the first answer. Brushes walk along them. */
  rings: Adjacency | null;
}

const geometry = new BufferGeometry();
let bvh: MeshBVH | null = null;

/** Builds and refits the tree off the main thread. `indirect` keeps the order of the triangles. */
self.onmessage = ({ data: { pose, positions, triangles } }: MessageEvent<BvhRequest>) => {
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  if (triangles) {
    geometry.setIndex(new BufferAttribute(triangles, 1));
    bvh = new MeshBVH(geometry, { indirect: true });
  } else {
    bvh?.refit();
  }
  if (!bvh) return;
  const rings = triangles && adjacencyOf(triangles, positions.length / 3);
  const tree = { ...MeshBVH.serialize(bvh), index: null };
  const answer: BvhAnswer = { pose, tree, positions, rings };
  const moved = rings ? [rings.offsets.buffer, rings.neighbours.buffer] : [];
  self.postMessage(answer, { transfer: [positions.buffer, ...moved] });
};
