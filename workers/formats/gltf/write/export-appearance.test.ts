import { NodeIO } from "@gltf-transform/core";
import { KHRONOS_EXTENSIONS } from "@gltf-transform/extensions";
import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { exportFile } from "../../export-file";
import { readBytes } from "../read/testing/read-bytes";
import { texturedBar } from "../testing/textured";

const ALL = { influences: 0, clips: [], upAxis: "y" } as const;

it("writes textures, colours, tangents and all UV sets, and reads the same back", async () => {
  const { sequence, rig } = texturedBar();
  const { bytes, validatorMessages, bytesByKind } = await exportFile(
    sequence,
    rig,
    { ...ALL, clips: [] },
    UNWATCHED,
  );
  expect(validatorMessages).toEqual([]);
  expect(bytesByKind.textures).toBe(sequence.images.reduce((sum, image) => sum + image.bytes.length, 0));
  const raw = await readBytes(bytes);
  expect(raw.images).toEqual(sequence.images);
  expect(raw.materials).toEqual(sequence.materials);
  // The bar has one part, with the vertices of the sequence in the same order.
  expect(raw.uvs).toEqual(sequence.uvs);
  expect(raw.moreUvs).toEqual(sequence.moreUvs);
  expect(raw.colours).toEqual(sequence.colours);
  expect(raw.tangents).toEqual(sequence.tangents);
});

it("writes data that glTF-Transform reads as the same", async () => {
  const { sequence, rig } = texturedBar();
  const { bytes } = await exportFile(sequence, rig, { ...ALL, clips: [] }, UNWATCHED);
  const document = await new NodeIO().registerExtensions(KHRONOS_EXTENSIONS).readBinary(bytes);
  const [material] = document.getRoot().listMaterials();
  expect(material.getAlphaMode()).toBe("MASK");
  expect(material.getAlphaCutoff()).toBe(0.25);
  expect(material.getMetallicFactor()).toBe(0.25);
  expect(material.getEmissiveFactor()).toEqual([1, 0.5, 0.25]);
  expect(material.getBaseColorTexture()?.getImage()).toEqual(sequence.images[0].bytes);
  expect(material.getNormalTextureInfo()?.getTexCoord()).toBe(1);
  expect(material.getBaseColorTextureInfo()?.getWrapT()).toBe(33648);
  const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
  expect(primitive.getAttribute("COLOR_0")?.getArray()).toBeInstanceOf(Uint8Array);
  expect(primitive.getAttribute("COLOR_1")?.getArray()).toBeInstanceOf(Float32Array);
  expect(primitive.getAttribute("TEXCOORD_1")?.getArray()).toEqual(sequence.moreUvs![0]);
});

it("keeps blank sets, and leaves out blank tangents and images that glTF cannot have", async () => {
  const { sequence, rig } = texturedBar();
  const blank = {
    ...sequence,
    moreUvs: [new Float32Array(sequence.uvs!.length)],
    colours: [new Float32Array(2 * sequence.uvs!.length).fill(1)],
    tangents: new Float32Array(2 * sequence.uvs!.length),
    images: sequence.images.map((image) => ({ ...image, mimeType: "image/x-tga" })),
    materials: sequence.materials.map(({ textures: _, ...material }) => material),
  };
  const { bytes, validatorMessages } = await exportFile(blank, rig, { ...ALL, clips: [] }, UNWATCHED);
  expect(validatorMessages).toEqual([]);
  const document = await new NodeIO().readBinary(bytes);
  const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
  expect(primitive.listSemantics()).toEqual([
    ...["POSITION", "NORMAL", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"],
    ...["JOINTS_0", "WEIGHTS_0"],
  ]);
  expect(document.getRoot().listTextures()).toEqual([]);
});
