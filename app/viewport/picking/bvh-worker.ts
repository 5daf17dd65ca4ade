import { BufferAttribute, BufferGeometry } from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";
import { type Adjacency, adjacencyOf } from "../../../workers/geometry/adjacency";

/** What the worker is sent: first positions (3V) and triangles of solver vertices, then other positions. */
export interface BvhRequest {
  /** Name of the pose. */
  pose: string;
  positions: Float32Array;
  /** Null moves the tree that there is. */
  triangles: Uint32Array | null;
}

/** The tree's boxes, and the positions that they hold. */
export interface BvhAnswer {
  pose: string;
  tree: SerializedBVH;
  positions: Float32Array;
  /** The neighbours of each vertex, with the first answer: brushes go along them. */
  rings: Adjacency | null;
}

const geometry = new BufferGeometry();
let bvh: MeshBVH | null = null;

/** Builds the tree, and moves it, away from the page's thread. `indirect` keeps the order of the triangles. */
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
