import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../../model/task";
import { bytesFile } from "../../../source/source-file";
import { openGltf } from "../read";

describe("the container", () => {
  const glb = (
    change: (view: DataView) => void = () => {},
    text = '{"asset":{"version":"2.0"}} ',
    binary = 8,
  ) => {
    const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
    const bytes = new Uint8Array(20 + json.length + (binary >= 0 ? 8 + binary : 0));
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x46546c67, true);
    view.setUint32(4, 2, true);
    view.setUint32(8, bytes.length, true);
    view.setUint32(12, json.length, true);
    view.setUint32(16, 0x4e4f534a, true);
    bytes.set(json, 20);
    if (binary >= 0) {
      view.setUint32(20 + json.length, binary, true);
      view.setUint32(24 + json.length, 0x004e4942, true);
    }
    change(view);
    return bytes;
  };
  const said = (bytes: Uint8Array) => {
    const file = bytesFile("a.glb", bytes);
    return openGltf([file], file, UNWATCHED).then(
      () => "",
      (error: Error) => error.message,
    );
  };
  const TEXT = 28;

  it("is refused if its numbers lead outside it, and read otherwise", async () => {
    const empty = "has no mesh";
    expect(await said(glb())).toContain(empty);
    expect(await said(glb(undefined, undefined, -1))).toContain(empty);
    expect(await said(glb((view) => view.setUint32(4, 1, true)))).toContain("Its container is version 1");
    expect(await said(glb((view) => view.setUint32(8, 65, true)))).toContain(
      "It says that it has 65 bytes, but it ends after 64",
    );
    // Bytes after the container do not matter.
    expect(await said(glb((view) => view.setUint32(8, 60, true)))).toContain(empty);
    expect(await said(glb((view) => view.setUint32(16, 7, true)))).toContain("Its first chunk is not JSON");
    expect(await said(glb((view) => view.setUint32(12, 45, true)))).toContain(
      "Its JSON should have 45 bytes",
    );
    expect(await said(glb((view) => view.setUint32(20 + TEXT, 9, true)))).toContain(
      "Its data should have 9 bytes, but 8 are there",
    );
    expect(await said(glb().subarray(0, 19))).toContain("It ends after 19 bytes, within its header");
    expect(await said(glb().subarray(0, 7))).toContain("It ends after 7 bytes, within its header");
    // A chunk of another kind is ignored.
    expect(await said(glb((view) => view.setUint32(24 + TEXT, 7, true)))).toContain(empty);
  });

  it("has the data of its first buffer, at least as many bytes as the buffer declares", async () => {
    const text = (byteLength: number, buffers = 1) =>
      JSON.stringify({
        asset: { version: "2.0" },
        buffers: Array.from({ length: buffers }, () => ({ byteLength })),
        bufferViews: [{ buffer: buffers - 1, byteLength: 1 }],
      });
    expect(await said(glb(undefined, text(8)))).toContain("has no mesh");
    expect(await said(glb(undefined, text(9)))).toContain("Its buffer should have 9 bytes, but has 8");
    expect(await said(glb(undefined, text(8, 2)))).toContain("lies in buffer 1, which has no data");
  });
});
