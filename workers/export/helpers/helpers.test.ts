import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clothOf, shown, skinned } from "../../formats/gltf/testing/exported-rigs";
import { largestDifference } from "../../formats/gltf/testing/fixtures";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { boneRestFrames } from "../bones/bone-rest-frames";
import { rigidFit, shareMoments } from "./rigid-fit";
import { simplexShares } from "./simplex-shares";
import { withRigidHelpers } from "./with-helpers";

/** Random vertices about their centre, and a random affine bone in some frames. */
function planted(seed: number, count: number) {
  const random = createRandom(seed);
  const masses = Float64Array.from({ length: count }, () => 0.1 + random.next());
  const raw = Array.from({ length: 3 * count }, () => random.normal());
  const sum = masses.reduce((a, b) => a + b, 0);
  const centre = [0, 1, 2].map((c) => masses.reduce((total, m, i) => total + m * raw[3 * i + c], 0) / sum);
  const points = Float64Array.from(raw, (x, n) => x - centre[n % 3]);
  const matrices = Array.from({ length: 4 }, () =>
    Float64Array.from({ length: 12 }, (_, e) => (e % 5 === 0 ? 1 : 0) + 0.3 * random.normal()),
  );
  return { points, masses, matrices };
}

const linear = (m: Float64Array) => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((e) => m[e]);
const placed = (m: ArrayLike<number>, p: ArrayLike<number>, at: number) =>
  [0, 4, 8].map((r) => m[r] * p[at] + m[r + 1] * p[at + 1] + m[r + 2] * p[at + 2] + m[r + 3]);

/** Σ m |Σ s T x − A x|² by its definition, over all frames. */
function leftOver({ points, masses, matrices }: ReturnType<typeof planted>, k: number): number {
  const simplex = simplexShares(points, masses, matrices.map(linear), k);
  const moments = shareMoments(points, masses, simplex.shares, k);
  let sum = 0;
  matrices.forEach((matrix, f) => {
    const helpers = rigidFit(moments, matrix, simplex, simplex.turns[f]);
    masses.forEach((mass, i) => {
      const truth = placed(matrix, points, 3 * i);
      const found = [0, 0, 0];
      helpers.forEach((helper, h) => {
        placed(helper, points, 3 * i).forEach((x, c) => {
          found[c] += simplex.shares[k * i + h] * x;
        });
      });
      sum += mass * Math.hypot(...found.map((x, c) => x - truth[c])) ** 2;
    });
  });
  return sum;
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("the helpers of a bone", () => {
  it("share its weights: none is negative, and they sum to one", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(1, 2, 3, 4), fc.integer({ min: 1, max: 12 }), (seed, k, count) => {
        const { points, masses, matrices } = planted(seed, count);
        const { shares } = simplexShares(points, masses, matrices.map(linear), k);
        for (let i = 0; i < count; i++) {
          const row = shares.subarray(k * i, k * i + k);
          expect(Math.min(...row)).toBeGreaterThanOrEqual(-1e-12);
          expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
        }
      }),
    );
  });

  it("are exact if there are four, and no worse with one more", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bone = planted(seed, 30);
        const [one, two, three, four] = [1, 2, 3, 4].map((k) => leftOver(bone, k));
        expect(four).toBeLessThan(1e-9 * one);
        expect(three).toBeLessThan(1.001 * two);
        expect(two).toBeLessThan(1.001 * one);
      }),
      { numRuns: 30 },
    );
  });

  it("are practically exact if there are two and the bone stretches along one line", () => {
    const { points, masses } = planted(7, 20);
    const matrices = [0.5, 1, 2].map((s) => Float64Array.of(s, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3));
    const bone = { points, masses, matrices };
    expect(leftOver(bone, 2)).toBeLessThan(1e-3 * leftOver(bone, 1));
  });
});

describe("a rig with helpers", () => {
  it("moves as before with four for each bone, and none of its bones shears", async () => {
    const { sequence, rig } = clothOf(5, 4, true, 5);
    const frames = [...Array(sequence.frameCount).keys()];
    const { whole, origins } = await withRigidHelpers(rig, frames, 4, UNWATCHED);
    expect(whole.bones).toHaveLength(20);
    expect([...origins]).toEqual([0, 1, 2, 3, 4].flatMap((j) => [j, j, j, j]));
    expect(new Set(whole.bones.map(({ name }) => name)).size).toBe(20);
    for (const { exact, pair, unscaled } of await boneRestFrames(whole, frames, UNWATCHED))
      expect([exact, pair, unscaled]).toEqual([true, false, true]);
    for (const k of frames) {
      const [is, was] = [shown(sequence, skinned(whole, k)), shown(sequence, skinned(rig, k))];
      expect(largestDifference(is, was)).toBeLessThan(1e-4 * restDiagonal(sequence));
    }
  });

  it("keeps bones that do not shear, and gives a bone without vertices one helper that turns with it", async () => {
    const { sequence, rig } = clothOf(4, 3, true, 8);
    const motion = rig.motion.slice();
    for (let k = 0; k < sequence.frameCount; k++)
      motion.set([1, 0, 0, k, 0, 1, 0, 0, 0, 0, 1, 0], 12 * (k * 4 + 1));
    const bones = rig.weights.bones.map((j) => (j === 2 ? 3 : j));
    const partly = { ...rig, motion, weights: { ...rig.weights, bones } };
    const frames = [...Array(sequence.frameCount).keys()];
    const { whole, origins } = await withRigidHelpers(partly, frames, 2, UNWATCHED);
    expect([...origins]).toEqual([0, 0, 1, 2, 3, 3]);
    expect(whole.bones[2]).toEqual(rig.bones[1]);
    const head = whole.bones[3].head;
    for (const k of frames) {
      const [own, before] = [whole.motion.subarray(12 * (6 * k + 3)), motion.subarray(12 * (4 * k + 2))];
      expect(largestDifference(placed(own, head, 0), placed(before, head, 0))).toBeLessThan(1e-4);
    }
  });
});
