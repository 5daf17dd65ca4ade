import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { inspect } from "../../open";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS } from "../../testing/formats";
import { connect, type FbxRecord, fbxBinary, fbxText, object, property, record } from "../testing/fixtures";
import { layer, type NodeSketch, nodeId, sceneRecords } from "../testing/scenes";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 1, 2, 3);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9, 9);

const properties = (...list: FbxRecord[]) => record("Properties70", [], list);
const texture = (id: number, path: string, ...list: FbxRecord[]) =>
  object("Texture", id, "map", "", [record("RelativeFilename", [path]), properties(...list)]);

const named = (name: string, n: number, uv: number[]) => {
  const one = layer("UV", "AllSame", { UV: uv }, false);
  return { ...one, values: [n], children: [...one.children, record("Name", [name])] };
};

function sceneWith(objects: FbxRecord[], connections: FbxRecord[]): FbxRecord[] {
  const nodes: NodeSketch[] = [{ name: "tile", parent: -1, kind: "Mesh" }];
  const layers = [named("first", 0, [0, 0]), named("second", 1, [1, 0])];
  const meshes = [{ node: 0, points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: [0, 1, ~2], layers }];
  const material = object("Material", 70, "skin", "", [properties(property("BumpFactor", "double", 0.5))]);
  return sceneRecords({
    ...{ nodes, meshes },
    more: { objects: [material, ...objects], connections: [connect(70, nodeId(0)), ...connections] },
  });
}

async function read(bytes: Uint8Array, beside: [name: string, bytes: Uint8Array][] = []) {
  const files = [bytesFile("shot/a.fbx", bytes), ...beside.map(([name, held]) => bytesFile(name, held))];
  const [source] = await inspect(files, UNWATCHED);
  const raw = await source.read(AS_IT_IS, UNWATCHED);
  return {
    ...{ notes: source.info.notes, images: raw.images ?? [], material: raw.materials[0] },
    lost: raw.lost ?? [],
  };
}

describe("textures of an FBX", () => {
  it.each([
    ["binary", fbxBinary],
    ["text", fbxText],
  ])("are in the file: %s", async (_, write) => {
    const video = object("Video", 81, "map", "Clip", [
      record("RelativeFilename", ["maps\\skin.png"]),
      record("Content", [{ raw: PNG }]),
    ]);
    const scene = sceneWith(
      [texture(80, ""), video],
      [connect(80, 70, "DiffuseColor"), connect(80, 70, "TransparentColor"), connect(81, 80)],
    );
    const { images, material, notes } = await read(write(scene));
    expect(images).toEqual([{ name: "skin.png", mimeType: "image/png", bytes: PNG }]);
    expect(material.textures).toEqual({ baseColour: { image: 0, uvSet: 0 } });
    expect(material.alpha).toBe("blend");
    expect(notes).toEqual([]);
  });

  it("are beside the file, found by path or name; each image is read once", async () => {
    const scene = sceneWith(
      [
        texture(80, "..\\maps\\Skin.JPG", property("UVSet", "KString", 0)),
        texture(81, "C:\\work\\skin_norm.png"),
        texture(82, "..\\maps\\Skin.JPG"),
      ],
      [connect(80, 70, "DiffuseColor"), connect(81, 70, "Bump"), connect(82, 70, "EmissiveColor")],
    );
    const { images, material, notes } = await read(fbxBinary(scene), [
      ["maps/Skin.JPG", JPEG],
      ["other/skin_norm.png", PNG],
    ]);
    expect(images.map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ["Skin.JPG", "image/jpeg"],
      ["skin_norm.png", "image/png"],
    ]);
    expect(material.textures).toEqual({
      baseColour: { image: 0, uvSet: 0 },
      normal: { image: 1, uvSet: 0, strength: 0.5 },
      emissive: { image: 0, uvSet: 0 },
    });
    expect(notes).toEqual([]);
  });

  it("have a UV set, a placement, a size and a wrap mode", async () => {
    const uvSet = record("P", ["UVSet", "KString", "", "", "second"]);
    const placed = texture(
      80,
      "a.png",
      ...[uvSet, property("Translation", "Vector", 0.25, 0.5, 0), property("Scaling", "Vector", 2, 4, 1)],
      property("WrapModeV", "enum", 1),
    );
    const { material } = await read(fbxBinary(sceneWith([placed], [connect(80, 70, "DiffuseColor")])), [
      ["a.png", PNG],
    ]);
    expect(material.textures?.baseColour).toEqual({
      ...{ image: 0, uvSet: 1, wrap: ["repeat", "clamp"] },
      transform: { offset: [0.25, 1 - 4 - 0.5], rotation: 0, scale: [2, 4] },
    });
  });

  it("are turned and scaled about their pivots, like the product of matrices", async () => {
    const [move, turn, size] = [[0.25, -0.5], 30, [2, 0.5]];
    const [about, from] = [
      [0.5, 0.25],
      [1, 0.5],
    ];
    const vector = (name: string, [x, y]: number[]) => property(name, "Vector", x, y, 0);
    const placed = texture(
      80,
      "a.png",
      ...[vector("Translation", move), property("Rotation", "Vector", 0, 0, turn), vector("Scaling", size)],
      ...[vector("TextureRotationPivot", about), vector("TextureScalingPivot", from)],
    );
    const { material } = await read(fbxBinary(sceneWith([placed], [connect(80, 70, "DiffuseColor")])), [
      ["a.png", PNG],
    ]);
    const { offset, rotation, scale } = material.textures!.baseColour!.transform!;
    const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    for (const [u, w] of [
      [0, 0],
      [1, 0],
      [0.3, 0.8],
    ]) {
      // By definition, with w from the bottom: scaled about one pivot, turned about the other, then moved.
      const [a, b] = [
        from[0] + size[0] * (u - from[0]) - about[0],
        from[1] + size[1] * (w - from[1]) - about[1],
      ];
      const wanted = [move[0] + about[0] + c * a - s * b, move[1] + about[1] + s * a + c * b];
      // KHR_texture_transform, with v from the top.
      const [x, y] = [scale[0] * u, scale[1] * (1 - w)];
      const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
      expect(offset[0] + cos * x + sin * y).toBeCloseTo(wanted[0], 9);
      expect(1 - (offset[1] - sin * x + cos * y)).toBeCloseTo(wanted[1], 9);
    }
  });

  it("have metalness and roughness if one image has both, and occlusion", async () => {
    const maps = (rough: number) =>
      sceneWith(
        [texture(80, "orm.png"), texture(81, "rough.png")],
        [
          ...[connect(80, 70, "Maya|TEX_ao_map"), connect(80, 70, "Maya|TEX_metallic_map")],
          connect(rough, 70, "Maya|TEX_roughness_map"),
        ],
      );
    const files: [string, Uint8Array][] = [
      ["orm.png", PNG],
      ["rough.png", PNG],
    ];
    const packed = await read(fbxBinary(maps(80)), files);
    expect(packed.material.textures).toEqual({
      occlusion: { image: 0, uvSet: 0 },
      metallicRoughness: { image: 0, uvSet: 0 },
    });
    expect([packed.images.length, packed.notes]).toEqual([1, []]);
    const apart = await read(fbxBinary(maps(81)), files);
    expect(apart.material.textures).toEqual({ occlusion: { image: 0, uvSet: 0 } });
    expect(apart.notes[0]).toMatch(/left out: TEX_metallic_map, TEX_roughness_map\.$/);
  });

  it("are named if they are missing or have no place in glTF's materials", async () => {
    const scene = sceneWith(
      [texture(80, "lost.png"), texture(81, "grey.png"), texture(82, "shine.png"), texture(83, "holes.png")],
      [
        ...[connect(80, 70, "DiffuseColor"), connect(81, 70, "Bump"), connect(82, 70, "SpecularColor")],
        connect(83, 70, "TransparentColor"),
      ],
    );
    const { images, material, notes } = await read(fbxBinary(scene), [["holes.png", PNG]]);
    expect(material.textures).toBeUndefined();
    expect(images).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining("lost.png is missing"),
      "Textures that materials of glTF have no place for are left out: Bump, SpecularColor, transparency.",
    ]);
  });
});
