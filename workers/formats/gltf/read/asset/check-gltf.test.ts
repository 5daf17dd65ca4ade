import { describe, expect, it } from "vitest";
import { checkGltf } from "./check-gltf";
import { parseGltfJson } from "./gltf-json";
import { unpackMeshopt } from "./meshopt-views";

/** A file with one reference of each kind: a triangle with a skin, a material and an animation. */
function sound() {
  return {
    asset: { version: "2.0" },
    buffers: [{ byteLength: 100 }],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 64 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: "VEC3" },
      { bufferView: 1, componentType: 5126, count: 1, type: "MAT4" },
    ] as Record<string, unknown>[],
    materials: [{}],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 } as Record<string, unknown>] }],
    nodes: [{ children: [1] }, { mesh: 0, skin: 0 }, { children: [] as number[] }] as Record<
      string,
      unknown
    >[],
    skins: [{ joints: [0, 2], inverseBindMatrices: 1 }],
    animations: [
      { samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "scale" } }] },
    ],
    scenes: [{ nodes: [0, 2] }],
    scene: 0,
  };
}

const BYTES = new Uint8Array(100);
const checked = (json: object, buffers: (Uint8Array<ArrayBuffer> | null)[] = [BYTES]) =>
  checkGltf({ json: parseGltfJson(JSON.stringify(json), "a.glb"), buffers }, "a.glb");

type Sound = ReturnType<typeof sound>;
/** The error message for a file with one change; "" if there is none. */
function complaint(change: (json: Sound) => void, buffers?: (Uint8Array<ArrayBuffer> | null)[]): string {
  const json = sound();
  change(json);
  try {
    checked(json, buffers);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("references in a glTF", () => {
  it("are valid in a correct file", () => {
    expect(complaint(() => {})).toBe("");
  });

  it("must refer to existing entries: the first number beyond a list is refused", () => {
    const beyond: [what: string, change: (json: Sound) => void][] = [
      ["buffer 1, but has 1", (json) => (json.bufferViews[0].buffer = 1)],
      ["accessor 2, but has 2", (json) => (json.meshes[0].primitives[0].attributes = { POSITION: 2 })],
      ["accessor 2, but has 2", (json) => (json.meshes[0].primitives[0].indices = 2)],
      ["accessor 2, but has 2", (json) => (json.meshes[0].primitives[0].targets = [{ POSITION: 2 }])],
      ["material 1, but has 1", (json) => (json.meshes[0].primitives[0].material = 1)],
      [
        "buffer view 2, but has 2",
        (json) =>
          (json.meshes[0].primitives[0].extensions = {
            KHR_draco_mesh_compression: { bufferView: 2, attributes: {} },
          }),
      ],
      ["accessor 2, but has 2", (json) => (json.skins[0].inverseBindMatrices = 2)],
      ["node 3, but has 3", (json) => (json.skins[0].joints = [0, 3])],
      ["accessor 2, but has 2", (json) => (json.animations[0].samplers[0].input = 2)],
      ["accessor 2, but has 2", (json) => (json.animations[0].samplers[0].output = 2)],
      ["animation sampler 1, but has 1", (json) => (json.animations[0].channels[0].sampler = 1)],
      ["node 3, but has 3", (json) => (json.animations[0].channels[0].target.node = 3)],
      ["node 3, but has 3", (json) => (json.scenes[0].nodes = [3])],
      ["scene 1, but has 1", (json) => (json.scene = 1)],
      ["mesh 1, but has 1", (json) => (json.nodes[1].mesh = 1)],
      ["skin 1, but has 1", (json) => (json.nodes[1].skin = 1)],
      ["node 3, but has 3", (json) => (json.nodes[2].children = [3])],
      [
        "accessor 2, but has 2",
        (json) => (json.nodes[2].extensions = { EXT_mesh_gpu_instancing: { attributes: { SCALE: 2 } } }),
      ],
      ["buffer view 2, but has 2", (json) => (json.accessors[0].bufferView = 2)],
    ];
    for (const [what, change] of beyond) expect(complaint(change)).toContain(`It uses ${what}.`);
  });

  it("form a forest: each node has one parent, and there are no cycles", () => {
    expect(complaint((json) => (json.nodes[2].children = [1]))).toContain("Node 1 has two parents, 0 and 2");
    expect(complaint((json) => (json.nodes[2].children = [2]))).toContain("Node 2 is its own ancestor");
    expect(
      complaint((json) => {
        json.nodes[1].children = [2];
        json.nodes[2].children = [1];
        json.nodes[0].children = [];
      }),
    ).toContain("Node 1 is its own ancestor");
    expect(complaint((json) => (json.nodes[0].children = [0, 1]))).toContain("Node 0 is its own ancestor");
    expect(complaint((json) => (json.nodes[1].children = [2]))).toBe("");
  });
});

describe("data of a glTF", () => {
  it("lie within their buffer, up to its last byte", () => {
    expect(complaint((json) => (json.bufferViews[1].byteOffset = 37))).toContain(
      "Buffer view 1 ends at byte 101 of a buffer of 100",
    );
    expect(complaint(() => {}, [null])).toContain("Buffer view 0 lies in buffer 0, which has no data");
  });

  const SIZES: [componentType: number, bytes: number][] = [
    [5120, 1],
    [5121, 1],
    [5122, 2],
    [5123, 2],
    [5125, 4],
    [5126, 4],
  ];
  const WIDTHS: [type: string, numbers: number][] = [
    ["SCALAR", 1],
    ["VEC2", 2],
    ["VEC3", 3],
    ["VEC4", 4],
    ["MAT2", 4],
    ["MAT3", 9],
    ["MAT4", 16],
  ];

  it("fit into their view by count, type and offset, up to its last byte", () => {
    for (const [componentType, bytes] of SIZES) {
      for (const [type, numbers] of WIDTHS) {
        const count = Math.floor(60 / (bytes * numbers)) || 1;
        const size = count * bytes * numbers;
        const ask = (byteLength: number, more: object) =>
          complaint((json) => {
            json.bufferViews[0].byteLength = byteLength;
            json.meshes = [{ primitives: [] }];
            json.accessors[0] = { bufferView: 0, componentType, type, count, ...more };
          });
        expect(ask(size + 4, { byteOffset: 4 })).toBe("");
        expect(ask(size + 3, { byteOffset: 4 })).toContain(
          `Accessor 0 needs ${size + 4} bytes, but its buffer view has ${size + 3}`,
        );
      }
    }
  });

  it("with a stride end with their last element", () => {
    const ask = (byteLength: number, count: number) =>
      complaint((json) => {
        Object.assign(json.bufferViews[0], { byteLength, byteStride: 20 });
        json.accessors[0].count = count;
      });
    expect(ask(52, 3)).toBe("");
    expect(ask(51, 3)).toContain("needs 52 bytes");
    expect(ask(12, 1)).toBe("");
    expect(ask(0, 0)).toBe("");
  });

  it("of a sparse accessor fit into their views too", () => {
    const ask = (indices: number, values: number, count = 2) =>
      complaint((json) => {
        json.bufferViews.push(
          { buffer: 0, byteOffset: 0, byteLength: indices },
          { buffer: 0, byteOffset: 0, byteLength: values },
        );
        json.accessors[0].sparse = {
          count,
          indices: { bufferView: 2, componentType: 5123 },
          values: { bufferView: 3 },
        };
      });
    expect(ask(4, 24)).toBe("");
    expect(ask(3, 24)).toContain("Accessor 0 needs 4 bytes, but its buffer view has 3");
    expect(ask(4, 23)).toContain("Accessor 0 needs 24 bytes, but its buffer view has 23");
  });

  it("that are not in the file are zeros, up to two hundred million numbers in total", () => {
    const ask = (count: number) =>
      complaint((json) =>
        json.accessors.push(
          { componentType: 5126, type: "VEC2", count },
          { componentType: 5126, type: "SCALAR", count: 1e8 },
        ),
      );
    expect(ask(5e7)).toBe("");
    expect(ask(5e7 + 1)).toContain("Its accessors ask for 200000002 numbers that it does not hold");
  });
});

describe("compressed views", () => {
  const packed = (more: object, byteLength = 24) =>
    Object.assign(sound(), {
      bufferViews: [
        {
          ...{ buffer: 0, byteLength },
          extensions: {
            EXT_meshopt_compression: {
              ...{ buffer: 0, byteOffset: 90, byteLength: 10, byteStride: 8, count: 3, mode: "ATTRIBUTES" },
              ...more,
            },
          },
        },
        { buffer: 0, byteOffset: 36, byteLength: 64 },
      ],
      meshes: [],
      nodes: [],
      skins: [],
      scenes: [],
      scene: undefined,
      accessors: [],
      animations: [],
    });

  it("lie within their buffer, and unpack to the size of their view", () => {
    checked(packed({}));
    expect(() => checked(packed({ byteLength: 11 }))).toThrow("ends at byte 101 of a buffer of 100");
    expect(() => checked(packed({ count: 4 }))).toThrow("Buffer view 0 unpacks to 32 bytes, not 24");
    expect(() => checked(packed({ buffer: 1 }))).toThrow("It uses buffer 1, but has 1");
  });

  it("are refused before memory is allocated if they unpack to more than two gigabytes", async () => {
    const json = parseGltfJson(JSON.stringify(packed({ count: 250_000_001 }, 2_000_000_008)), "a.glb");
    await expect(unpackMeshopt({ json, buffers: [BYTES] }, "a.glb")).rejects.toThrow(
      "Its compressed data unpacks to more than 2000000000 bytes",
    );
  });

  it("that cannot be unpacked are named in the error", async () => {
    const json = parseGltfJson(JSON.stringify(packed({})), "a.glb");
    await expect(unpackMeshopt({ json, buffers: [BYTES] }, "a.glb")).rejects.toThrow(
      "The meshopt data of buffer view 0 cannot be unpacked",
    );
  });
});
