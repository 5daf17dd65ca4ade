import { describe, expect, it } from "vitest";
import { createRandom, drawWeighted } from "./random";

const WORD = 2n ** 32n;
const rotate = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) % WORD;

/** xoshiro128** 1.1 as published by its authors (prng.di.unimi.it), in big integers. */
function published(seed: number) {
  let mix = BigInt(seed);
  const splitmix = () => {
    mix = (mix + 0x9e3779b9n) % WORD;
    let z = mix;
    z = ((z ^ (z >> 16n)) * 0x85ebca6bn) % WORD;
    z = ((z ^ (z >> 13n)) * 0xc2b2ae35n) % WORD;
    return z ^ (z >> 16n);
  };
  const s = [splitmix(), splitmix(), splitmix(), splitmix()];
  return () => {
    const result = (rotate((s[1] * 5n) % WORD, 7n) * 9n) % WORD;
    const t = (s[1] << 9n) % WORD;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11n);
    return result;
  };
}

describe("createRandom", () => {
  it("gives the numbers of xoshiro128**, two words each", () => {
    for (const seed of [0, 1, 77, 123_456_789]) {
      const words = published(seed);
      const random = createRandom(seed);
      for (let n = 0; n < 500; n++) {
        const [high, low] = [words() >> 5n, words() >> 6n];
        expect(random.next()).toBe(Number(high * 2n ** 26n + low) / 2 ** 53);
      }
    }
  });

  it("gives whole numbers below n with equal frequency", () => {
    const random = createRandom(5);
    const counts = new Array<number>(7).fill(0);
    for (let n = 0; n < 70_000; n++) counts[random.integer(7)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it("gives normal numbers, checked by their moments and their share within each deviation", () => {
    const random = createRandom(6);
    const values = Array.from({ length: 100_000 }, () => random.normal());
    const mean = (f: (x: number) => number) => values.reduce((sum, x) => sum + f(x), 0) / values.length;
    expect(mean((x) => x)).toBeCloseTo(0, 1.5);
    expect(Math.abs(mean((x) => x * x) - 1)).toBeLessThan(0.02);
    expect(Math.abs(mean((x) => x ** 3))).toBeLessThan(0.05);
    expect(Math.abs(mean((x) => x ** 4) - 3)).toBeLessThan(0.15);
    for (const [deviations, share] of [
      [1, 0.6827],
      [2, 0.9545],
      [3, 0.9973],
    ]) {
      expect(Math.abs(mean((x) => (Math.abs(x) < deviations ? 1 : 0)) - share)).toBeLessThan(0.006);
    }
    // Each pair is a sine and a cosine, which must be independent.
    const products = values.slice(1).map((x, n) => x * values[n]);
    expect(Math.abs(products.reduce((sum, x) => sum + x, 0) / products.length)).toBeLessThan(0.02);
  });
});

describe("drawWeighted", () => {
  it("draws each index in proportion to its weight", () => {
    const random = createRandom(8);
    const counts = [0, 0, 0, 0];
    for (let n = 0; n < 40_000; n++) counts[drawWeighted(Float64Array.of(1, 0, 5, 2), random)]++;
    expect(counts[1]).toBe(0);
    [1, 0, 5, 2].forEach((weight, n) => {
      expect(Math.abs(counts[n] / 40_000 - weight / 8)).toBeLessThan(0.01);
    });
  });

  it("draws any index if all weights are 0, and the last possible one if rounding leaves a rest", () => {
    const drawn = new Set(
      Array.from({ length: 50 }, (_, n) => drawWeighted(new Float64Array(3), createRandom(n))),
    );
    expect(drawn.size).toBe(3);
    const nearlyOne = { next: () => 1, integer: () => 0, normal: () => 0 };
    expect(drawWeighted(Float64Array.of(1, 2, 0), nearlyOne)).toBe(1);
  });
});
