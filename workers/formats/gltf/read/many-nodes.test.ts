/** Scenes with so many nodes that a list of them does not fit in the arguments of a call. */
import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { AS_IT_IS } from "../../testing/formats";
import { encodeJson } from "../../testing/fuzz/glb-parts";
import { openBytes } from "./testing/read-bytes";

const NODES = 150_000;

/** A triangle that many nodes show, all of them moved by one clip. */
function crowd(): Uint8Array {
  const floats = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 2, 0);
  const data = Buffer.from(floats.buffer).toString("base64");
  const keys = { input: 1, output: 2 };
  return encodeJson({
    asset: { version: "2.0" },
    buffers: [{ uri: `data:application/octet-stream;base64,${data}`, byteLength: floats.byteLength }],
    bufferViews: [{ buffer: 0, byteLength: floats.byteLength }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 0, byteOffset: 36, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      { bufferView: 0, byteOffset: 44, componentType: 5126, count: 2, type: "VEC3" },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: Array.from({ length: NODES }, (_, n) => ({ mesh: 0, translation: [n, 0, 0] })),
    scenes: [{ nodes: Array.from({ length: NODES }, (_, n) => n) }],
    animations: [
      {
        samplers: [keys],
        channels: Array.from({ length: NODES }, (_, node) => ({
          sampler: 0,
          target: { node, path: "translation" },
        })),
      },
    ],
  });
}

it("are read", async () => {
  const raw = await (await openBytes(crowd(), "crowd.gltf")).read({ ...AS_IT_IS, fps: 1 }, UNWATCHED);
  expect(raw.pointCount).toBe(3 * NODES);
  expect(raw.frameCount).toBe(2);
  expect(raw.rest[3 * 3 * (NODES - 1)]).toBe(NODES - 1);
  expect((await raw.frame(1))[4]).toBe(2);
}, 60_000);
