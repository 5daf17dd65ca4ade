import { BufferAttribute, BufferGeometry } from "three";
import { MeshBVH } from "three-mesh-bvh";

/** What the worker is sent: positions (3V) and triangles of solver vertices. */
export interface BvhRequest {
  positions: Float32Array;
  triangles: Uint32Array;
}

/** Builds the tree away from the page's thread. `indirect` keeps the order of the triangles. */
self.onmessage = ({ data }: MessageEvent<BvhRequest>) => {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(data.positions, 3));
  geometry.setIndex(new BufferAttribute(data.triangles, 1));
  const bvh = new MeshBVH(geometry, { indirect: true });
  self.postMessage(MeshBVH.serialize(bvh, { cloneBuffers: false }));
};
