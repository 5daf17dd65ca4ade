import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FramePredictor, gridOf, predecessors, solverPredecessors } from "./quantise";

const corners = fc
  .array(fc.integer({ min: 0, max: 9 }), { maxLength: 45 })
  .map((all) => all.slice(0, all.length - (all.length % 3)));

describe("predecessors", () => {
  it("are the nearest earlier neighbours, or the vertex before if there is none", () => {
    fc.assert(
      fc.property(corners, (all) => {
        const found = predecessors(10, Uint32Array.from(all));
        const expected = Array.from({ length: 10 }, (_, i) => {
          const mates = all.flatMap((v, t) => (v === i ? all.slice(t - (t % 3), t - (t % 3) + 3) : []));
          return Math.max(...mates.filter((n) => n < i), -1);
        }).map((before, i) => (before < 0 ? i - 1 : before));
        expect([...found]).toEqual(expected);
      }),
    );
  });

  it("of solver vertices follow from display vertices", () => {
    const triangles = Uint32Array.of(0, 1, 2, 2, 3, 4);
    const solverIndex = Uint32Array.of(5, 0, 3, 1, 4);
    const found = solverPredecessors({ vertexCount: 6, triangles, solverIndex });
    expect([...found]).toEqual([-1, 0, 1, 1, 3, 3]);
  });
});

describe("a grid", () => {
  it("contains all arrays: it has their least numbers, and steps of the longest side", () => {
    const grid = gridOf([Float32Array.of(1, -2, 5, 4), Float32Array.of(3, 8, -1, 0)], 2, 3);
    expect(grid).toEqual({ min: [-1, -2], step: 10 / 7 });
    expect(gridOf([Float32Array.of(4, 4)], 2, 8)).toEqual({ min: [4, 4], step: 1 / 255 });
  });
});

describe("predicted arrays", () => {
  const grid = { min: [0], step: 1 };
  const chain = Int32Array.of(-1, 0, 1, 1);
  /** The order of prediction, the low bytes and the high bytes of the residuals. */
  const planes = (bytes: Uint8Array) => [bytes[0], [...bytes.subarray(1, 5)], [...bytes.subarray(5)]];

  it("are first written as the difference of each number from its neighbour", () => {
    // Residuals 700, +2, −3, +1; as zigzag 1400, 4, 5, 2.
    const bytes = new FramePredictor(grid, chain).encode(Float32Array.of(700, 702, 699, 703));
    expect(bytes).toHaveLength(FramePredictor.sizeOf(4));
    expect(planes(bytes)).toEqual([0, [1400 & 255, 4, 5, 2], [1400 >> 8, 0, 0, 0]]);
  });

  it("are zero if numbers stay or continue as before, and otherwise the change", () => {
    const predictor = new FramePredictor(grid, chain);
    const start = Float32Array.of(700, 702, 699, 703);
    predictor.encode(start);
    expect(planes(predictor.encode(start))).toEqual([1, [0, 0, 0, 0], [0, 0, 0, 0]]);
    // All move by 9, so the first predicts the others.
    expect(planes(predictor.encode(start.map((x) => x + 9)))).toEqual([1, [18, 0, 0, 0], [0, 0, 0, 0]]);
    expect(planes(predictor.encode(start.map((x) => x + 18)))).toEqual([2, [0, 0, 0, 0], [0, 0, 0, 0]]);
    // One leaves the line by −1, and no other follows it.
    const last = start.map((x, n) => x + 27 - (n === 3 ? 1 : 0));
    expect(planes(predictor.encode(last))).toEqual([2, [0, 0, 0, 1], [0, 0, 0, 0]]);
  });

  it("are restored on the grid for any motion", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), (frames) => {
        const two = { min: [-3, 100], step: 0.5 };
        const [writer, reader] = [new FramePredictor(two, chain), new FramePredictor(two, chain)];
        for (const frame of frames) {
          const values = Float32Array.from(frame, (x, n) => two.min[n % 2] + 0.5 * x);
          const read = new Float32Array(8);
          reader.decode(writer.encode(values), read);
          expect(read).toEqual(values);
        }
      }),
    );
  });
});
