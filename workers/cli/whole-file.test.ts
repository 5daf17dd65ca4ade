import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkWritable, discardParts, partOf, writeWhole } from "./whole-file";

let folder = "";
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-whole-"));
  await mkdir(at("a folder.glb"));
});
afterAll(() => rm(folder, { recursive: true }));

it("a file is there whole, and nothing beside it", async () => {
  await writeWhole(at("ünï 1.txt"), "first");
  await writeWhole(at("ünï 1.txt"), "second");
  expect(await readFile(at("ünï 1.txt"), "utf8")).toBe("second");
  expect(await readdir(folder)).toEqual(["a folder.glb", "ünï 1.txt"]);
});

it("what cannot be written is told before and while it is written", async () => {
  const missing = at("none/x.glb");
  for (const wrong of [missing, at("a folder.glb")]) {
    await expect(checkWritable([wrong])).rejects.toThrow(`${wrong} cannot be written. It`);
    await expect(writeWhole(wrong, "x")).rejects.toThrow(`${wrong} cannot be written. It`);
  }
  await writeFile(at("plain"), "");
  await expect(checkWritable([at("plain/x.glb")])).rejects.toThrow("cannot be written");
  await expect(checkWritable([at("new.glb"), at("plain")])).resolves.toBeUndefined();
});

it("what is half written when the command ends is thrown away", async () => {
  const part = partOf(at("frames.pc2"));
  await writeFile(part, "half");
  discardParts();
  expect((await readdir(folder)).filter((name) => name.startsWith("frames"))).toEqual([]);
});
