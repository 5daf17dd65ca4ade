import { describe, expect, it } from "vitest";
import { texturedBar } from "../../../formats/gltf/testing/textured";
import { bendingBar } from "../../../testing/sequences";
import type { MeshSequence } from "../../mesh/mesh-sequence";
import { EXPORT_FORMAT_IDS } from "./export-formats";
import { leftOut } from "./left-out";

const bar: MeshSequence = texturedBar().sequence;
const NOTHING = { text: "{}", bytes: new Uint8Array(0), contents: [], lost: [] };

describe("what a file leaves out", () => {
  it("is nothing for a plain mesh, in every format", () => {
    const { uvs, normals: _, ...mesh } = bar;
    const plain: MeshSequence = {
      ...mesh,
      ...{ uvs, normals: null, moreUvs: [], colours: [], images: [], tangents: undefined },
      materials: bar.materials.map(({ textures: __, ...material }) => ({
        ...material,
        ...{ alpha: "opaque", doubleSided: true },
      })),
    };
    for (const format of EXPORT_FORMAT_IDS) expect(leftOut(plain, format), format).toEqual([]);
  });

  it("is listed for each format", () => {
    expect(leftOut(bar, "glb")).toEqual([]);
    expect(leftOut(bar, "fbx")).toEqual([
      "An FBX has no cut-off of alpha and blends instead: clay.",
      "An FBX repeats textures that are mirrored at their edges: clay.",
      "An FBX says where textures lie on their UVs, but programs read that differently: clay.",
      "An FBX smooths pixels that are shown as squares: clay.",
      "An FBX does not say that these show only their front, so programs may show both sides: clay.",
    ]);
    const usd = (title: string) => [
      `A ${title} smooths pixels that are shown as squares: clay.`,
      `A ${title} keeps 1 of 2 sets of vertex colours.`,
      `A ${title} has no tangents: engines compute them.`,
    ];
    expect(leftOut(bar, "usdz")).toEqual(usd("USDZ"));
    expect(leftOut(bar, "usda")).toEqual(usd("USD"));
  });

  it("includes the sides of surfaces, of a mesh in USD and of none in FBX", () => {
    const [clay] = bar.materials;
    const [part] = bar.parts;
    const materials = [
      { ...clay, alpha: "opaque" as const, textures: {}, doubleSided: true },
      { ...clay, name: "skin", alpha: "opaque" as const, textures: {}, doubleSided: false },
    ];
    const parts = [part, { ...part, material: 1 }];
    const sides = (change: Partial<MeshSequence>, format: (typeof EXPORT_FORMAT_IDS)[number]) =>
      leftOut({ ...bar, materials, parts, ...change }, format).filter((said) => / show(s)? /.test(said));
    const front =
      "An FBX does not say that these show only their front, so programs may show both sides: skin.";
    const both =
      "An FBX does not say that these show both sides, so programs may show only their front: clay.";
    expect(sides({}, "glb")).toEqual([]);
    expect(sides({}, "usda")).toEqual([
      `A USD shows both sides of a whole mesh or of nothing in it. All of these show both: ${part.name}.`,
    ]);
    expect(sides({ parts: [part, { ...parts[1], name: "other" }] }, "usda")).toEqual([]);
    // Only glTF states sides. Other files show both because their programs do.
    expect(sides({}, "fbx")).toEqual([front]);
    expect(sides({ carried: { ...NOTHING, text: '{"asset":{}}' } }, "fbx")).toEqual([front, both]);
    expect(sides({ materials: [materials[0], materials[0]] }, "fbx")).toEqual([]);
  });

  it("includes images that a format cannot contain", () => {
    const images = bar.images!.map((image) => ({ ...image, name: "skin.tga", mimeType: "image/x-tga" }));
    const sentence = (a: string) => `${a} cannot have images like skin.tga: convert them to PNG or JPEG.`;
    expect(leftOut({ ...bar, images }, "glb")).toEqual([sentence("A GLB")]);
    expect(leftOut({ ...bar, images }, "usdz")).toContain(sentence("A USDZ"));
    expect(leftOut({ ...bar, images }, "fbx").join()).not.toContain("skin.tga");
  });

  it("includes what no format keeps of the source's file, and what only a GLB keeps", () => {
    const carried = { ...NOTHING, contents: ["1 camera"], lost: ["The points and lines of Head."] };
    for (const format of EXPORT_FORMAT_IDS) {
      const said = leftOut({ ...bar, carried }, format);
      expect(said).toContain("Left out: The points and lines of Head.");
      expect(said.join().includes("Only a GLB keeps these of the source file: 1 camera.")).toBe(
        format !== "glb",
      );
    }
  });

  it("includes the motion of clips that are not exported, and extras of joints whose bone is gone", () => {
    const clips = [
      { name: "walk", first: 0, last: 3 },
      { name: "run", first: 4, last: bar.frameCount - 1 },
    ];
    const carried = { ...NOTHING, motion: ["walk", "run", "not opened"], joints: ["hip", "tail"] };
    const said = (going: Parameters<typeof leftOut>[2]) => leftOut({ ...bar, clips, carried }, "glb", going);
    const still = (names: string) =>
      `Cameras and other nodes of the source do not move as in ${names}, because the file has no clips of these names.`;
    expect(said({})).toEqual([still("not opened")]);
    expect(said({ clips: [1], bones: ["hip", "bone_1"] })).toEqual([
      still("walk, not opened"),
      "Extras of the joints tail are left out: no bone has these names.",
    ]);
  });

  it("includes wire edges, and kept poses if the format has no place for them", () => {
    const with_ = { ...bar, wires: Uint32Array.of(0, 1, 2, 3) };
    expect(leftOut(with_, "glb", { poses: [{}] })).toEqual([
      "Wire edges are left out: 2 of them link vertices that no face joins.",
    ]);
    expect(leftOut(bar, "usda", { poses: [{}] })).toContain("A USD has no place for kept poses.");
    expect(leftOut(bar, "usda", { poses: [] })).not.toContain("A USD has no place for kept poses.");
  });

  it("includes shapes that were not requested, and attributes if the format has no place for them", () => {
    const shape = { name: "smile", rest: 0, weights: new Float32Array(1) };
    const moved = { vertices: Uint32Array.of(0), values: new Float32Array(3) };
    const attribute = { name: "_HEAT", width: 1, values: new Float32Array(4) };
    const shaped = { ...bendingBar({}).sequence, shapes: [{ ...shape, moved }], attributes: [attribute] };
    expect(leftOut(shaped, "glb")).toEqual([]);
    expect(leftOut(shaped, "usda", { shapes: "none" })).toEqual([
      "Morph targets of the source are left out: smile.",
    ]);
    expect(leftOut(shaped, "fbx")).toContain("An FBX has no place for _HEAT.");
  });
});
