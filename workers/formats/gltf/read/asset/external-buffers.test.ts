import { describe, expect, it } from "vitest";
import { bytesFile } from "../../../source/source-file";
import { readContainer } from "./container";

const numbers = (...some: number[]) => Uint8Array.from(some);
const gltf = (uri: string, byteLength = 3) =>
  new TextEncoder().encode(JSON.stringify({ asset: { version: "2.0" }, buffers: [{ uri, byteLength }] }));

/** Reads a .gltf from a folder, with these files beside it. */
function read(uri: string, others: Record<string, Uint8Array>, main = "scene/a.gltf", byteLength = 3) {
  const file = bytesFile(main, gltf(uri, byteLength));
  const files = [file, ...Object.entries(others).map(([name, bytes]) => bytesFile(name, bytes))];
  return readContainer(files, file);
}

describe("buffers in other files", () => {
  it("are found by their path from the file's folder", async () => {
    const others = {
      "scene/data.bin": numbers(1, 2, 3),
      "data.bin": numbers(4, 5, 6),
      "x/b c.bin": numbers(7, 8, 9),
    };
    const of = async (uri: string) => [...(await read(uri, others)).buffers[0]!];
    expect(await of("data.bin")).toEqual([1, 2, 3]);
    expect(await of("./data.bin")).toEqual([1, 2, 3]);
    expect(await of("../data.bin")).toEqual([4, 5, 6]);
    expect(await of("../x/b%20c.bin")).toEqual([7, 8, 9]);
    expect(await of("..//x/b c.bin")).toEqual([7, 8, 9]);
    expect((await read("../data.bin", others)).files).toEqual(["scene/a.gltf", "data.bin"]);
  });

  it("are found by their name in upper or lower case if only one file has it", async () => {
    expect([...(await read("deep/DATA.bin", { "other/Data.BIN": numbers(1, 2, 3) })).buffers[0]!]).toEqual([
      1, 2, 3,
    ]);
    await expect(
      read("deep/data.bin", { "a/data.bin": numbers(1, 2, 3), "b/data.bin": numbers(1, 2, 3) }),
    ).rejects.toThrow("data.bin is missing");
    await expect(read("data.bin", {})).rejects.toThrow(/a\.gltf keeps its geometry and motion in data\.bin/);
  });

  it("may have names that are not percent-encoded", async () => {
    expect((await read("100%.bin", { "scene/100%.bin": numbers(1, 2, 3) })).buffers[0]).toHaveLength(3);
  });

  it("have at least as many bytes as the file declares", async () => {
    expect((await read("d.bin", { "scene/d.bin": numbers(1, 2, 3, 4) })).buffers[0]).toHaveLength(4);
    await expect(read("d.bin", { "scene/d.bin": numbers(1, 2) })).rejects.toThrow(
      /d\.bin.*Its buffer should have 3 bytes, but has 2/s,
    );
  });

  it("may be in the file as text", async () => {
    const uri = "data:application/octet-stream;base64,AQID";
    expect([...(await read(uri, {})).buffers[0]!]).toEqual([1, 2, 3]);
    await expect(read(uri, {}, "scene/a.gltf", 4)).rejects.toThrow(
      /a\.gltf.*should have 4 bytes, but has 3/s,
    );
  });
});
