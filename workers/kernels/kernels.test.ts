import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "./arena";
import { Serial } from "./parallel";

describe("dot", () => {
  it("agrees with a plain loop", () => {
    const parallel = new Serial(new Arena(1 << 20, false));
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 50 }), (numbers) => {
        const mark = parallel.arena.mark();
        const a = parallel.arena.f64(numbers.length);
        a.set(numbers);
        const plain = numbers.reduce((sum, x) => sum + x * x, 0);
        const sum = parallel.call("dot", a.byteOffset, a.byteOffset, a.length);
        parallel.arena.release(mark);
        expect(sum).toBeCloseTo(plain, 4);
      }),
    );
  });
});
