import { threePositions } from "../../../workers/formats/gltf/testing/fixtures";
import type { EngineClient } from "./client";
import { PAGE_IMAGES, withGlobals } from "./page-images";

/** Three's `GLTFLoader`, `AnimationMixer` and `getVertexPosition`, which computes the same as its vertex shader. */
export const three: EngineClient = {
  name: "three",
  influences: 4,
  unpacks: true,
  normalises: true,
  play: (bytes, clip, times) => withGlobals(PAGE_IMAGES, () => threePositions(bytes, clip, [...times])),
};
