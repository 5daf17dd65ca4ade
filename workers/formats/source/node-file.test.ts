import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "./node-file";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-files-"));
  const files = [
    "shot 1/a.obj",
    "shot 1/a.mtl",
    "shot 1/b.fbx",
    "shot 1/c.ply",
    "shot 1/d.abc",
    "shot 1/skin.png",
  ];
  const images = ["shot 1/textures/cloth.jpg", "tex/a b.png", "tex/notes.txt", "shots/other.png"];
  for (const name of [...files, ...images]) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), "x");
  }
});
afterAll(() => rm(folder, { recursive: true }));

const namesOf = async (...names: string[]) =>
  (await nodeFiles(names.map((name) => join(folder, name)))).map(({ name }) => name).sort();

it.each([
  ["an OBJ", "shot 1/a.obj", ["a b.png", "a.mtl", "a.obj", "cloth.jpg", "skin.png"]],
  ["an FBX", "shot 1/b.fbx", ["a b.png", "b.fbx", "cloth.jpg", "skin.png"]],
  ["a PLY", "shot 1/c.ply", ["a b.png", "c.ply", "cloth.jpg", "skin.png"]],
])(
  "%s has the images beside it, and in folders for images beside it and beside its folder",
  async (_, file, all) => {
    expect(await namesOf(file)).toEqual(all);
  },
);

describe("files that a mesh names, in any folder", () => {
  const write = async (name: string, text: string) => {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  };

  it("are found for a glTF: buffers and images, but nothing else and nothing from the net", async () => {
    for (const name of [
      "deep/tank/maps v2/a/skin.png",
      "deep/tank/maps v2/b/skin.png",
      "deep/data/tank.bin",
      "deep/secret.txt",
    ])
      await write(name, "x");
    const images = ["maps%20v2/a/skin.png", "maps%20v2/b/skin.png", "data:image/png;base64,AA==", "gone.png"];
    const uris = (list: string[]) => list.map((uri) => ({ uri }));
    await write(
      "deep/tank/tank.gltf",
      JSON.stringify({
        buffers: uris(["../data/tank.bin"]),
        images: uris([...images, "../secret.txt", "https://a.test/skin.png"]),
      }),
    );
    expect(await namesOf("deep/tank/tank.gltf")).toEqual([
      ...["data/tank.bin", "maps v2/a/skin.png", "maps v2/b/skin.png", "tank.gltf"],
    ]);
  });

  it("are found for an OBJ: its libraries and their maps", async () => {
    await write("deep/props/chair.obj", "mtllib wood.mtl ../looks/metal.mtl\nv 0 0 0\n");
    await write("deep/props/wood.mtl", 'newmtl wood\nmap_Kd -s 2 2 2 "skins 4k\\oak.png"\n');
    await write("deep/looks/metal.mtl", "newmtl metal\nmap_Ke baked/glow.png\n");
    for (const name of ["deep/props/skins 4k/oak.png", "deep/looks/baked/glow.png"]) await write(name, "x");
    expect(await namesOf("deep/props/chair.obj")).toEqual([
      "chair.obj",
      "looks/baked/glow.png",
      "looks/metal.mtl",
      "skins 4k/oak.png",
      "wood.mtl",
    ]);
  });

  it("are found for an OBJ that names its libraries far from its start, or at the very end", async () => {
    const points = "v 0.25 0.5 0.75\n".repeat(150_000);
    const text = `${points}  mtllib ../far/gl\u00e4nzend.mtl\r\n${points}mtllib ../far/last one.mtl`;
    await write("deep/far/gl\u00e4nzend.mtl", "newmtl a\nmap_Kd tiles.png\n");
    for (const name of ["deep/far/last one.mtl", "deep/far/tiles.png"]) await write(name, "x");
    await write("deep/halls/hall.obj", text);
    expect(await namesOf("deep/halls/hall.obj")).toEqual([
      "far/gl\u00e4nzend.mtl",
      "far/last one.mtl",
      "far/tiles.png",
      "hall.obj",
    ]);
  });

  it("are none for a glTF that is not JSON", async () => {
    await write("deep/broken/x.gltf", "{");
    expect(await namesOf("deep/broken/x.gltf")).toEqual(["x.gltf"]);
  });
});

it("other meshes have no companions", async () => {
  expect(await namesOf("shot 1/d.abc")).toEqual(["d.abc"]);
});
