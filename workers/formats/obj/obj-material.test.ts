import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { inspect } from "../open";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS, textFile } from "../testing/formats";

const OBJ =
  "mtllib my lib.mtl\nv 0 0 0 1 0.5 0\nv 1 0 0\nv 0 1 0 0 0 0\nvt 0 0\nusemtl wood\nf 1/1 2/1 3/1\n";
const image = (byte: number) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, byte);

async function open(mtl: string, images: Record<string, Uint8Array>, obj = OBJ) {
  const files = [
    textFile("shot/mesh.obj", obj),
    textFile("shot/my lib.mtl", `newmtl wood\n${mtl}`),
    ...Object.entries(images).map(([name, bytes]) => bytesFile(name, bytes)),
  ];
  const [source] = await inspect(files, UNWATCHED);
  return { raw: await source.read(AS_IT_IS, UNWATCHED), notes: source.info.notes };
}

describe("the materials of an OBJ", () => {
  it("have their maps with all options, found by path, folder and name", async () => {
    const { raw, notes } = await open(
      "Kd 0.8 0.8 0.8\nmap_Kd -s 2 4 1 -o 0.5 0.25 -mm 0 1 tex\\wood grain.png\nmap_Bump -bm 0.5 -clamp on C:\\art\\bump.png\nKe 2 0 0\nmap_Ke wood%20grain.png\nmap_Pr rough.png\nPr 0.3\nd 0.5\n",
      { "shot/tex/wood grain.png": image(1), "elsewhere/BUMP.png": image(2), "rough.png": image(3) },
    );
    expect(raw.images?.map(({ name, mimeType, bytes }) => [name, mimeType, bytes[8]])).toEqual([
      ["wood grain.png", "image/png", 1],
      ["BUMP.png", "image/png", 2],
      ["rough.png", "image/png", 3],
    ]);
    expect(raw.materials).toEqual([
      {
        name: "wood",
        baseColour: [1, 1, 1, 0.5],
        doubleSided: true,
        alpha: "blend",
        emissive: [2, 0, 0],
        roughness: 1,
        textures: {
          // 1 − (4·(1 − v) + 0.25) = 4·v − 3.25
          baseColour: { image: 0, uvSet: 0, transform: { offset: [0.5, -3.25], rotation: 0, scale: [2, 4] } },
          normal: { image: 1, uvSet: 0, strength: 0.5, wrap: ["clamp", "clamp"] },
          emissive: { image: 0, uvSet: 0 },
          metallicRoughness: { image: 2, uvSet: 0 },
        },
      },
    ]);
    expect(notes.filter((note) => /left|missing/.test(note))).toEqual([]);
    expect([...raw.colours![0].slice(4, 8)]).toEqual([1, 1, 1, 1]);
    expect(raw.colours![0][1]).toBeCloseTo(0.214, 4);
  });

  it("are kept without maps that are missing, empty or not supported, and a note lists these", async () => {
    const { raw, notes } = await open(
      "Kd 0.5 0 0\nmap_Kd gone.png\nnorm empty.png\nmap_Ks shine.png\nmap_Pr a.png\nmap_Pm b.png\n",
      { "shot/a.png": image(1), "shot/b.png": image(2) },
    );
    expect(raw.materials).toEqual([{ name: "wood", baseColour: [0.5, 0, 0, 1], doubleSided: true }]);
    expect(raw.images).toBeUndefined();
    expect(notes).toContain(
      "2 textures are left out: gone.png is missing; empty.png is missing. Open images together with their mesh.",
    );
    expect(notes).toContain(
      "Materials have maps that Sinew cannot keep, and are left without them: map_Pr and map_Pm, map_Ks.",
    );
  });

  it("come from several libraries on a line, and a missing library is noted", async () => {
    const { raw, notes } = await open(
      "Kd 0 1 0\n",
      {},
      OBJ.replace("my lib.mtl", "other.mtl ../shot/my%20lib.mtl"),
    );
    expect(raw.materials[0].baseColour).toEqual([0, 1, 0, 1]);
    expect(notes.some((note) => note.startsWith("other.mtl with the colours of mesh.obj is missing"))).toBe(
      true,
    );
  });

  it("list the values and maps that no exported file can hold", async () => {
    const plain = await open("Kd 1 0 0\nKa 1 1 1\nKs 0 0 0\nNi 1\nillum 2\nNs 250\n", {});
    expect(plain.raw.lost).toEqual([]);
    const { raw } = await open("Ks 0.4 0.5 0.5\nNi 1.45\nPc 0.3\nmap_Ks shine.png\n", {});
    expect(raw.lost).toEqual(["Maps of materials: map_Ks.", "Values of the materials wood: Ks, Ni, Pc."]);
    const implied = await open("Ks 0.625 0.25 0.25\nNi 1.5\nKd 0.75 0 0\nPm 0.5\n", {});
    expect(implied.raw.lost).toEqual([]);
  });
});
