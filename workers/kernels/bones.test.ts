import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { Arena } from "./arena";
import { kernels } from "./kernels.generated";
import { Serial } from "./parallel";
import { scratchNumbers } from "./scratch";

const parallel = new Serial(new Arena(1 << 23, false));
const { arena } = parallel;

function inArena(numbers: readonly number[]): Float64Array {
  const out = arena.f64(numbers.length);
  out.set(numbers);
  return out;
}

describe("boneGram", () => {
  it("has the bits of the product of B and its transpose, whatever the blocks", () => {
    const bones = fc.integer({ min: 1, max: 21 });
    const rows = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(bones, rows, fc.integer({ min: 1, max: 8 }), fc.nat(), (h, rows, block, seed) => {
        const mark = arena.mark();
        const random = createRandom(seed);
        const width = 4 * h;
        const b = inArena(Array.from({ length: rows * width }, random.normal));
        const [gram, expected] = [arena.f64(width * width), arena.f64(width * width)];
        const numbers = scratchNumbers(kernels.boneGramScratch, {});
        const scratch = arena.f64(numbers);
        for (let begin = 0; begin < h; begin += block) {
          const end = Math.min(h, begin + block);
          const more = { bones: b, rows, h, gram, scratch, scratchBytes: 8 * numbers };
          parallel.callBlock(kernels.boneGram, begin, end, more);
        }
        const both = { a: b, aRow: 1, aDepth: width, b, ldB: width };
        parallel.callBlock(kernels.product, 0, width, {
          ...both,
          depth: rows,
          n: width,
          out: expected,
          ldOut: width,
        });
        expect(gram).toEqual(expected);
        arena.release(mark);
      }),
      { numRuns: 40 },
    );
  });
});

/** N of bones on a line that share vertices with their neighbours only, C and rigid motion. */
function chain(h: number, frames: number, seed: number) {
  const random = createRandom(seed);
  const width = 4 * h;
  const normal = arena.f64(width * width).fill(0);
  for (let i = 0; i < 12 * h; i++) {
    const first = Math.min(h - 1, Math.floor(random.next() * h));
    const weights = new Map([[first, 0.7]]);
    if (first + 1 < h) weights.set(first + 1, 0.3);
    const v = [random.normal(), random.normal(), random.normal(), 1];
    for (const [j, wj] of weights) {
      for (const [k, wk] of weights) {
        for (let a = 0; a < 4; a++) {
          for (let c = 0; c < 4; c++) normal[(4 * j + a) * width + 4 * k + c] += wj * wk * v[a] * v[c];
        }
      }
    }
  }
  const cross = inArena(Array.from({ length: 3 * frames * width }, random.normal));
  const motion = arena.f64(3 * frames * width);
  for (let row = 0; row < 3 * frames; row++) {
    for (let j = 0; j < h; j++) motion[row * width + 4 * j + (row % 3)] = 1;
  }
  return { normal, cross, motion };
}

describe("listOverlaps", () => {
  it("lists what shares vertices, and sweeps over these lists have the bits of sweeps over all bones", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (h, seed) => {
        const mark = arena.mark();
        const frames = 2;
        const { normal, cross, motion } = chain(h, frames, seed);
        const [counts, overlaps] = [arena.i32(h), arena.i32(h * h)];
        parallel.callBlock(kernels.listOverlaps, 0, h, { normal, h, counts, overlaps });
        const lists = Array.from(counts, (count, j) => [...overlaps.subarray(j * h, j * h + count)]);
        for (const [j, list] of lists.entries()) {
          expect(list).toContain(j);
          for (const k of list) expect(Math.abs(j - k)).toBeLessThanOrEqual(1);
        }
        const swept = motion.slice();
        const numbers = scratchNumbers(kernels.rigidSweepsScratch, { h });
        const args = {
          cross,
          normal,
          h,
          locked: null,
          scratch: arena.f64(numbers),
          scratchBytes: 8 * numbers,
        };
        const sweep = (motion: Float64Array) =>
          parallel.callBlock(kernels.rigidSweeps, 0, frames, {
            ...{ ...args, motion, sweeps: 3, scales: null },
            counts,
            overlaps,
          });
        const sparse = inArena([...swept]);
        sweep(sparse);
        counts.fill(h);
        for (let j = 0; j < h; j++) for (let k = 0; k < h; k++) overlaps[j * h + k] = k;
        sweep(motion);
        expect(sparse).toEqual(motion);
        expect(sparse).not.toEqual(swept);
        arena.release(mark);
      }),
      { numRuns: 40 },
    );
  });
});
