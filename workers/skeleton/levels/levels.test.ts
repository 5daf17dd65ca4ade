import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blendPositions } from "../../model/rig/blend-positions";
import { boneMatrix, type Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import type { GroundTruth } from "../../testing/sequences";
import { strictCloth } from "../../testing/strict-rigs";
import { skeletonLevels } from "./levels";

/** Sum of squared distances of a rig to its sequence. */
function errorOf({ sequence }: GroundTruth, rig: Rig): number {
  let sum = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const posed = blendPositions(rig, k, new Float64Array(rig.rest.length));
    posed.forEach((x, c) => {
      sum += (x - sequence.frames[k * posed.length + c]) ** 2;
    });
  }
  return sum;
}

/** The weights of a bone given to its parent as they are. */
function moved(rig: Rig, gone: number): Rig {
  const bones = rig.weights.bones.map((j) => (j === gone ? rig.bones[gone].parent : j));
  return { ...rig, weights: { ...rig.weights, bones } };
}

describe("skeletonLevels", () => {
  it("makes parts of one skeleton, with the same joints and motion", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 1, max: 1e6 }),
          bones: fc.integer({ min: 3, max: 14 }),
          roots: fc.integer({ min: 1, max: 2 }),
        }),
        fc.array(fc.integer({ min: 2, max: 14 }), { minLength: 1, maxLength: 3 }),
        async (options, asked) => {
          const truth = strictCloth({ ...options, frames: 5, size: 6 });
          const counts = asked.map((count) => Math.min(count, options.bones));
          const levels = await skeletonLevels(truth.sequence, truth.rig, counts, UNWATCHED);
          expect(levels.map(({ report }) => report.bones)).toEqual(
            [...new Set(counts)].sort((a, b) => b - a),
          );
          for (const { rig, report } of levels) {
            expect(rig.bones.length).toBe(report.bones);
            rig.bones.forEach(({ name, parent, head }, j) => {
              const full = truth.rig.bones.findIndex((bone) => bone.name === name);
              const above = truth.rig.bones[full].parent;
              expect(head).toEqual(truth.rig.bones[full].head);
              expect(parent < 0 ? -1 : rig.bones[parent].name).toBe(
                above < 0 ? -1 : truth.rig.bones[above].name,
              );
              expect(parent).toBeLessThan(j);
              for (let k = 0; k < 5; k++)
                expect(boneMatrix(rig, k, j)).toEqual(boneMatrix(truth.rig, k, full));
            });
            const { offsets, values, bones } = rig.weights;
            for (let i = 0; i + 1 < offsets.length; i++) {
              const row = [...values.subarray(offsets[i], offsets[i + 1])];
              expect(row.length).toBeLessThanOrEqual(4);
              expect(row.every((w) => w > 0)).toBe(true);
              expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
              const ids = [...bones.subarray(offsets[i], offsets[i + 1])];
              expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
            }
          }
        },
      ),
      { numRuns: 25, seed: 6 },
    );
  });

  it("reports the error of each level, which grows as bones merge", async () => {
    const truth = strictCloth({ bones: 14, frames: 12 });
    const levels = await skeletonLevels(truth.sequence, truth.rig, [4, 14, 8], UNWATCHED);
    expect(levels.map(({ report }) => report.bones)).toEqual([14, 8, 4]);
    const { vertexCount, frameCount } = truth.sequence;
    const diagonal = Math.SQRT2;
    for (const { rig, report } of levels) {
      const percent = (100 * Math.sqrt(errorOf(truth, rig) / (vertexCount * frameCount))) / diagonal;
      expect(report.rmsePercent).toBeCloseTo(percent, 6);
      expect(report.maxErrorPercent).toBeGreaterThanOrEqual(report.rmsePercent);
    }
    const [full, middle, few] = levels.map(({ report }) => report.rmsePercent);
    expect(full).toBeLessThan(1e-4);
    expect(middle).toBeGreaterThan(full);
    expect(few).toBeGreaterThan(middle);
    expect(levels.map(({ report }) => report.merged.length)).toEqual([0, 6, 4]);
  });

  it("merges the bone that costs least, and fits the weights again", async () => {
    const truth = strictCloth({ bones: 7, frames: 12, seed: 3 });
    const { bones } = truth.rig;
    const ends = [...bones.keys()].filter(
      (j) => bones[j].parent >= 0 && bones.every(({ parent }) => parent !== j),
    );
    const [{ rig, report }] = await skeletonLevels(truth.sequence, truth.rig, [6], UNWATCHED);
    const gone = bones.findIndex(({ name }) => name === report.merged[0].name);
    expect(ends).toContain(gone);
    expect(report.merged[0].into).toBe(bones[bones[gone].parent].name);
    // No other end bone, merged without a fit of weights, beats the level.
    const plain = ends.map((j) => errorOf(truth, moved(truth.rig, j)));
    expect(errorOf(truth, rig)).toBeLessThan(Math.min(...plain));
    expect(errorOf(truth, rig)).toBeLessThan(0.995 * plain[ends.indexOf(gone)]);
  });

  it("drops a bone that moves as its parent does at no cost", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, frames: 8, seed: 2 });
    const end = rig.bones.findIndex(
      ({ parent }, j) => parent >= 0 && rig.bones.every((bone) => bone.parent !== j),
    );
    const motion = rig.motion.slice();
    for (let k = 0; k < 8; k++) {
      motion.set(boneMatrix(rig, k, rig.bones[end].parent), 12 * (k * 6 + end));
    }
    const still = { ...rig, motion };
    const frames = new Float32Array(sequence.frames.length);
    for (let k = 0; k < 8; k++) {
      blendPositions(still, k, frames.subarray(k * rig.rest.length, (k + 1) * rig.rest.length));
    }
    const [{ report }] = await skeletonLevels({ ...sequence, frames }, still, [5], UNWATCHED);
    expect(report.merged[0].name).toBe(rig.bones[end].name);
    expect(report.rmsePercent).toBeLessThan(1e-4);
  });

  it("refuses numbers that the skeleton cannot have, with a sentence", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, roots: 2, frames: 2 });
    const levels = (count: number) => skeletonLevels(sequence, rig, [count], UNWATCHED);
    await expect(levels(1)).rejects.toThrow(
      "A level of 1 bones cannot be made. The skeleton has 6 bones and 2 roots, which have no parent to merge into. Choose whole numbers from 2 to 6.",
    );
    await expect(levels(7)).rejects.toThrow("A level of 7 bones cannot be made");
  });
});
