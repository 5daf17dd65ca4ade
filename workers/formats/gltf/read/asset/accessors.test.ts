import { describe, expect, it } from "vitest";
import { decodeAccessors } from "./accessors";
import { parseGltfJson } from "./gltf-json";

type View = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** One accessor over an array. */
async function over(array: View, componentType: number, more: object = {}, required: string[] = []) {
  const bytes = new Uint8Array(array.buffer as ArrayBuffer);
  const json = parseGltfJson(
    JSON.stringify({
      asset: { version: "2.0" },
      extensionsRequired: required,
      buffers: [{ byteLength: bytes.length }],
      bufferViews: [{ buffer: 0, byteLength: bytes.length }],
      accessors: [{ bufferView: 0, componentType, count: array.length, type: "SCALAR", ...more }],
    }),
    "a.gltf",
  );
  return decodeAccessors({ json, buffers: [bytes] }, "a.gltf");
}

describe("integers that encode shares", () => {
  // glTF 2.0, section 3.6.2.2: c / 255, c / 65535, max(c / 127, −1), max(c / 32767, −1).
  it.each([
    [Uint8Array.of(0, 51, 255), 5121, [0, 0.2, 1]],
    [Uint16Array.of(0, 13107, 65535), 5123, [0, 0.2, 1]],
    [Int8Array.of(0, 127, -127, -128, 64), 5120, [0, 1, -1, -1, 64 / 127]],
    [Int16Array.of(0, 32767, -32767, -32768, 16384), 5122, [0, 1, -1, -1, 16384 / 32767]],
  ] as [View, number, number[]][])("%s", async (array, type, shares) => {
    const plain = await over(array, type);
    expect([...plain.numbers(0)]).toEqual([...array]);
    const normalized = await over(array, type, { normalized: true });
    expect([...normalized.numbers(0)]).toEqual(shares);
    // The raw numbers are the stored ones, also when requested again.
    expect([...normalized.raw(0)]).toEqual([...array]);
    expect(normalized.numbers(0)).toBe(normalized.numbers(0));
  });

  it("are not floats", async () => {
    const floats = await over(Float32Array.of(-3, 0.5, 200), 5126, { normalized: true });
    expect([...floats.numbers(0)]).toEqual([-3, 0.5, 200]);
  });
});

describe("accessors", () => {
  it("have a number of elements, and a number of components", async () => {
    const array = Float32Array.from({ length: 16 }, (_, n) => n);
    for (const [type, components] of [
      ["SCALAR", 1],
      ["VEC2", 2],
      ["VEC4", 4],
      ["MAT2", 4],
      ["MAT4", 16],
    ] as const) {
      const accessors = await over(array, 5126, { type, count: 16 / components });
      expect([accessors.count(0), accessors.components(0)]).toEqual([16 / components, components]);
      expect([...accessors.numbers(0)]).toEqual([...array]);
    }
  });

  it("begin at their offset, and are zero without data", async () => {
    const array = Float32Array.of(1, 2, 3, 4);
    const later = await over(array, 5126, { byteOffset: 8, count: 2 });
    expect([...later.numbers(0)]).toEqual([3, 4]);
    const sparse = {
      count: 1,
      indices: { bufferView: 0, componentType: 5125, byteOffset: 0 },
      values: { bufferView: 0, byteOffset: 4 },
    };
    // Number 2 of five is the second in the buffer. The others are 0.
    const numbers = new Uint32Array([2, new Uint32Array(Float32Array.of(7).buffer)[0]]);
    const some = await over(numbers, 5126, { bufferView: undefined, count: 5, sparse });
    expect([...some.numbers(0)]).toEqual([0, 0, 7, 0, 0]);
  });

  it("must not require an extension that changes their data, unless Sinew reads it", async () => {
    const array = Float32Array.of(1);
    for (const name of ["KHR_mesh_quantization", "KHR_materials_unlit", "EXT_texture_webp"]) {
      expect([...(await over(array, 5126, {}, [name])).numbers(0)]).toEqual([1]);
    }
    await expect(over(array, 5126, {}, ["KHR_texture_basisu", "ACME_packed", "ACME_other"])).rejects.toThrow(
      /a.gltf needs ACME_packed[\s\S]*ACME_packed, ACME_other, which Sinew does not read/,
    );
  });
});
