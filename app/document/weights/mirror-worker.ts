import { mirrorVertices } from "./mirror-vertices";

/** What the worker is sent: a rest pose, 3V, and a plane to try. */
export interface MirrorRequest {
  rest: Float32Array;
  plane: number;
}

self.onmessage = ({ data }: MessageEvent<MirrorRequest>) => {
  const mirror = mirrorVertices(data.rest, data.plane);
  postMessage(mirror, { transfer: [mirror.map.buffer] });
};
