import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceFile } from "../../source/source";
import { BlockReader } from "./block-reader";

const BLOCK = 65_536;
const byteAt = (at: number) => (at ^ (at >> 8) ^ (at >> 16)) & 255;
/** The first bytes of each file; all later ones are 0. */
const BYTES = Uint8Array.from({ length: 7 * BLOCK }, (_, at) => byteAt(at));

/** A file that records which ranges are read. */
function watched(size: number) {
  const reads: [begin: number, end: number][] = [];
  const file: SourceFile = {
    name: "cache.abc",
    size,
    async read(begin, end) {
      reads.push([begin, end]);
      const bytes = new Uint8Array(end - begin);
      bytes.set(BYTES.subarray(begin, end));
      return bytes;
    },
  };
  return { reader: new BlockReader(file), reads };
}

describe("a block reader", () => {
  it("returns the bytes of any range, within blocks and across them", async () => {
    const near = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -3, max: 3 }));
    await fc.assert(
      fc.asyncProperty(near, near, fc.integer({ min: 1, max: 9 }), async ([a, p], [b, q], more) => {
        const [from, to] = [a * BLOCK + p, b * BLOCK + q].sort((x, y) => x - y).map((x) => Math.max(0, x));
        const { reader } = watched(Math.max(to, 1) + more);
        const bytes = await reader.bytes(from, to - from);
        expect(bytes).toHaveLength(to - from);
        expect(Buffer.compare(bytes, BYTES.subarray(from, to))).toBe(0);
      }),
    );
  });

  it("reads up to the last byte, and refuses a range that goes beyond it", async () => {
    const { reader } = watched(100);
    expect([...(await reader.bytes(98, 2))]).toEqual([98, 99]);
    expect(await reader.bytes(100, 0)).toHaveLength(0);
    expect((await reader.view(96, 4)).getUint8(3)).toBe(99);
    for (const [offset, length] of [
      [99, 2],
      [101, 0],
      [-1, 1],
      [5, -1],
    ]) {
      await expect(reader.bytes(offset, length)).rejects.toThrow(
        `It points to ${length} bytes at byte ${offset}, but it is 100 bytes long`,
      );
    }
  });

  it("reports a file that has become shorter", async () => {
    const reader = new BlockReader({ name: "a", size: 10, read: async () => new Uint8Array(4) });
    await expect(reader.bytes(0, 2)).rejects.toThrow("cut short");
  });

  it("reads ranges of up to four blocks block by block, each once, and longer ranges directly", async () => {
    const { reader, reads } = watched(9 * BLOCK);
    await reader.bytes(10, 4 * BLOCK - 10);
    expect(reads).toEqual([0, 1, 2, 3].map((n) => [n * BLOCK, (n + 1) * BLOCK]));
    await reader.bytes(BLOCK, 2 * BLOCK);
    expect(reads).toHaveLength(4);
    await reader.bytes(10, 4 * BLOCK);
    expect(reads[4]).toEqual([10, 4 * BLOCK + 10]);
  });

  it("keeps the 128 most recently used blocks", async () => {
    const { reader, reads } = watched(200 * BLOCK);
    for (let n = 0; n < 128; n++) await reader.bytes(n * BLOCK, 1);
    await reader.bytes(0, 1);
    expect(reads).toHaveLength(128);
    // The next block replaces block 1, because block 0 was used again.
    await reader.bytes(128 * BLOCK, 1);
    await reader.bytes(0, 1);
    await reader.bytes(2 * BLOCK, 1);
    expect(reads).toHaveLength(129);
    await reader.bytes(BLOCK, 1);
    expect(reads).toHaveLength(130);
  });
});
