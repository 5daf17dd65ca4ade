import { mirrorAcross } from "../../../../workers/geometry/vertex-mirror";

/** A rest pose, 3V, and a plane across x to try. */
export interface MirrorRequest {
  rest: Float32Array;
  plane: number;
}

self.onmessage = ({ data }: MessageEvent<MirrorRequest>) => {
  const mirror = mirrorAcross(data.rest, 0, data.plane);
  postMessage(mirror, { transfer: [mirror.map.buffer] });
};
