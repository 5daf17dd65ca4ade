import type { MirrorMesh } from "../../../../workers/geometry/mirror/mirror-mesh";
import { mirrorMesh } from "../../../../workers/geometry/mirror/surface-mirror";
import type { MirrorSettings } from "../../../../workers/model/weights/mirror-settings";

/** A mesh to match with its mirror image. `origin` is what the reader subtracted from its positions. */
export interface MirrorRequest {
  mesh: MirrorMesh;
  settings: MirrorSettings;
  origin: readonly number[];
}

self.onmessage = ({ data: { mesh, settings, origin } }: MessageEvent<MirrorRequest>) => {
  const mirror = mirrorMesh(mesh, settings, origin);
  const { matches, half, nearest, unmatched } = mirror;
  const arrays = [matches.corners, matches.shares, matches.distances, half, nearest, unmatched];
  postMessage(mirror, { transfer: arrays.map(({ buffer }) => buffer as ArrayBuffer) });
};
