import { expect, it } from "vitest";
import { exportFile } from "../../../../workers/formats/export-file";
import { texturedBar } from "../../../../workers/formats/gltf/testing/textured";
import { exportWithin } from "../../../../workers/formats/size/fit-size";
import { oneThread } from "../../../../workers/kernels/one-thread";
import type { ExportOptions } from "../../../../workers/model/files/export/export-options";
import { UNWATCHED } from "../../../../workers/model/task";
import { strictCloth } from "../../../../workers/testing/strict-rigs";
import { firstLimit, wholeBytes } from "./first-limit";

const plain: ExportOptions = { influences: 4, clips: [], upAxis: "y" };
const cloth = strictCloth({ bones: 4, frames: 10, size: 8, travel: [1, 0, 0] });

it("leaves bytes that cannot become fewer, and takes half of the others", () => {
  const bytesByKind = { mesh: 400, morphs: 100, weights: 200, animation: 100, textures: 150, other: 50 };
  const beside = [{ name: "skin.png", bytes: new Uint8Array(30) }];
  const file = { bytes: new Uint8Array(1000), beside, bytesByKind };
  expect(firstLimit(file, plain)).toBe(200 + 400 + 30);
  expect(firstLimit(file, { ...plain, compression: "meshopt" })).toBe(700 + 150 + 30);
  expect(firstLimit(file, { ...plain, format: "fbx" })).toBe(700 + 150 + 30);
});

it.each([
  ["a mesh with textures", texturedBar(), {}],
  ["a packed mesh with textures", texturedBar(), { compression: "meshopt", precision: "coarse" }],
  ["an FBX with textures", texturedBar(), { format: "fbx" }],
  ["a small GLB", cloth, {}],
  ["a small GLB of integers", cloth, { compression: "quantized" }],
  ["a packed small GLB", cloth, { compression: "meshopt" }],
  ["a small USD", cloth, { format: "usda" }],
] as [string, typeof cloth, Partial<ExportOptions>][])("can be reached by %s", async (_, made, more) => {
  const { sequence, rig } = made;
  const options = { ...plain, ...more };
  const whole = await exportFile(sequence, rig, options, UNWATCHED);
  const most = firstLimit(whole, options);
  expect(most).toBeLessThan(wholeBytes(whole));
  const sized = await exportWithin(sequence, rig, options, most, oneThread, UNWATCHED);
  expect(sized.fits).toBe(true);
});
