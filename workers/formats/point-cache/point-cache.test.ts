import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SourceFile } from "../source/source";
import { bytesFile } from "../source/source-file";
import { isMdd, openMdd, writeMdd } from "./mdd";
import { isPc2, openPc2, pc2Header } from "./pc2";
import { blockReader, checkLength } from "./point-cache";

/** An MDD by its specification: big-endian counts, times, positions. */
function mdd(
  points: number,
  times: number[],
  value = (frame: number, n: number) => 100 * frame + n,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + 4 * times.length + 12 * points * times.length));
  view.setInt32(0, times.length);
  view.setInt32(4, points);
  times.forEach((t, k) => {
    view.setFloat32(8 + 4 * k, t);
    for (let n = 0; n < 3 * points; n++)
      view.setFloat32(8 + 4 * times.length + 12 * points * k + 4 * n, value(k, n));
  });
  return new Uint8Array(view.buffer);
}

const even = (count: number, fps: number, from = 0) =>
  Array.from({ length: count }, (_, k) => from + k / fps);
const rate = async (times: number[]) => (await openMdd(bytesFile("a.mdd", mdd(1, times)))).fps;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "read",
    (error) => error.message,
  );

describe("an MDD", () => {
  it("has its counts, times and positions one after another", async () => {
    const cache = await openMdd(bytesFile("a.mdd", mdd(2, even(3, 25, 7))));
    expect(cache).toMatchObject({ format: "MDD", points: 2, frames: 3, fps: 25 });
    for (let k = 0; k < 3; k++) {
      expect([...(await cache.frame(k))]).toEqual([0, 1, 2, 3, 4, 5].map((n) => 100 * k + n));
    }
    const frames = Float32Array.from({ length: 18 }, (_, n) => n);
    const written = writeMdd({
      ...{ vertexCount: 2, frameCount: 3, fps: 25, origin: [10, 20, 30], frames },
    } as unknown as MeshSequence);
    expect([...written]).toEqual([...mdd(2, even(3, 25), (k, n) => 6 * k + n + [10, 20, 30][n % 3])]);
  });

  it("is recognised only by its length", () => {
    const bytes = mdd(2, even(3, 25));
    expect(isMdd(bytes, bytes.length)).toBe(true);
    expect(isMdd(bytes.subarray(0, 8), bytes.length)).toBe(true);
    expect([isMdd(bytes, bytes.length + 1), isMdd(bytes, bytes.length - 1)]).toEqual([false, false]);
    expect(isMdd(bytes.subarray(0, 7), bytes.length)).toBe(false);
    const counts = (frames: number, points: number) => {
      const head = new DataView(new ArrayBuffer(8));
      head.setInt32(0, frames);
      head.setInt32(4, points);
      return isMdd(new Uint8Array(head.buffer), 8 + 4 * frames + 12 * frames * points);
    };
    expect([counts(1, 1), counts(0, 1), counts(1, 0), counts(-1, -1)]).toEqual([true, false, false, false]);
  });

  it("plays at the rate of its times if they are even", async () => {
    expect(await rate(even(9, 24))).toBe(24);
    expect(await rate(even(9, 23.995))).toBe(24);
    expect(await rate(even(9, 23.976))).toBeCloseTo(23.976, 4);
    expect(await rate(even(9, 1000))).toBe(1000);
    expect(await rate(even(9, 1100))).toBeNull();
    expect(await rate([0, 1, 2, 3.05, 4])).toBe(1);
    expect(await rate([0, 1, 2, 3.15, 4])).toBeNull();
    expect(await rate([0, 1, 2, 2.85, 4])).toBeNull();
    expect([await rate([5]), await rate([1, 1]), await rate([2, 1])]).toEqual([null, null, null]);
  });

  it("is refused if it is not an MDD, or shorter than its header says", async () => {
    expect(await refusal(openMdd(bytesFile("a.mdd", new Uint8Array(7))))).toContain("this file has 7 bytes");
    const bytes = mdd(2, even(3, 25));
    expect(await refusal(openMdd(bytesFile("a.mdd", bytes.subarray(0, bytes.length - 1))))).toContain(
      `which takes ${bytes.length} bytes; it has ${bytes.length - 1}, enough for 2 frames`,
    );
    expect(await refusal(openMdd(bytesFile("a.mdd", bytes)))).toBe("read");
  });
});

describe("a PC2", () => {
  it("is recognised by its first twelve bytes", async () => {
    const head = pc2Header(1, 1);
    expect([isPc2(head), isPc2(head.subarray(0, 12)), isPc2(head.subarray(0, 11))]).toEqual([
      true,
      true,
      false,
    ]);
    for (let n = 0; n < 12; n++) {
      const other = head.slice();
      other[n]++;
      expect(isPc2(other)).toBe(false);
    }
    expect(await refusal(openPc2(bytesFile("a.pc2", head.subarray(0, 31))))).toContain(
      "this file has 31 bytes",
    );
    expect(await refusal(openPc2(bytesFile("a.pc2", head)))).toContain("enough for 0 frames");
  });
});

describe("a cache of points", () => {
  const sized = (size: number) => ({ name: "a.pc2", size }) as SourceFile;

  it("needs at least one point and one frame, and all bytes that its header promises", () => {
    const check = (points: number, frames: number, size: number) => () =>
      checkLength(sized(size), points, frames, 32 + 12 * points * frames);
    expect(check(1, 1, 44)).not.toThrow();
    expect(check(1, 1, 45)).not.toThrow();
    expect(check(1, 1, 43)).toThrow("takes 44 bytes; it has 43, enough for 0 frames");
    expect(check(2, 5, 32 + 24 * 3)).toThrow("enough for 3 frames");
    expect(check(2, 5, 32 + 24 * 3 - 1)).toThrow("enough for 2 frames");
    expect(check(2, 5, 3)).toThrow("enough for 0 frames");
    expect(check(0, 1, 99)).toThrow("Its header says 0 points and 1 frame");
    expect(check(1, 0, 99)).toThrow("Its header says 1 point and 0 frames");
  });

  it("returns frames in any order, and reads about 4 MB at once", async () => {
    const sizes = fc.constantFrom(1, 40_000, 150_000, 349_525, 349_526);
    const orders = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, orders, fc.boolean(), async (points, order, little) => {
        const reads: [number, number][] = [];
        const file: SourceFile = {
          name: "a.pc2",
          size: 5 + 9 * 12 * points,
          async read(begin, end) {
            reads.push([begin, end]);
            const bytes = new Uint8Array(end - begin);
            const view = new DataView(bytes.buffer);
            // The first and the last number of each frame identify the frame.
            for (let at = 0; at < end - begin; at += 12 * points) {
              view.setFloat32(at, (begin - 5 + at) / (12 * points), little);
              view.setFloat32(at + 12 * points - 4, 100 + (begin - 5 + at) / (12 * points), little);
            }
            return bytes;
          },
        };
        const frame = blockReader(file, points, 9, 5, little);
        for (const k of order) {
          const numbers = await frame(k);
          expect([numbers.length, numbers[0], numbers[numbers.length - 1]]).toEqual([3 * points, k, 100 + k]);
        }
        for (const [begin, end] of reads) {
          expect(end).toBeLessThanOrEqual(file.size);
          expect(end - begin).toBeLessThanOrEqual(Math.max(4 << 20, 12 * points));
        }
        const together = Math.max(1, Math.floor((4 << 20) / (12 * points)));
        const inOrder = blockReader(file, points, 9, 5, little);
        reads.length = 0;
        for (let k = 0; k < 9; k++) await inOrder(k);
        expect(reads).toHaveLength(Math.ceil(9 / together));
      }),
      { numRuns: 15 },
    );
  });

  it("reports which frame ends early", async () => {
    const file: SourceFile = { name: "a.pc2", size: 99, read: async () => new Uint8Array(35) };
    expect(await refusal(blockReader(file, 1, 3, 0, true)(0))).toContain("Frame 1 of 3 ends early");
  });
});
