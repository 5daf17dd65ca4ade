import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../../model/task";
import { bytesFile } from "../../../source/source-file";
import { AS_IT_IS, textFile } from "../../../testing/formats";
import { Sketch } from "../../testing/fixtures";
import { openGltf } from "../read";
import { openBytes, readBytes } from "../testing/read-bytes";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 7);

/** A triangle as .gltf with the given appearance, and files beside it. */
async function openLook(look: object, beside: Record<string, Uint8Array> = {}) {
  const positions = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString("base64");
  const main = textFile(
    "art/a.gltf",
    JSON.stringify({
      asset: { version: "2.0" },
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions}` }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      ...look,
    }),
  );
  const files = [main, ...Object.entries(beside).map(([name, bytes]) => bytesFile(name, bytes))];
  const source = await openGltf(files, main, UNWATCHED);
  return { raw: await source.read(AS_IT_IS, UNWATCHED), notes: source.info.notes };
}

describe("the appearance of a glTF", () => {
  it("has all factors and textures of a material, and images from all places", async () => {
    const { raw, notes } = await openLook(
      {
        images: [
          { uri: `data:image/png;base64,${Buffer.from(PNG).toString("base64")}`, name: "inside" },
          { uri: "tex/my%20normals.jpg" },
          { bufferView: 0, mimeType: "image/x-odd", name: "viewed" },
        ],
        samplers: [{ wrapS: 33071, wrapT: 33648, magFilter: 9728 }],
        textures: [
          { source: 0, sampler: 0 },
          { source: 1 },
          { extensions: { EXT_texture_webp: { source: 2 } } },
        ],
        materials: [
          {
            name: "skin",
            doubleSided: true,
            pbrMetallicRoughness: {
              baseColorFactor: [0.1, 0.2, 0.3, 2],
              baseColorTexture: {
                index: 0,
                texCoord: 1,
                extensions: {
                  KHR_texture_transform: { offset: [0.5, 0], rotation: 1, scale: [2, 3], texCoord: 2 },
                },
              },
              metallicFactor: 0.25,
              roughnessFactor: 0.5,
              metallicRoughnessTexture: { index: 2 },
            },
            normalTexture: { index: 1, scale: 0.7 },
            occlusionTexture: { index: 2, strength: 0.4 },
            emissiveFactor: [1, 0.5, 0],
            emissiveTexture: { index: 1 },
            alphaMode: "MASK",
            alphaCutoff: 0.3,
            extensions: { KHR_materials_emissive_strength: { emissiveStrength: 4 } },
          },
        ],
      },
      { "art/tex/my normals.jpg": Uint8Array.of(0xff, 0xd8, 0xff, 1) },
    );
    expect(notes).toEqual([]);
    expect(raw.images?.map(({ name, mimeType, bytes }) => [name, mimeType, bytes.length])).toEqual([
      ["inside", "image/png", 9],
      ["my normals.jpg", "image/jpeg", 4],
      ["viewed", "image/x-odd", 36],
    ]);
    expect(raw.materials).toEqual([
      {
        name: "skin",
        baseColour: [0.1, 0.2, 0.3, 1],
        doubleSided: true,
        metallic: 0.25,
        roughness: 0.5,
        emissive: [4, 2, 0],
        alpha: "mask",
        alphaCutoff: 0.3,
        textures: {
          baseColour: {
            image: 0,
            uvSet: 2,
            transform: { offset: [0.5, 0], rotation: 1, scale: [2, 3] },
            wrap: ["clamp", "mirror"],
            nearest: true,
          },
          metallicRoughness: { image: 2, uvSet: 0 },
          normal: { image: 1, uvSet: 0, strength: 0.7 },
          occlusion: { image: 2, uvSet: 0, strength: 0.4 },
          emissive: { image: 1, uvSet: 0 },
        },
      },
    ]);
  });

  it("leaves out missing and broken images with one note, and uses defaults for invalid values", async () => {
    const { raw, notes } = await openLook({
      images: [
        { uri: "gone.png" },
        { bufferView: 9, name: "lost" },
        { uri: "data:image/png;base64," },
        {},
        "no",
        null,
      ],
      textures: [{ source: 0 }, { source: 1 }, { source: -4 }, 7, { source: 99 }],
      samplers: 3,
      materials: [
        {
          pbrMetallicRoughness: {
            baseColorTexture: { index: 0 },
            metallicFactor: "much",
            roughnessFactor: 9,
          },
          normalTexture: { index: 1 },
          occlusionTexture: { index: 3 },
          emissiveTexture: [],
          emissiveFactor: [1],
          alphaMode: "WHAT",
          extensions: [],
        },
        { name: "glossy", extensions: { KHR_materials_pbrSpecularGlossiness: { glossinessFactor: 0.75 } } },
      ],
    });
    expect(raw.materials).toEqual([
      { name: "material 1", baseColour: [1, 1, 1, 1], doubleSided: false, metallic: 1 },
    ]);
    expect(raw.images).toBeUndefined();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^\d textures are left out: gone\.png is missing; lost has no data; /);
  });
});

describe("the surface of a glTF", () => {
  it("has all UV sets, colours and tangents, turned with their nodes; missing ones are white or zero", async () => {
    const sketch = new Sketch(5);
    const mesh = sketch.grid("painted", 1);
    const ramp = (width: number) => Float32Array.from({ length: 4 * width }, (_, i) => i / 16);
    mesh
      .listPrimitives()[0]
      .setAttribute("TEXCOORD_2", sketch.accessor("VEC2", ramp(2)))
      .setAttribute(
        "COLOR_0",
        sketch
          .accessor(
            "VEC3",
            Uint8Array.from({ length: 12 }, (_, i) => 20 * i),
          )
          .setNormalized(true),
      )
      .setAttribute("COLOR_1", sketch.accessor("VEC4", ramp(4)))
      .setAttribute(
        "TANGENT",
        sketch.floats(
          "VEC4",
          [0, 1, 2, 3].flatMap(() => [1, 0, 0, 1]),
        ),
      );
    // A quarter turn about z, mirrored in x.
    sketch
      .node("a", null)
      .setMesh(mesh)
      .setTranslation([0, 0, 0])
      .setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2])
      .setScale([-2, 1, 1]);
    sketch.node("b", null).setMesh(sketch.grid("plain", 1));
    const raw = await readBytes(await sketch.glb());
    expect(raw.moreUvs).toHaveLength(2);
    expect(new Set(raw.moreUvs![0])).toEqual(new Set([0]));
    expect([...raw.moreUvs![1].slice(0, 8)]).toEqual([...ramp(2)]);
    expect([...raw.moreUvs![1].slice(8)]).toEqual(new Array(8).fill(0));
    expect(raw.colours).toHaveLength(2);
    expect([...raw.colours![0].slice(0, 8)]).toEqual(
      [0, 20, 40, 255, 60, 80, 100, 255].map((x) => Math.fround(x / 255)),
    );
    expect([...raw.colours![1].slice(0, 16)]).toEqual([...ramp(4)]);
    expect([...raw.colours![1].slice(16)]).toEqual(new Array(16).fill(1));
    const [x, y, z, w] = raw.tangents!;
    expect(Math.hypot(x, y + 1, z)).toBeLessThan(1e-6);
    expect(w).toBe(-1);
    expect([...raw.tangents!.slice(16)]).toEqual(new Array(16).fill(0));
  });

  it("is refused if colours do not fit the vertices", async () => {
    const sketch = new Sketch(6);
    const mesh = sketch.grid("painted", 1);
    mesh.listPrimitives()[0].setAttribute("COLOR_0", sketch.floats("VEC4", new Array(12).fill(1)));
    sketch.node("a", null).setMesh(mesh);
    await expect(openBytes(await sketch.glb())).rejects.toThrow("COLOR_0 has 3 values for 4 vertices");
  });
});
