import { describe, expect, it } from "vitest";
import { createRandom } from "../random";
import { ascendingOrder } from "./ascending-order";

/** The expected order, by comparisons only. */
const expected = (keys: Float64Array) =>
  Array.from(keys, (_, n) => n).sort((a, b) => keys[a] - keys[b] || a - b);

describe("ascendingOrder", () => {
  it("sorts keys of any size, and keeps the order of equal keys", () => {
    const random = createRandom(1);
    const kinds: (() => number)[] = [
      () => random.next(),
      () => random.integer(5),
      () => 10 ** (600 * (random.next() - 0.5)),
      // The upper halves of these keys agree.
      () => 1 + random.integer(40) * 2 ** -50,
      () => 1 + random.integer(3) * 2 ** -20 + random.integer(3) * 2 ** -52,
      () => (random.integer(2) ? 0 : -0),
    ];
    for (const kind of kinds) {
      for (const length of [0, 1, 2, 23, 24, 25, 26, 200]) {
        const keys = Float64Array.from({ length }, kind);
        expect([...ascendingOrder(keys)]).toEqual(expected(keys));
      }
    }
  });

  it("sorts descending keys, in short and in long runs", () => {
    for (const length of [24, 25, 100]) {
      const keys = Float64Array.from({ length }, (_, n) => 1 + (length - n) * 2 ** -50);
      expect([...ascendingOrder(keys)]).toEqual(expected(keys));
    }
  });
});
