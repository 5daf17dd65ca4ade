import { describe, expect, it } from "vitest";
import { decodeNumbers, POD, POD_BYTES, POD_NAMES } from "./pods";

/** The little-endian bytes of numbers, by a setter of DataView. */
function bytesOf(
  numbers: number[],
  size: number,
  set: (view: DataView, at: number, x: number) => void,
): Uint8Array {
  // Within a larger buffer, as in a file.
  const bytes = new Uint8Array(3 + size * numbers.length).subarray(3);
  const view = new DataView(bytes.buffer, 3);
  numbers.forEach((x, n) => {
    set(view, n * size, x);
  });
  return bytes;
}

const halves = (...bits: number[]) => [
  ...decodeNumbers(
    POD.float16,
    bytesOf(bits, 2, (view, at, x) => view.setUint16(at, x, true)),
  ),
];

describe("numbers of an Alembic file", () => {
  it("are decoded by their type, at any place in a buffer", () => {
    const cases: [number, number[], (view: DataView, at: number, x: number) => void][] = [
      [POD.boolean, [0, 1], (view, at, x) => view.setUint8(at, x)],
      [POD.uint8, [0, 255], (view, at, x) => view.setUint8(at, x)],
      [POD.int8, [-128, 127], (view, at, x) => view.setInt8(at, x)],
      [POD.uint16, [1, 65_535], (view, at, x) => view.setUint16(at, x, true)],
      [POD.int16, [-32_768, 258], (view, at, x) => view.setInt16(at, x, true)],
      [POD.uint32, [1, 2 ** 32 - 1], (view, at, x) => view.setUint32(at, x, true)],
      [POD.int32, [-(2 ** 31), 66_051], (view, at, x) => view.setInt32(at, x, true)],
      [POD.uint64, [1, 2 ** 53 - 1, 2 ** 63], (view, at, x) => view.setBigUint64(at, BigInt(x), true)],
      [POD.int64, [-1, -(2 ** 53)], (view, at, x) => view.setBigInt64(at, BigInt(x), true)],
      [POD.float32, [-1.5, 2 ** -149], (view, at, x) => view.setFloat32(at, x, true)],
      [POD.float64, [-0.1, 1e300], (view, at, x) => view.setFloat64(at, x, true)],
    ];
    for (const [pod, numbers, set] of cases) {
      const found = decodeNumbers(pod, bytesOf(numbers, POD_BYTES[pod], set));
      expect([POD_NAMES[pod], ...found]).toEqual([POD_NAMES[pod], ...numbers]);
    }
    for (const pod of [POD.string, POD.wideString, 99]) {
      expect(() => decodeNumbers(pod, new Uint8Array(8))).toThrow(`type ${pod} holds no numbers`);
    }
  });

  it("may be half floats, such as the examples of IEEE 754", () => {
    expect(halves(0x3c00, 0xc000, 0x3555, 0x7bff, 0xfbff)).toEqual([1, -2, 0.333251953125, 65_504, -65_504]);
    // The smallest of all, and the largest and smallest with and without an implied leading one.
    expect(halves(1, 0x03ff, 0x0400, 0x8001)).toEqual([2 ** -24, 1023 * 2 ** -24, 2 ** -14, -(2 ** -24)]);
    expect(halves(0x7c00, 0xfc00, 0x7c01, 0xffff)).toEqual([Infinity, -Infinity, Number.NaN, Number.NaN]);
    expect(halves(0, 0x8000).map((x) => Object.is(x, -0))).toEqual([false, true]);
  });

  it("may be half floats, each larger than the one before, up to infinity", () => {
    const all = halves(...Array.from({ length: 0x7c01 }, (_, bits) => bits));
    for (let bits = 1; bits < all.length; bits++) expect(all[bits]).toBeGreaterThan(all[bits - 1]);
    expect(all.at(-1)).toBe(Infinity);
  });
});
