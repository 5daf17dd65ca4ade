import { describe, expect, it } from "vitest";
import { parseGltfJson } from "./gltf-json";

const parse = (parts: object) =>
  parseGltfJson(JSON.stringify({ asset: { version: "2.0" }, ...parts }), "a.gltf");
const refused = (parts: object) => expect(() => parse(parts));
const PRIMITIVE = { attributes: { POSITION: 0 } };
const MESHOPT = { buffer: 0, byteLength: 8, byteStride: 4, count: 2, mode: "ATTRIBUTES" };
const view = (extension: object) => ({
  bufferViews: [{ buffer: 0, byteLength: 8, extensions: { EXT_meshopt_compression: extension } }],
});

describe("missing values of a glTF", () => {
  it("have the standard's defaults: no offset, no scale, triangles, linear keys", () => {
    const json = parse({
      buffers: [{}],
      bufferViews: [{ buffer: 0, byteLength: 8 }],
      accessors: [
        {
          componentType: 5126,
          count: 1,
          type: "SCALAR",
          sparse: { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
        },
      ],
      materials: [{}],
      meshes: [{ primitives: [PRIMITIVE] }],
      nodes: [{}],
      animations: [{ samplers: [{ input: 0, output: 0 }] }],
      scenes: [{}],
    });
    expect(json.buffers).toEqual([{ byteLength: 0 }]);
    expect(json.bufferViews).toEqual([{ buffer: 0, byteOffset: 0, byteLength: 8 }]);
    expect(json.accessors[0]).toMatchObject({ byteOffset: 0, normalized: false });
    expect(json.accessors[0].sparse).toEqual({
      count: 1,
      indices: { bufferView: 0, byteOffset: 0, componentType: 5121 },
      values: { bufferView: 0, byteOffset: 0 },
    });
    expect(json.materials).toEqual([{}]);
    expect(json.meshes[0].primitives).toEqual([{ ...PRIMITIVE, mode: 4, targets: [] }]);
    expect(json.nodes).toEqual([{ children: [] }]);
    expect(json.animations).toEqual([
      { channels: [], samplers: [{ input: 0, output: 0, interpolation: "LINEAR" }] },
    ]);
    expect(json.scenes).toEqual([{ nodes: [] }]);
  });

  it("are empty lists, and for packed views offset 0 and no filter", () => {
    const { asset, ...lists } = parse({});
    expect(asset).toEqual({ version: "2.0" });
    for (const list of Object.values(lists)) expect(list).toEqual([]);
    expect(Object.keys(lists).length).toBe(11);
    const [{ extensions }] = parse(view(MESHOPT)).bufferViews;
    expect(extensions?.EXT_meshopt_compression).toEqual({ ...MESHOPT, byteOffset: 0, filter: "NONE" });
  });
});

describe("the ranges of a glTF's numbers", () => {
  const buffers = (byteLength: number) => ({ buffers: [{ byteLength }] });
  const strided = (byteStride: number) => ({ bufferViews: [{ buffer: 0, byteLength: 8, byteStride }] });
  const packed = (byteStride: number) => view({ ...MESHOPT, byteStride });
  const mode = (value: number) => ({ meshes: [{ primitives: [{ ...PRIMITIVE, mode: value }] }] });
  const scene = (value: number) => ({ scene: value });
  const kind = (componentType: number) => ({ accessors: [{ componentType, count: 1, type: "VEC3" }] });
  const index = (componentType: number) => ({
    accessors: [
      {
        componentType: 5126,
        count: 1,
        type: "VEC3",
        sparse: { count: 1, indices: { bufferView: 0, componentType }, values: { bufferView: 0 } },
      },
    ],
  });

  it.each([
    ["bytes", buffers, [0, 2 ** 40], [-1, 2 ** 40 + 1, 0.5]],
    ["strides", strided, [1, 252], [0, 253]],
    ["packed strides", packed, [1, 256], [0, 257]],
    ["modes", mode, [0, 6], [-1, 7]],
    ["indices", scene, [0, 2 ** 32 - 1], [-1, 2 ** 32]],
    ["types of numbers", kind, [5120, 5121, 5122, 5123, 5125, 5126], [5119, 5124, 5127]],
    ["types of sparse indices", index, [5121, 5123, 5125], [5120, 5122, 5124, 5126]],
  ])("%s", (_, make, good, bad) => {
    for (const value of good) expect(() => parse(make(value))).not.toThrow();
    for (const value of bad) refused(make(value)).toThrow(/its JSON is wrong/);
  });

  it("include how many numbers a transform or a colour has", () => {
    const node = (key: string, count: number) => ({ nodes: [{ [key]: new Array(count).fill(1) }] });
    for (const [key, count] of [
      ["matrix", 16],
      ["translation", 3],
      ["rotation", 4],
      ["scale", 3],
    ] as const) {
      expect(parse(node(key, count)).nodes[0][key]?.length).toBe(count);
      refused(node(key, count - 1)).toThrow(`At nodes[0].${key}`);
      refused(node(key, count + 1)).toThrow(`At nodes[0].${key}`);
    }
  });
});

describe("the error of a glTF", () => {
  it("is reported with its place, and whether a value is missing", () => {
    refused({ buffers: [{}, { byteLength: "8" }] }).toThrow("At buffers[1].byteLength its JSON is wrong: a");
    refused({ bufferViews: [{ byteLength: 8 }] }).toThrow(
      /At bufferViews\[0\]\.buffer its JSON is wrong: an? \w+ is missing/,
    );
    refused({ nodes: [{ children: {} }] }).toThrow(
      "At nodes[0].children its JSON is wrong: an array belongs there",
    );
    refused({ materials: [7] }).toThrow("At materials[0] its JSON is wrong: an object belongs there");
    expect(() => parseGltfJson("[]", "a.gltf")).toThrow("At its root its JSON is wrong");
    expect(() => parseGltfJson("null", "a.gltf")).toThrow("At its root its JSON is wrong");
    expect(() => parseGltfJson("{", "a.gltf")).toThrow("Its description is not JSON");
  });

  it("is about the version if it is another one", () => {
    expect(() => parse({ asset: { version: "1.0" } })).toThrow("It is glTF 1.0; Sinew reads glTF 2.0.");
    expect(() => parse({ asset: { version: "20" } })).toThrow("It is glTF 20");
    expect(parse({ asset: { version: "2.1" } }).asset.version).toBe("2.1");
    expect(() => parse({ asset: {} })).toThrow("At asset.version");
  });
});
