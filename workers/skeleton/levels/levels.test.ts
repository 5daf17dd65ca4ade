import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { blendPositions } from "../../model/rig/blend-positions";
import { boneMatrix, type Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import type { GroundTruth } from "../../testing/sequences";
import { strictCloth } from "../../testing/strict-rigs";
import { skeletonLevels } from "./levels";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Sum of squared distances between a rig and its sequence. */
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

/** The rig without one bone: its parent gets its children and its weights, without a fit. */
function plainlyWithout(rig: Rig, gone: number): Rig {
  const { parent } = rig.bones[gone];
  return {
    ...rig,
    weights: { ...rig.weights, bones: rig.weights.bones.map((j) => (j === gone ? parent : j)) },
  };
}

/** The least error of one vertex with weights for at most four of some bones. Tries all choices of four. */
function leastError({ sequence, rig }: GroundTruth, i: number, bones: readonly number[]): number {
  const F = sequence.frameCount;
  const v = [0, 1, 2].map((c) => rig.rest[3 * i + c]);
  const residuals = bones.map((j) =>
    Array.from({ length: 3 * F }, (_, n) => {
      const m = boneMatrix(rig, Math.floor(n / 3), j).slice(4 * (n % 3), 4 * (n % 3) + 4);
      const place = m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3];
      return place - sequence.frames[3 * (Math.floor(n / 3) * sequence.vertexCount + i) + (n % 3)];
    }),
  );
  const gram = residuals.map((a) => residuals.map((b) => a.reduce((sum, x, n) => sum + x * b[n], 0)));
  const choices: number[][] = [[]];
  bones.forEach((_, j) => {
    choices.push(...choices.filter((set) => set.length < 4).map((set) => [...set, j]));
  });
  return Math.min(
    ...choices
      .filter((set) => set.length > 0)
      .map((set) => leastOnSimplex(set.map((a) => set.map((b) => gram[a][b])))),
  );
}

/** min wᵀGw over w ≥ 0, Σw = 1, by projected steps along the gradient (Frank-Wolfe with exact steps between pairs). */
function leastOnSimplex(G: number[][]): number {
  const w = G.map(() => 1 / G.length);
  for (let n = 0; n < 300; n++) {
    const slope = G.map((row) => row.reduce((sum, x, b) => sum + x * w[b], 0));
    const to = slope.indexOf(Math.min(...slope));
    const from = slope.reduce((worst, x, a) => (w[a] > 0 && (worst < 0 || x > slope[worst]) ? a : worst), -1);
    const bend = G[from][from] + G[to][to] - 2 * G[from][to];
    if (from === to || !(bend > 0)) break;
    const step = Math.min(w[from], (slope[from] - slope[to]) / bend);
    w[from] -= step;
    w[to] += step;
  }
  return w.reduce((sum, x, a) => sum + w.reduce((row, y, b) => row + x * y * G[a][b], 0), 0);
}

describe("skeletonLevels", () => {
  it("makes subsets of one skeleton, with the same joints and motion", async () => {
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
          const levels = await skeletonLevels(truth.sequence, truth.rig, counts, makeSerial, UNWATCHED);
          expect(levels.map(({ report }) => report.bones)).toEqual(
            [...new Set(counts)].sort((a, b) => b - a),
          );
          for (const { rig, report } of levels) {
            expect(rig.bones.length).toBe(report.bones);
            rig.bones.forEach(({ name, parent, head }, j) => {
              const full = truth.rig.bones.findIndex((bone) => bone.name === name);
              const left = new Set(rig.bones.map((bone) => bone.name));
              let above = truth.rig.bones[full].parent;
              while (above >= 0 && !left.has(truth.rig.bones[above].name))
                above = truth.rig.bones[above].parent;
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
    const levels = await skeletonLevels(truth.sequence, truth.rig, [4, 14, 8], makeSerial, UNWATCHED);
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

  it("fits the motion of levels again on request, on the same skeleton", async () => {
    const truth = strictCloth({ bones: 8, frames: 10, seed: 3 });
    const { sequence, rig } = truth;
    const shared = await skeletonLevels(sequence, rig, [8, 5, 3], makeSerial, UNWATCHED);
    const own = await skeletonLevels(sequence, rig, [8, 5, 3], makeSerial, UNWATCHED, "own");
    expect(own[0].rig).toEqual(shared[0].rig);
    for (const n of [1, 2]) {
      expect(own[n].rig.bones).toEqual(shared[n].rig.bones);
      expect(own[n].rig.rest).toEqual(shared[n].rig.rest);
      expect(own[n].report.merged).toEqual(shared[n].report.merged);
      expect(own[n].report.rmsePercent).toBeLessThan(0.95 * shared[n].report.rmsePercent);
      const size = Math.sqrt(errorOf(truth, own[n].rig) / errorOf(truth, shared[n].rig));
      expect(size).toBeCloseTo(own[n].report.rmsePercent / shared[n].report.rmsePercent, 5);
    }
  });

  it("merges the cheapest bone anywhere in the tree, and finds the best weights", async () => {
    const truth = strictCloth({ bones: 6, frames: 8, size: 5, seed: 3 });
    const { bones } = truth.rig;
    const [{ rig, report }] = await skeletonLevels(truth.sequence, truth.rig, [5], makeSerial, UNWATCHED);
    const gone = bones.findIndex(({ name }) => name === report.merged[0].name);
    expect(report.merged[0].into).toBe(bones[bones[gone].parent].name);
    const left = [...bones.keys()].filter((j) => j !== gone);
    const best = Array.from({ length: truth.sequence.vertexCount }, (_, i) => leastError(truth, i, left));
    const least = best.reduce((sum, x) => sum + x, 0);
    expect(errorOf(truth, rig)).toBeGreaterThan(0.999 * least);
    expect(errorOf(truth, rig)).toBeLessThan(1.02 * least);
    for (const j of bones.keys()) {
      if (bones[j].parent < 0) continue;
      expect(errorOf(truth, rig)).toBeLessThan(errorOf(truth, plainlyWithout(truth.rig, j)));
    }
  });

  it("removes a bone from the middle of a chain if it moves like its parent", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, frames: 8, seed: 2 });
    const inner = rig.bones.findIndex(
      ({ parent }, j) => parent >= 0 && rig.bones.some((bone) => bone.parent === j),
    );
    const motion = rig.motion.slice();
    for (let k = 0; k < 8; k++) {
      motion.set(boneMatrix(rig, k, rig.bones[inner].parent), 12 * (k * 6 + inner));
    }
    const still = { ...rig, motion };
    const frames = new Float32Array(sequence.frames.length);
    for (let k = 0; k < 8; k++) {
      blendPositions(still, k, frames.subarray(k * rig.rest.length, (k + 1) * rig.rest.length));
    }
    const [{ report }] = await skeletonLevels({ ...sequence, frames }, still, [5], makeSerial, UNWATCHED);
    expect(report.rmsePercent).toBeLessThan(1e-3);
  });

  it("refuses impossible numbers of bones with an error message", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, roots: 2, frames: 2 });
    const levels = (count: number) => skeletonLevels(sequence, rig, [count], makeSerial, UNWATCHED);
    await expect(levels(1)).rejects.toThrow(
      "A level of 1 bone cannot be made. The skeleton has 6 bones and 2 roots, which have no parent to merge into. Choose whole numbers from 2 to 6.",
    );
    await expect(levels(7)).rejects.toThrow("A level of 7 bones cannot be made");
  });
});
