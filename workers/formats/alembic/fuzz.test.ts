import fc from "fast-check";
import { expect, test } from "vitest";
import { SinewError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { openAlembic } from "./read";
import { cube, memoryFile, movingCube, READ_ALL, scene } from "./testing/fixtures";
import { writeAlembic } from "./testing/write";

/** A small archive with everything that the reader supports. */
const ARCHIVE = (() => {
  const values = Float32Array.from({ length: 48 }, (_, i) => i / 48);
  const normals = Float32Array.from({ length: 24 }, (_, i) => Math.cos(i));
  const body = {
    ...cube("body", movingCube(1)),
    uvs: { scope: "corner" as const, values, indices: Uint32Array.from({ length: 24 }, (_, i) => i) },
    normals: { scope: "vertex" as const, values: normals, indices: null },
    faceSets: [{ name: "skin", polygons: Uint32Array.of(0, 3) }],
  };
  const carrier = {
    kind: "transform" as const,
    name: "carrier",
    operations: ["translate" as const, "rotate" as const, "matrix" as const],
    channels: (k: number) => [k, 0, 0, 0, 1, 0, 10 * k, ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
    children: [body],
  };
  return writeAlembic(scene([carrier, cube("floor")], 6));
})();

/** Reads everything. Returns true if that works, false if it is refused with an error message. */
async function readAll(bytes: Uint8Array): Promise<boolean> {
  try {
    const source = await openAlembic(memoryFile(bytes), UNWATCHED);
    const sequence = await source.read(READ_ALL, UNWATCHED);
    for (let k = 0; k < Math.min(sequence.frameCount, 20); k++) await sequence.frame(k);
    return true;
  } catch (error) {
    if (!(error instanceof SinewError)) throw error;
    expect(error.complaint.body.length).toBeGreaterThan(10);
    return false;
  }
}

test("the archive itself is readable", async () => {
  expect(await readAll(ARCHIVE)).toBe(true);
});

test("cut short anywhere, it is refused with an error message", async () => {
  for (let length = 0; length < ARCHIVE.length; length++) {
    expect(await readAll(ARCHIVE.subarray(0, length))).toBe(false);
  }
});

test("any single bit may be wrong", async () => {
  const bytes = ARCHIVE.slice();
  for (let bit = 0; bit < 8 * bytes.length; bit += 13) {
    bytes[bit >> 3] ^= 1 << (bit & 7);
    await readAll(bytes);
    bytes[bit >> 3] ^= 1 << (bit & 7);
  }
});

test("any bytes may be wrong", async () => {
  const change = fc.tuple(fc.nat(ARCHIVE.length - 9), fc.uint8Array({ minLength: 1, maxLength: 9 }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const bytes = ARCHIVE.slice();
      for (const [at, wrong] of changes) bytes.set(wrong, at);
      await readAll(bytes);
    }),
    { seed: 21, numRuns: 1500 },
  );
});

test("pointers may lead anywhere, even to groups in a ring", async () => {
  const slots = Math.floor(ARCHIVE.length / 8) - 1;
  await fc.assert(
    fc.asyncProperty(fc.nat(slots), fc.nat(slots), fc.boolean(), async (from, to, data) => {
      const bytes = ARCHIVE.slice();
      // Tries every byte of a pointer, because groups are not aligned.
      for (let shift = 0; shift < 8; shift++) {
        const view = new DataView(bytes.buffer, Math.min(8 * from + shift, bytes.length - 8), 8);
        const kept = view.getBigUint64(0, true);
        view.setBigUint64(0, BigInt(8 * to + shift) | (data ? 1n << 63n : 0n), true);
        await readAll(bytes);
        view.setBigUint64(0, kept, true);
      }
    }),
    { seed: 22, numRuns: 300 },
  );
});

test("noise is not an archive", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (noise, headed) => {
      const bytes = headed
        ? Uint8Array.from([...ARCHIVE.subarray(0, 8), 16, 0, 0, 0, 0, 0, 0, 0, ...noise])
        : noise;
      expect(await readAll(bytes)).toBe(false);
    }),
    { seed: 23 },
  );
});
