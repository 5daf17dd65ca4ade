import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product3 } from "../../math/matrix3";
import { createRandom, type Random } from "../../math/random";
import { bestRestFrame, nearestRotationAndScale, quaternionMatrix, type RestFrame } from "./stretch";

const seeds = fc.integer({ min: 1, max: 1e6 });

function randomRotation(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.normal());
  return quaternionMatrix(q.map((x) => x / Math.hypot(...q)));
}

function randomCovariance(random: Random): number[] {
  const m = Array.from({ length: 9 }, () => random.normal());
  return product3([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]], m);
}

const transposed = (m: ArrayLike<number>) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((c) => m[c]);

/** Σ |(A − B) v|² over vertices of the given covariance, with B as in the file. */
function lossOf(a: ArrayLike<number>, { q: axes, moments }: RestFrame, covariance: number[]): number {
  const { q, s } = nearestRotationAndScale(product3(a, quaternionMatrix(axes)), moments);
  const scaled = quaternionMatrix(q).map((x, e) => x * s[e % 3]);
  const lost = product3(scaled, transposed(quaternionMatrix(axes))).map((x, e) => a[e] - x);
  return product3(lost, covariance).reduce((sum, x, e) => sum + x * lost[e], 0);
}

describe("bestRestFrame", () => {
  it("is exact if a bone stretches along the same axes in all frames", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 8 }), (seed, frames) => {
        const random = createRandom(seed);
        const axes = randomRotation(random);
        const linear = Array.from({ length: frames }, () => {
          const scales = [0, 0, 0].map(() => 0.4 + 2 * random.next());
          const stretched = randomRotation(random).map((x, e) => x * scales[e % 3]);
          return product3(stretched, transposed(axes));
        });
        const covariance = randomCovariance(random);
        const frame = bestRestFrame(Float64Array.from(linear.flat()), covariance);
        const size = covariance[0] + covariance[4] + covariance[8];
        for (const a of linear) expect(lossOf(a, frame, covariance)).toBeLessThan(1e-8 * size);
      }),
    );
  });

  it("is never worse than a joint without a rotation at rest", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const linear = Float64Array.from({ length: 45 }, () => random.normal());
        const covariance = randomCovariance(random);
        const moments = Float64Array.of(covariance[0], covariance[4], covariance[8]);
        const straight = { q: Float64Array.of(0, 0, 0, 1), moments };
        const frame = bestRestFrame(linear, covariance);
        const total = (frames: RestFrame) =>
          [0, 9, 18, 27, 36].reduce(
            (sum, at) => sum + lossOf(linear.subarray(at, at + 9), frames, covariance),
            0,
          );
        expect(total(frame)).toBeLessThanOrEqual(total(straight) * (1 + 1e-9));
      }),
    );
  });
});
