import { BufferAttribute, BufferGeometry } from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";

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
}

const geometry = new BufferGeometry();
let bvh: MeshBVH | null = null;

/** Builds the tree, and moves it, away from the page's thread. `indirect` keeps the order of the triangles. */
self.onmessage = ({ data }: MessageEvent<BvhRequest>) => {
  geometry.setAttribute("position", new BufferAttribute(data.positions, 3));
  if (data.triangles) {
    geometry.setIndex(new BufferAttribute(data.triangles, 1));
    bvh = new MeshBVH(geometry, { indirect: true });
  } else {
    bvh?.refit();
  }
  if (!bvh) return;
  const { pose, positions } = data;
  const answer: BvhAnswer = { pose, tree: { ...MeshBVH.serialize(bvh), index: null }, positions };
  self.postMessage(answer);
};
