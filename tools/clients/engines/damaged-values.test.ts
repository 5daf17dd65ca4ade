/**
 * A GLB whose textures, materials and cameras have values that glTF forbids. Engines load its export from Sinew, and
 * show the same vertices as without the damage.
 */
import { describe, expect, it } from "vitest";
import { prepareFileRig } from "../../../workers/export/prepare";
import { assemble } from "../../../workers/formats/assemble/assemble-sequence";
import { exportFile } from "../../../workers/formats/export-file";
import type { Json } from "../../../workers/formats/gltf/carried/carried-json";
import { openBytes } from "../../../workers/formats/gltf/read/testing/read-bytes";
import { writeGlb } from "../../../workers/formats/gltf/write/write-glb";
import { AS_IT_IS } from "../../../workers/formats/testing/formats";
import { glbOf, glbParts } from "../../../workers/formats/testing/fuzz/glb-parts";
import { UNWATCHED } from "../../../workers/model/task";
import { ALL, texturedCases } from "../cases";
import { babylon } from "./babylon";
import { playcanvas } from "./playcanvas";
import { three } from "./three";

const options = { ...AS_IT_IS, keepRig: true };

/** Opens a GLB and exports it again. */
async function again(bytes: Uint8Array) {
  const source = await openBytes(bytes);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  return writeGlb(await prepareFileRig(sequence, rig!, ALL, UNWATCHED));
}

/** A skinned bar with textures, and the same file with damage. */
async function files() {
  const [{ sequence, rig, options: asked }] = texturedCases();
  const whole = (await exportFile(sequence, rig, asked, UNWATCHED)).bytes;
  const { json, rest } = glbParts(whole) as { json: Json; rest: Uint8Array };
  const [material] = json["materials"] as Json[];
  const [texture] = json["textures"] as Json[];
  Object.assign(material, {
    normalTexture: { index: 40, scale: "deep" },
    occlusionTexture: { index: 0, texCoord: -3 },
    emissiveFactor: "red",
    alphaMode: "GLASS",
    extensions: { KHR_materials_clearcoat: { clearcoatFactor: null, clearcoatTexture: { index: -1 } } },
  });
  texture["sampler"] = 17;
  json["cameras"] = [{ type: "perspective", perspective: { yfov: "wide", znear: -1 } }, { type: "fisheye" }];
  const nodes = json["nodes"] as Json[];
  const [scene] = json["scenes"] as { nodes: number[] }[];
  scene.nodes.push(nodes.push({ name: "eye", camera: 0 }) - 1, nodes.push({ name: "fish", camera: 1 }) - 1);
  json["extensionsUsed"] = [...((json["extensionsUsed"] as string[]) ?? []), "KHR_materials_clearcoat"];
  return { whole, damaged: glbOf(json, rest) };
}

const TIMES = [0, 0.1, 0.2];
const made = files();

describe.each([three, babylon, playcanvas])("$name", (client) => {
  it("plays the export of a file with forbidden values as that of the whole file", async () => {
    const { whole, damaged } = await made;
    const given = await client.play((await again(whole)).bytes, 0, TIMES);
    expect(given[0].length).toBeGreaterThan(0);
    expect(given[1]).not.toEqual(given[0]);
    expect(await client.play((await again(damaged)).bytes, 0, TIMES)).toEqual(given);
  });
});

// Babylon refuses it too, but leaves rejections that no test can catch.
it.each([three, playcanvas])("$name refuses the damaged file itself", async (client) => {
  const { damaged } = await made;
  await expect(client.play(damaged, 0, TIMES)).rejects.toThrow();
});
