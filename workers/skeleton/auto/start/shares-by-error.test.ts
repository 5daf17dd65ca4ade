import { describe, expect, it } from "vitest";
import { sharesByError } from "./shares-by-error";

describe("the shares of a sample by error", () => {
  it("give half of the sample to a hundredth of the vertices that has all of the error", () => {
    const errors = Float64Array.from({ length: 1000 }, (_, i) => (i < 10 ? 4 : 0));
    const shares = sharesByError(errors);
    const sum = (list: Float64Array) => list.reduce((a, b) => a + b, 0);
    expect(sum(shares)).toBeCloseTo(1000, 9);
    expect(sum(shares.subarray(0, 10))).toBeCloseTo(505, 9);
  });

  it("are alike if errors are", () => {
    expect(Array.from(sharesByError(new Float64Array(5).fill(7)))).toEqual([1, 1, 1, 1, 1]);
  });
});
