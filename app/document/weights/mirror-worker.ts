import { mirrorVertices } from "./mirror-vertices";

self.onmessage = ({ data }: MessageEvent<Float32Array>) => {
  const mirror = mirrorVertices(data);
  postMessage(mirror, { transfer: [mirror.map.buffer] });
};
