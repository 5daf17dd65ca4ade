import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS } from "../../testing/formats";
import { openFbx } from "../read";
import { connect, type FbxRecord, fbxBinary, object, property, record } from "../testing/fixtures";
import { nodeId, sceneRecords } from "../testing/scenes";

const material = (id: number, name: string, ...values: FbxRecord[]) =>
  object("Material", id, name, "", [record("Properties70", [], values)]);

/** Reads a triangle with these materials. */
async function readWith(creator: string, ...materials: FbxRecord[]) {
  const scene = sceneRecords({
    nodes: [{ name: "tile", parent: -1, kind: "Mesh" }],
    meshes: [{ node: 0, points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: [0, 1, ~2] }],
    more: { objects: materials, connections: materials.map((_, n) => connect(70 + n, nodeId(0))) },
  });
  const file = bytesFile("a.fbx", fbxBinary([record("Creator", [creator]), ...scene]));
  const source = await openFbx([file], file, UNWATCHED);
  return source.read(AS_IT_IS, UNWATCHED);
}

/** Reads a triangle with these materials, and returns the sentences about what exports leave out. */
const lostWith = async (...materials: FbxRecord[]) => (await readWith("Somebody", ...materials)).lost;

describe("values of FBX materials that exports leave out", () => {
  it("are none if a material only has a colour and values without an effect", async () => {
    const plain = material(
      ...([70, "skin"] as const),
      property("DiffuseColor", "Color", 1, 0, 0),
      property("SpecularColor", "Color", 0, 0, 0),
      property("ReflectionFactor", "Number", 0),
      property("Shininess", "Number", 25),
    );
    expect(await lostWith(plain)).toEqual([]);
  });

  it("are named for classic materials and for materials of renderers", async () => {
    const phong = material(
      ...([70, "skin"] as const),
      property("SpecularColor", "Color", 0.5, 0.5, 0.5),
      property("ReflectionFactor", "Number", 0.5),
    );
    const standard = material(
      ...([71, "car"] as const),
      property("Maya|baseColor", "Vector3D", 1, 0, 0),
      property("Maya|metalness", "Number", 1),
      property("Maya|coat", "Number", 0.75),
      property("Maya|sheen", "Number", 0),
      property("Maya|TypeId", "Number", 1398031443),
    );
    expect(await lostWith(phong, standard)).toEqual([
      "Values of the materials skin, car: specular, reflection, coat.",
    ]);
  });

  it("do not include the highlights that Blender gives every material, in the colour of its surface", async () => {
    const blenders = (factor: number) =>
      material(
        ...([70, "clay"] as const),
        property("DiffuseColor", "Color", 0.2, 0.5, 0.75),
        property("SpecularColor", "Color", 0.2, 0.5, 0.75),
        property("SpecularFactor", "Number", factor),
      );
    expect(await lostWith(blenders(0.25))).toEqual([]);
    expect(await lostWith(blenders(0.5))).toEqual(["Values of the materials clay: specular."]);
  });

  it("do not include the reflection of Blender, which is metalness", async () => {
    const metal = material(
      ...([70, "steel"] as const),
      property("SpecularColor", "Color", 1, 1, 1),
      property("SpecularFactor", "Number", 0.25),
      property("ReflectionFactor", "Number", 0.75),
    );
    const read = await readWith("Blender (stable FBX IO) - 3.4.1 - 4.37.5", metal);
    expect([read.lost, read.materials[0].metallic]).toEqual([[], 0.75]);
    const other = await readWith("Somebody", metal);
    expect(other.lost).toEqual(["Values of the materials steel: reflection."]);
    expect(other.materials[0].metallic).toBeUndefined();
  });
});
