import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { nodeFiles } from "./node-file";
import { baseName, blobFile, bytesFile, extensionOf, folderOf, readAll, stemOf } from "./source-file";

const BYTES = Uint8Array.from({ length: 100 }, (_, i) => i);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-files-"));
  await mkdir(join(folder, "shot", "inner"), { recursive: true });
  await writeFile(join(folder, "shot", "b.obj"), BYTES);
  await writeFile(join(folder, "shot", "inner", "a.obj"), BYTES);
});
afterAll(() => rm(folder, { recursive: true }));

describe("a source file", () => {
  it("returns the requested bytes, clipped to the file, for all kinds of files", async () => {
    const [onDisk] = await nodeFiles([join(folder, "shot", "b.obj")]);
    for (const file of [bytesFile("b.obj", BYTES), blobFile(new Blob([BYTES]), "b.obj"), onDisk]) {
      expect([file.name, file.size]).toEqual(["b.obj", 100]);
      expect([...(await file.read(10, 13))]).toEqual([10, 11, 12]);
      expect([...(await file.read(97, 1e12))]).toEqual([97, 98, 99]);
      expect((await file.read(100, 200)).length).toBe(0);
      expect((await file.read(300, 200)).length).toBe(0);
      expect([...(await readAll(file))]).toEqual([...BYTES]);
    }
  });

  it("has its path if it comes from a folder", async () => {
    const files = await nodeFiles([join(folder, "shot")]);
    expect(files.map(({ name }) => name)).toEqual(["shot/b.obj", "shot/inner/a.obj"]);
  });

  it("comes with the materials and buffers beside it", async () => {
    for (const name of ["shot/b.mtl", "shot/scene.bin", "shot/scene.gltf"])
      await writeFile(join(folder, name), BYTES);
    const names = async (...paths: string[]) =>
      (await nodeFiles(paths.map((path) => join(folder, path)))).map(({ name }) => name);
    expect(await names("shot/b.obj", "shot/b.mtl")).toEqual(["b.obj", "b.mtl"]);
    expect(await names("shot/b.obj", "shot/scene.gltf")).toEqual([
      "b.obj",
      "scene.gltf",
      "b.mtl",
      "scene.bin",
    ]);
  });

  it("has an error message if it is gone", async () => {
    const missing = join(folder, "missing.obj");
    await expect(nodeFiles([missing])).rejects.toThrow(SinewError);
    await expect(nodeFiles([missing])).rejects.toThrow(
      `${basename(missing)} cannot be read. There is no such file`,
    );
    const [file] = await nodeFiles([join(folder, "shot", "inner", "a.obj")]);
    await rm(join(folder, "shot", "inner", "a.obj"));
    await expect(readAll(file)).rejects.toThrow("a.obj cannot be read");
  });
});

it("splits paths", () => {
  expect([
    baseName("a/b.c.obj"),
    folderOf("a/b.c.obj"),
    stemOf("a/b.c.OBJ"),
    extensionOf("a/b.c.OBJ"),
  ]).toEqual(["b.c.obj", "a/", "b.c", "obj"]);
  expect([stemOf(".hidden"), extensionOf("a.b/file"), folderOf("file")]).toEqual([".hidden", "", ""]);
});
