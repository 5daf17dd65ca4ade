import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import type { RawSequence } from "../source/source";
import { openAlembic } from "./read";
import { cube, memoryFile, READ_ALL, scene, still } from "./testing/fixtures";
import { networked, shaded } from "./testing/materials";
import { type WrittenNode, writeAlembic } from "./testing/write";
import { assignedMaterial, materialObject, plainObject } from "./write/material-records";

async function read(nodes: WrittenNode[]): Promise<RawSequence & { notes: string[] }> {
  const source = await openAlembic(memoryFile(writeAlembic(scene(nodes, 1))), UNWATCHED);
  return { ...(await source.read(READ_ALL, UNWATCHED)), notes: source.info.notes };
}

/** The materials of the parts, with values rounded to two decimals. */
const shown = ({ parts, materials }: RawSequence) =>
  parts.map(({ material }) => {
    const { name, baseColour, metallic, roughness, alpha } = materials[material];
    const round = (x: number | undefined) => x && Math.round(100 * x) / 100;
    return {
      name,
      colour: baseColour.map(round),
      metallic: round(metallic),
      roughness: round(roughness),
      alpha,
    };
  });

const look = (name: string, colour: number[], more = {}) => ({
  ...{ name, colour, metallic: undefined, roughness: undefined, alpha: undefined },
  ...more,
});

const GREY = [0.8, 0.8, 0.8, 1];

describe("materials of an Alembic file", () => {
  it("take names and values from their shaders, and list the values that are lost", async () => {
    const skin = shaded({
      "arnold.surface": {
        ...{
          base_color: [0.5, 0.25, 0.1],
          metalness: 0.25,
          specular_roughness: 0.6,
          opacity: [0.5, 0.5, 0.5],
        },
        ...{ coat: 0.3, normal_map: "skin_n.tx" },
      },
      "arnold.displacement": { height: 2 },
    });
    const made = await read([
      { ...cube("body"), besides: [assignedMaterial("/looks/skin")] },
      plainObject("looks", [materialObject("skin", skin)]),
    ]);
    const more = { metallic: 0.25, roughness: 0.6, alpha: "blend" };
    expect(shown(made)).toEqual([look("skin", [0.5, 0.25, 0.1, 0.5], more)]);
    expect(made.lost).toEqual(["Values of the shaders of skin: coat, normal_map, height."]);
  });

  it("lose nothing if exported files can hold all values", async () => {
    const plain = shaded({ "abc.surface": { baseColor: [1, 0, 0], roughness: 0.5 } });
    const made = await read([
      { ...cube("body"), besides: [assignedMaterial("/red")] },
      materialObject("red", plain),
    ]);
    expect(shown(made)).toEqual([look("red", [1, 0, 0, 1], { roughness: 0.5 })]);
    expect(made.lost).toEqual([]);
  });

  it("inherit parameters of the materials above them, and add the mesh's own", async () => {
    const base = shaded({ "prman.surface": { diffuseColor: [0.2, 0.4, 0.6], roughness: 0.1 } });
    const child = shaded({ "prman.surface": { roughness: 0.3 } });
    const own = shaded({ "prman.surface": { diffuseColor: [1, 1, 0] } });
    const made = await read([
      { ...cube("a"), besides: [assignedMaterial("/base")] },
      { ...cube("b"), besides: [assignedMaterial("/base/rough")] },
      { ...cube("c"), besides: [assignedMaterial("/base/rough"), own] },
      materialObject("base", base, [materialObject("rough", child)]),
    ]);
    expect(shown(made)).toEqual([
      look("base", [0.2, 0.4, 0.6, 1], { roughness: 0.1 }),
      look("base/rough", [0.2, 0.4, 0.6, 1], { roughness: 0.3 }),
      look("c", [1, 1, 0, 1], { roughness: 0.3 }),
    ]);
  });

  it("are those of the object above, unless a mesh or a face set has its own", async () => {
    const of = (colour: number[]) => shaded({ "abc.surface": { color: colour } });
    const sets = [
      { name: "top", polygons: Uint32Array.of(0, 1), besides: [assignedMaterial("/green")] },
      { name: "side", polygons: Uint32Array.of(2) },
    ];
    const group = still("group", [], [], [cube("plain"), { ...cube("sets"), faceSets: sets }]);
    const made = await read([
      { ...group, besides: [assignedMaterial("/red")] },
      materialObject("red", of([1, 0, 0])),
      materialObject("green", of([0, 1, 0])),
      cube("bare"),
    ]);
    expect(shown(made)).toEqual([
      look("red", [1, 0, 0, 1]),
      look("red", [1, 0, 0, 1]),
      look("green", [0, 1, 0, 1]),
      look("side", [1, 0, 0, 1]),
      look("default", GREY),
    ]);
    expect(made.materials.map(({ name }) => name)).toEqual(["red", "green", "side", "default"]);
  });

  it("use the last node of a network, without values that come from other nodes", async () => {
    const network = (links: Record<string, string>) =>
      networked(
        {
          paint: { values: { Cs: [0.1, 0.2, 0.3], Ks: 0.5 }, links },
          picture: { values: { map_name: "a.tx", color: [1, 1, 1] } },
        },
        { "abc.surface": "paint.out", "abc.light": "picture" },
      );
    const made = await read([
      { ...cube("a"), besides: [assignedMaterial("/free")] },
      { ...cube("b"), besides: [assignedMaterial("/linked")] },
      materialObject("free", network({})),
      materialObject("linked", network({ Cs: "picture.rgb" })),
    ]);
    expect(shown(made)).toEqual([look("free", [0.1, 0.2, 0.3, 1]), look("linked", GREY)]);
    expect(made.lost).toEqual(["Values of the shaders of free, linked: Ks, map_name, color and 1 more."]);
  });

  it("glow by their weight and colour, or by one colour", async () => {
    const glow = async (values: Record<string, number | number[]>) => {
      const lamp = materialObject("lamp", shaded({ "abc.surface": { color: [1, 1, 1], ...values } }));
      const made = await read([{ ...cube("a"), besides: [assignedMaterial("/lamp")] }, lamp]);
      expect(made.lost).toEqual([]);
      return made.materials[0].emissive;
    };
    expect(await glow({ emission: 2, emission_color: [1, 0.5, 0] })).toEqual([2, 1, 0]);
    expect(await glow({ emission_color: [1, 0.5, 0] })).toBeUndefined();
    expect(await glow({ emission: 1, emission_color: [0, 0, 0] })).toBeUndefined();
    expect(await glow({ emissiveColor: [0.25, 0, -1] })).toEqual([0.25, 0, 0]);
    expect(await glow({ emission: 0.5 })).toEqual([0.5, 0.5, 0.5]);
    expect(await glow({})).toBeUndefined();
  });

  it("that are not in the file keep their names, with a note", async () => {
    const made = await read([{ ...cube("a"), besides: [assignedMaterial("/looks/gone")] }]);
    expect(shown(made)).toEqual([look("gone", GREY)]);
    expect(made.notes).toEqual(["These materials are assigned, but they are not in the file: /looks/gone."]);
  });

  it("ignore values that are not colours or numbers", async () => {
    const odd = shaded({
      "abc.surface": {
        base_color: "red",
        baseColor: [Number.NaN, 0, 0],
        color: [2, -1, 0.5],
        metallic: [1, 2],
      },
    });
    const made = await read([
      { ...cube("a"), besides: [assignedMaterial("/odd")] },
      materialObject("odd", odd),
    ]);
    expect(shown(made)).toEqual([look("odd", [1, 0, 0.5, 1])]);
  });
});
