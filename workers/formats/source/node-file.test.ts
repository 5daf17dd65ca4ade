import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("other meshes have no companions", async () => {
  expect(await namesOf("shot 1/d.abc")).toEqual(["d.abc"]);
});
