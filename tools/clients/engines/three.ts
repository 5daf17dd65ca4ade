import { threePositions } from "../../../workers/formats/gltf/testing/fixtures";
import type { EngineClient } from "./client";

/** Three's `GLTFLoader`, `AnimationMixer` and `getVertexPosition`, which computes what its vertex shader does. */
export const three: EngineClient = {
  name: "three",
  influences: 4,
  normalises: true,
  play: (bytes, clip, times) => threePositions(bytes, clip, [...times]),
};
