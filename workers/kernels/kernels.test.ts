import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../testing/numbers-between";
import { Arena } from "./arena";
import { kernels } from "./kernels.generated";
import { Serial } from "./parallel";

const number = numbersBetween(-1e3, 1e3);

describe("dot", () => {
  it("agrees with a plain loop over two vectors of any length, and reads nothing beyond them", () => {
    const parallel = new Serial(new Arena(1 << 20, false));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 50 }), (pairs) => {
        const mark = parallel.arena.mark();
        const [a, b] = [parallel.arena.f64(pairs.length + 8), parallel.arena.f64(pairs.length + 8)];
        for (const vector of [a, b]) vector.fill(1e9);
        for (const [n, [x, y]] of pairs.entries()) [a[n], b[n]] = [x, y];
        const plain = pairs.reduce((sum, [x, y]) => sum + x * y, 0);
        const size = pairs.reduce((sum, [x, y]) => sum + Math.abs(x * y), 0);
        const sum = parallel.call(kernels.dot, { a, b, n: pairs.length });
        parallel.arena.release(mark);
        expect(Math.abs(sum - plain)).toBeLessThanOrEqual(1e-13 * size);
      }),
    );
  });
});
