import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { FramePredictor, gridOf } from "./quantise";

describe("positions on a grid", () => {
  const chain = Int32Array.of(-1, 0, 0, 2);

  it("are restored within half a step in every frame", () => {
    const frames = fc.array(fc.array(numbersBetween(-50, 80), { minLength: 12, maxLength: 12 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(frames, fc.constantFrom(8, 12, 16), (poses, bits) => {
        const arrays = poses.map((pose) => Float32Array.from(pose));
        const grid = gridOf(arrays, 3, bits);
        const [writer, reader] = [new FramePredictor(grid, chain), new FramePredictor(grid, chain)];
        const sides = [0, 1, 2].map((c) => {
          const all = arrays.flatMap((pose) => [...pose].filter((_, n) => n % 3 === c));
          expect(grid.min[c]).toBe(Math.min(...all));
          return Math.max(...all) - Math.min(...all);
        });
        expect(grid.step).toBeCloseTo(Math.max(...sides) / (2 ** bits - 1), 12);
        for (const pose of arrays) {
          const read = new Float32Array(12);
          reader.decode(writer.encode(pose), read);
          read.forEach((x, n) => {
            expect(Math.abs(x - pose[n])).toBeLessThanOrEqual(grid.step * 0.5001 + 1e-5);
          });
        }
      }),
    );
  });

  it("are read with the highest order if a damaged file has a higher one", () => {
    const grid = { min: [0], step: 1 };
    const values = (order: number) => {
      const [writer, reader] = [new FramePredictor(grid, chain), new FramePredictor(grid, chain)];
      const out = new Float32Array(4);
      for (const start of [700, 709]) reader.decode(writer.encode(new Float32Array(4).fill(start)), out);
      const bytes = writer.encode(Float32Array.of(718, 718, 719, 718));
      expect(bytes[0]).toBe(2);
      bytes[0] = order;
      reader.decode(bytes, out);
      return [...out];
    };
    expect(values(2)).toEqual([718, 718, 719, 718]);
    for (const order of [3, 4, 255]) expect(values(order)).toEqual(values(2));
    // Predicted from the frame before, all are nine less.
    expect(values(1)).toEqual([709, 709, 710, 709]);
  });
});
