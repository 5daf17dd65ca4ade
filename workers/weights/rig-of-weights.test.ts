import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { poseMatrices, poseOfMatrices } from "../model/rig/pose";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { DEFAULT_LIMITS, type Skeleton } from "../model/skeleton/skeleton";
import { BEND, bendAt } from "./bend";
import { exemplars } from "./exemplars";
import { bonePoses, rigOfWeights } from "./rig-of-weights";
import { segment, skeletonOf } from "./testing/bindables";

const ALL = { spineBones: 5, influences: 0 };
const LIMITS = {
  swing: 0.7,
  twist: [-0.4, 0.4] as [number, number],
  stretch: [0.8, 1.3] as [number, number],
};

/** A trunk that bends, a virtual hip with a leg, an arm that twists. */
const creature = (): Skeleton =>
  skeletonOf(
    segment(-1, [0, 0, 0], [0, 2, 0], "spine", LIMITS),
    segment(0, [0, 0, 0], [0.5, 0, 0], "virtual"),
    segment(1, [0.5, 0, 0], [0.5, -2, 0]),
    segment(0, [0, 2, 0], [2, 2, 0], "stretch-twist", LIMITS),
    segment(3, [2, 2, 0], [3, 2, 0]),
  );

function randomWeights(vertices: number, bones: number[], seed: number): SparseWeights {
  const random = createRandom(seed);
  const offsets = [0];
  const [of, values]: number[][] = [[], []];
  for (let i = 0; i < vertices; i++) {
    const row = Array.from(bones, (): number => (random.next() < 0.6 ? random.next() : 0));
    if (!row.some((w) => w > 0)) row[0] = 1;
    const sum = row.reduce((all, w) => all + w, 0);
    row.forEach((w, n) => {
      if (w > 0) of.push(bones[n]);
      if (w > 0) values.push(w / sum);
    });
    offsets.push(of.length);
  }
  return { version: 1, offsets: Uint32Array.from(offsets), bones: Uint16Array.from(of), values: Float32Array.from(values) }; // biome-ignore format: one value
}

const cloud = (count: number, seed: number) => {
  const random = createRandom(seed);
  return Float32Array.from({ length: 3 * count }, () => 4 * random.next() - 1);
};

const carry = (m: ArrayLike<number>, at: number, p: ArrayLike<number>) =>
  [0, 1, 2].map((r) => m[at + 4 * r] * p[0] + m[at + 4 * r + 1] * p[1] + m[at + 4 * r + 2] * p[2] + m[at + 4 * r + 3]); // biome-ignore format: one sum

/** Vertex i by linear blend skinning with matrices from `at` on. */
function skinned(
  w: SparseWeights,
  i: number,
  rest: Float32Array,
  m: ArrayLike<number>,
  at: number,
): number[] {
  const out = [0, 0, 0];
  for (let e = w.offsets[i]; e < w.offsets[i + 1]; e++) {
    const p = carry(m, at + 12 * w.bones[e], rest.subarray(3 * i, 3 * i + 3));
    for (let c = 0; c < 3; c++) out[c] += w.values[e] * p[c];
  }
  return out;
}

describe("rigOfWeights", () => {
  it("has the same weights if every bone is rigid, in new arrays", () => {
    const skeleton = creature();
    const weights = randomWeights(40, [2, 4], 5);
    const of = (influences: number) =>
      rigOfWeights(skeleton, weights, cloud(40, 6), { spineBones: 5, influences }).rig.weights;
    const [all, most] = [of(0), of(12)];
    expect([all.offsets, all.bones]).toEqual([most.offsets, most.bones]);
    for (let e = 0; e < all.values.length; e++) {
      expect(Math.abs(all.values[e] - most.values[e])).toBeLessThan(1e-6);
    }
    expect(all.values.buffer).not.toBe(weights.values.buffer);
    expect(all.offsets.buffer).not.toBe(weights.offsets.buffer);
  });

  it("has one bone for a rigid segment, several for a bending one, none for a virtual one", () => {
    const skeleton = creature();
    skeleton.segments[4].name = "bone 3 2";
    const weights = randomWeights(30, [0, 2, 3, 4], 1);
    const { rig, segmentOfBone } = rigOfWeights(skeleton, weights, cloud(30, 2), ALL);
    expect(Array.from(segmentOfBone)).toEqual([0, 0, 0, 0, 0, 2, 3, 3, 3, 3, 3, 4]);
    expect(new Set(rig.bones.map(({ name }) => name)).size).toBe(12);
    expect(rig.bones[5].name).toBe("bone 2");
    expect(rig.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 3, 0, 4, 6, 7, 8, 9, 10]);
    expect(rig.bones[2].head).toEqual([0, 0.8, 0]);
    expect(rig.motion.length).toBe(12 * 12);
  });

  it("gives joints the limits that were set for rigid segments, and no limits otherwise", () => {
    const { twist, swing } = DEFAULT_LIMITS;
    const skeleton = skeletonOf(
      segment(-1, [0, 0, 0], [0, 2, 0], "rigid", { swing, twist: [...twist], stretch: [1, 1] }),
      segment(0, [0, 2, 0], [2, 2, 0], "rigid", LIMITS),
      segment(1, [2, 2, 0], [3, 2, 0], "spine", LIMITS),
    );
    const { rig } = rigOfWeights(skeleton, randomWeights(20, [0, 1, 2], 3), new Float32Array(60), ALL);
    expect(rig.bones.map(({ limits }) => limits).slice(0, 3)).toEqual([
      undefined,
      { swing: LIMITS.swing, twist: LIMITS.twist },
      undefined,
    ]);
  });

  it("keeps the sum of each segment's weights, in rows with the sum 1, and cuts them to the influences", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 7 }), (seed, spineBones) => {
        const weights = randomWeights(40, [0, 1, 2, 3, 4], seed);
        const rest = cloud(40, seed);
        const { rig, segmentOfBone } = rigOfWeights(creature(), weights, rest, { spineBones, influences: 0 });
        const cut = rigOfWeights(creature(), weights, rest, { spineBones, influences: 2 }).rig.weights;
        const { offsets, bones, values } = rig.weights;
        for (let i = 0; i < 40; i++) {
          const sums = new Float64Array(5);
          for (let e = offsets[i]; e < offsets[i + 1]; e++) {
            sums[segmentOfBone[bones[e]]] += values[e];
            if (e > offsets[i]) expect(bones[e]).toBeGreaterThan(bones[e - 1]);
            expect(values[e]).toBeGreaterThan(0);
          }
          for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
            // The virtual segment belongs to the trunk.
            sums[weights.bones[e] === 1 ? 0 : weights.bones[e]] -= weights.values[e];
          }
          for (const left of sums) expect(Math.abs(left)).toBeLessThan(1e-6);
          const row = cut.values.subarray(cut.offsets[i], cut.offsets[i + 1]);
          expect(row.length).toBeLessThanOrEqual(2);
          expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
        }
      }),
      { seed: 3, numRuns: 20 },
    );
  });

  it("approaches the bend itself with many bones, at second order", () => {
    const skeleton = creature();
    const made = exemplars(skeleton, 6, createRandom(4));
    // Points away from the ends, because hats are constant at the ends.
    const rest = Float32Array.from({ length: 60 }, (_, n) => (n % 3 === 1 ? 0.5 + n / 60 : 0.3));
    const all = { ...randomWeights(20, [0], 1) };
    const error = (spineBones: number) => {
      const { rig } = rigOfWeights(skeleton, all, rest, { spineBones, influences: 0 });
      const poses = bonePoses(skeleton, made, spineBones);
      const bent = new Float64Array(12);
      let most = 0;
      for (let k = 0; k < 6; k++) {
        for (let i = 0; i < 20; i++) {
          bendAt(made.bends.subarray(BEND * 5 * k), [0, 0, 0], [0, 2, 0], rest[3 * i + 1] / 2, bent);
          const local = carry(bent, 0, rest.subarray(3 * i, 3 * i + 3));
          const truth = carry(made.motions, 12 * 5 * k, local);
          const found = skinned(rig.weights, i, rest, poses, 12 * k * rig.bones.length);
          most = Math.max(most, Math.hypot(...found.map((x, c) => x - truth[c])));
        }
      }
      return most;
    };
    expect(error(8)).toBeLessThan(0.01);
    expect(error(64)).toBeLessThan(error(8) / 40);
  });

  it("has poses that a user can set: rigid bones keep theirs, and pieces are rigid", () => {
    const skeleton = creature();
    const made = exemplars(skeleton, 4, createRandom(5));
    const { rig } = rigOfWeights(skeleton, randomWeights(5, [0], 1), cloud(5, 1), ALL);
    const poses = bonePoses(skeleton, made, ALL.spineBones);
    for (let k = 0; k < 4; k++) {
      const matrices = poses.subarray(12 * 12 * k, 12 * 12 * (k + 1));
      const again = poseMatrices(rig.bones, poseOfMatrices(rig.bones, matrices, "pose"));
      matrices.forEach((x, n) => {
        expect(again[n]).toBeCloseTo(x, 5);
      });
      const leg = made.motions.subarray(12 * (5 * k + 2), 12 * (5 * k + 3));
      leg.forEach((x, n) => {
        expect(matrices[12 * 5 + n]).toBeCloseTo(x, 6);
      });
    }
  });
});
