import { existsSync, readFileSync } from "node:fs";
import { NodeIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { sharedData } from "../../../testing/shared-data";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS } from "../../testing/formats";
import { largestDifference, randomSketch, Sketch, threePositions } from "../testing/fixtures";
import { openGltf } from "./read";
import { openBytes, readBytes } from "./testing/read-bytes";

describe("glTF with its data in other files", () => {
  const written = async () => {
    const { document } = randomSketch(8);
    document.getRoot().listBuffers()[0].setURI("deep data.bin");
    const { json, resources } = await new NodeIO().writeJSON(document);
    json.buffers![0].uri = "deep%20data.bin";
    const text = new TextEncoder().encode(JSON.stringify(json));
    return { text, json, data: resources["deep data.bin"] };
  };

  it("finds the data beside it, and names the file if it is missing or short", async () => {
    const { text, data } = await written();
    const main = bytesFile("shot/creature.gltf", text);
    const whole = await openGltf([main, bytesFile("shot/deep data.bin", data)], main, UNWATCHED);
    expect(whole.info.files).toEqual(["shot/creature.gltf", "shot/deep data.bin"]);
    const glb = await openBytes(await randomSketch(8).glb());
    expect(whole.info.points).toBe(glb.info.points);
    await expect(openGltf([main], main, UNWATCHED)).rejects.toThrow(/deep%20data.bin is missing/);
    const short = bytesFile("deep data.bin", data.slice(0, 100));
    await expect(openGltf([main, short], main, UNWATCHED)).rejects.toThrow(/deep%20data.bin is damaged.*100/);
  });

  it("reads data embedded as text", async () => {
    const { json, data } = await written();
    json.buffers![0].uri = `data:application/octet-stream;base64,${Buffer.from(data).toString("base64")}`;
    const file = bytesFile("creature.gltf", new TextEncoder().encode(JSON.stringify(json)));
    const source = await openGltf([file], file, UNWATCHED);
    expect(source.info.clips.length).toBe(2);
  });
});

const SHARED = sharedData("gltf/");

describe.skipIf(!existsSync(SHARED))("other people's files (skipped without ../shared/data)", () => {
  const welded: Record<string, number> = {
    "Fox.glb": 290,
    "fox-animations.glb": 833,
    "cesium_man.gltf": 2338,
  };

  it.each([
    "Fox.glb",
    "fox-animations.glb",
    "dragon-animations.glb",
    "RobotExpressive.glb",
    "cesium_man.gltf",
  ])("%s", async (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, SHARED)));
    const source = await openBytes(bytes, name);
    const raw = await source.read({ ...AS_IT_IS, clips: [0] }, UNWATCHED);
    const keys = Array.from({ length: raw.pointCount }, () => "");
    for (let k = 0; k < raw.frameCount; k += 5) {
      const frame = await raw.frame(k);
      for (let i = 0; i < keys.length; i++)
        keys[i] += `${[...frame.slice(3 * i, 3 * i + 3)].map((x) => x.toFixed(4))};`;
    }
    if (welded[name]) expect(new Set(keys).size).toBe(welded[name]);
    // Textures cannot be decoded outside a browser and are not needed, so three reads the file without them.
    if (!name.endsWith(".glb")) return;
    const document = await new NodeIO().readBinary(bytes);
    for (const texture of document.getRoot().listTextures()) texture.dispose();
    const bare = await new NodeIO().writeBinary(document);
    const own = await readBytes(bare, { clips: [0] });
    const { start } = { start: own.fps };
    const times = [0, 3, 7].map((k) => k / start);
    const first = firstKey(document);
    const truth = await threePositions(
      bare,
      0,
      times.map((t) => first + t),
    );
    const size = Math.max(...raw.rest) - Math.min(...raw.rest);
    for (const [n, k] of [0, 3, 7].entries()) {
      expect(largestDifference(await own.frame(k), truth[n]) / size).toBeLessThan(1e-5);
      expect(largestDifference(await own.frame(k), await raw.frame(k)) / size).toBeLessThan(1e-5);
    }
  });
});

/** The time of the first key of the first clip, which is Sinew's frame 0. Three's clock starts at 0. */
function firstKey(document: Awaited<ReturnType<NodeIO["readBinary"]>>): number {
  const samplers = document.getRoot().listAnimations()[0].listSamplers();
  return Math.min(...samplers.map((sampler) => sampler.getInput()!.getElement(0, [])[0]));
}

it("keeps colours between 0 and 1, because a GLB with others is not valid", async () => {
  const sketch = new Sketch(1);
  const mesh = sketch.grid("body", 2);
  const material = sketch.document.createMaterial("odd").setBaseColorFactor([0.5, -1, 2, 1001]);
  for (const primitive of mesh.listPrimitives()) primitive.setMaterial(material);
  sketch.scene.addChild(sketch.document.createNode("body").setMesh(mesh));
  const file = bytesFile("odd.glb", await sketch.glb());
  const source = await openGltf([file], file, UNWATCHED);
  const options = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
  const { materials } = await source.read(options, UNWATCHED);
  expect(materials[0].baseColour).toEqual([0.5, 0, 1, 1]);
});
