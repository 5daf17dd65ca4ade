import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Growable } from "./growable";
import { TripleIndex } from "./triple-index";

describe("a growing list", () => {
  it("has the numbers in their order, for any initial size", () => {
    for (const capacity of [0, 1, 2, 3]) {
      for (const count of [0, 1, 2, 3, 4, 100]) {
        const list = new Growable(Int32Array, capacity);
        for (let n = 0; n < count; n++) list.push(7 * n);
        expect(list.length).toBe(count);
        expect([...list.finish()]).toEqual(Array.from({ length: count }, (_, n) => 7 * n));
      }
    }
  });

  it("begins with room for 1024, and doubles it only when it is full", () => {
    const list = new Growable(Float32Array);
    const rooms = new Set<number>();
    for (let n = 0; n < 5000; n++) {
      list.push(n);
      rooms.add(list.array.length);
    }
    expect([...rooms]).toEqual([1024, 2048, 4096, 8192]);
  });

  it("has a message for the end of memory", () => {
    class Small extends Float32Array {
      constructor(length: number) {
        if (length > 4) throw new RangeError("too large");
        super(length);
      }
    }
    const list = new Growable(
      Small as unknown as { new (length: number): Float32Array<ArrayBuffer>; name: string },
      4,
    );
    for (let n = 0; n < 4; n++) list.push(n);
    expect(() => list.push(4)).toThrow("Its lists have more than 4 numbers");
  });
});

describe("an index of triples", () => {
  it("numbers them in the order of their first occurrence, like a map", () => {
    const few = fc.constantFrom(0, 1, -1, 65_536, -(2 ** 31), 2 ** 31 - 1);
    const triples = fc.array(fc.tuple(few, few, few), { maxLength: 300 });
    fc.assert(
      fc.property(triples, fc.integer({ min: 0, max: 40 }), (all, expected) => {
        const index = new TripleIndex(expected);
        const known = new Map<string, number>();
        for (const [a, b, c] of all) {
          const key = `${a} ${b} ${c}`;
          if (!known.has(key)) known.set(key, known.size);
          expect(index.add(a, b, c)).toBe(known.get(key));
          expect(index.count).toBe(known.size);
        }
      }),
    );
  });

  it("grows as often as necessary", () => {
    const index = new TripleIndex(1);
    for (let n = 0; n < 2000; n++) expect(index.add(n, n >> 3, -n)).toBe(n);
    for (let n = 0; n < 2000; n++) expect(index.add(n, n >> 3, -n)).toBe(n);
  });
});
