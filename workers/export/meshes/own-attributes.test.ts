import { expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { readBytes } from "../../formats/gltf/read/testing/read-bytes";
import { bytesFile } from "../../formats/source/source-file";
import { openZip } from "../../formats/zip/zip";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { VertexAttribute } from "../../model/mesh/shapes";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { ownAttributes } from "./own-attributes";

const attribute = (name: string, width: number, values: number[]): VertexAttribute => ({
  ...{ name, width, values: Float32Array.from(values) },
});

it("of two attributes with one name, vertices have the one with values", () => {
  const scalar = attribute("heat", 1, [1, 2, 0, 0]);
  const pair = attribute("heat", 2, [0, 0, 0, 0, 3, 4, 5, 6]);
  const none = attribute("none", 1, [0, 0, 0, 0]);
  expect(ownAttributes([scalar, pair, none], Uint32Array.of(0, 1))).toEqual([scalar, none]);
  expect(ownAttributes([scalar, pair, none], Uint32Array.of(2, 3))).toEqual([pair, none]);
  expect(ownAttributes([scalar, none], Uint32Array.of(2, 3))).toEqual([none]);
  expect(ownAttributes(undefined, Uint32Array.of(0))).toEqual([]);
});

const bar = bendingBar({ bones: 2, frames: 2, length: 2, width: 1 });
const values = Array.from({ length: bar.sequence.solverIndex.length }, (_, n) => n / 8);
const named = (...names: string[]) => ({
  ...bar.sequence,
  attributes: names.map((name) => attribute(name, 1, values)),
});
const written = async (format: ExportOptions["format"], ...names: string[]) =>
  (await exportFile(named(...names), bar.rig, { influences: 4, clips: [], upAxis: "y", format }, UNWATCHED))
    .bytes;

it("a GLB has custom names with an underscore, each once", async () => {
  const raw = await readBytes(await written("glb", "heat", "_heat", "2 words", "_2"));
  expect(raw.attributes?.map(({ name }) => name).sort()).toEqual(["_2", "_2 words", "_heat", "_heat_2"]);
});

it("USD has them as primvars, but not under names that USD gives a meaning", async () => {
  const { files } = await openZip(bytesFile("a.usdz", await written("usdz", "heat", "st", "2 words")));
  const layer = new TextDecoder().decode(await files[0].read(0, files[0].size));
  const names = [...layer.matchAll(/float\[\] primvars:(\w+) = /g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["heat", "st_2", "_2_words"]));
});
