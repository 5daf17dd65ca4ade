import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinPlanes, packIntegers, splitPlanes, unpackIntegers, unzigzag, zigzag } from "./byte-planes";

describe("numbers for deflate", () => {
  it("of either sign become small unsigned ones, in the order 0, −1, 1, −2 …, and back", () => {
    expect([0, -1, 1, -2, 2].map(zigzag)).toEqual([0, 1, 2, 3, 4]);
    expect([2 ** 31 - 1, -(2 ** 31)].map(zigzag)).toEqual([2 ** 32 - 2, 2 ** 32 - 1]);
    fc.assert(
      fc.property(fc.integer(), (x) => {
        expect(unzigzag(zigzag(x))).toBe(x);
      }),
    );
  });

  it("are sorted by byte, all lowest bytes first", () => {
    expect([...splitPlanes(Uint32Array.of(0x04030201, 0x14131211, 0xffaa5500))]).toEqual([
      ...[0x01, 0x11, 0x00],
      ...[0x02, 0x12, 0x55],
      ...[0x03, 0x13, 0xaa],
      ...[0x04, 0x14, 0xff],
    ]);
    expect([...splitPlanes(Uint16Array.of(0x0201, 0xff55))]).toEqual([0x01, 0x55, 0x02, 0xff]);
    const words = fc.uint32Array({ maxLength: 9 });
    fc.assert(
      fc.property(words, (all) => {
        expect(joinPlanes(splitPlanes(all), new Uint32Array(all.length))).toEqual(all);
        const short = Uint16Array.from(all);
        expect(joinPlanes(splitPlanes(short), new Uint16Array(all.length))).toEqual(short);
      }),
    );
  });

  it("are differences from the number one stride before", () => {
    expect([...packIntegers([5, 4, 6], 1)].slice(0, 3)).toEqual([zigzag(5), zigzag(-1), zigzag(2)]);
    expect([...packIntegers([5, 40, 6, 39], 2)].slice(0, 4)).toEqual([5, 40, 1, -1].map(zigzag));
    const strides = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 12 }), strides, (values, stride) => {
        expect(unpackIntegers(packIntegers(values, stride), stride)).toEqual(values);
      }),
    );
  });
});
