import { describe, expect, it } from "vitest";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { determinedBy } from "../report/determined";
import { againstTruth } from "./against-truth";
import { limbs } from "./limbs";
import { movingTruth } from "./moving-truth";

const parents = [-1, 0, 1, 2, 1];

function truthOf(options = {}): { sequence: ReturnType<typeof limbs>["sequence"]; truth: Rig } {
  const { sequence, rig } = limbs(parents, 12, options);
  return {
    sequence,
    truth: { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) },
  };
}

describe("a skeleton compared with its truth", () => {
  const { sequence, truth } = truthOf();

  it("has all its links in their places when compared with itself", () => {
    const { links, found, missing, wanders, off, hidden } = againstTruth(sequence, truth, truth);
    expect([links, found, missing, hidden]).toEqual([4, 4, [], []]);
    expect(Math.max(...off)).toBe(0);
    expect(Math.max(...wanders)).toBeLessThan(1e-3);
  });

  it("does not measure joints that could lie elsewhere without a visible difference", () => {
    // A joint that turns by 1.2 degrees and is 2 % of the diagonal away opens by 0.04 % of it. The error rises by less,
    // because only a part of the body moves against the rest.
    const little = truthOf({ turn: 0.02 });
    const { found, off, hidden } = againstTruth(little.sequence, little.truth, little.truth);
    expect([found, off]).toEqual([4, []]);
    expect(hidden).toEqual(["bone 1", "bone 2", "bone 3", "bone 4"]);
  });

  it("lacks a link that goes elsewhere, and measures how far a joint is off", () => {
    const bones = truth.bones.map((bone, j) => {
      if (j === 4) return { ...bone, parent: 0 };
      const head: [number, number, number] = [bone.head[0] + 0.5, bone.head[1], bone.head[2]];
      return j === 2 ? { ...bone, head } : bone;
    });
    const { found, missing, off, wanders } = againstTruth(sequence, truth, { ...truth, bones });
    expect(found).toBe(3);
    expect(missing).toEqual(["bone 4 – bone 1"]);
    expect(Math.max(...off)).toBeCloseTo(50 / restDiagonal(sequence), 3);
    expect(Math.max(...wanders)).toBeGreaterThan(0.1);
  });

  it("recognises a bone of little weight, even if its neighbours move all its vertices more", () => {
    const { weights } = truth;
    const bones: number[] = [];
    const values: number[] = [];
    const offsets = [0];
    for (let i = 0; i + 1 < weights.offsets.length; i++) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        const [j, w] = [weights.bones[e], weights.values[e]];
        // Bone 2 keeps a third of its vertices' weight, and bone 1 gets the rest.
        bones.push(j);
        values.push(j === 2 ? w / 3 : w);
        if (j === 2) {
          bones.push(1);
          values.push((2 * w) / 3);
        }
      }
      offsets.push(bones.length);
    }
    const faint = {
      ...truth,
      weights: {
        ...weights,
        offsets: Uint32Array.from(offsets),
        bones: Uint16Array.from(bones),
        values: Float32Array.from(values),
      },
    };
    expect(againstTruth(sequence, faint, faint).missing).toEqual([]);
  });

  it("ignores distance along a hinge's axis, where the motion does not determine the joint", () => {
    const hinges = truthOf({ hinges: true });
    const { axis } = determinedBy(hinges.truth, 2);
    const shifted = (along: readonly number[]) => ({
      ...hinges.truth,
      bones: hinges.truth.bones.map((bone, j) => {
        const head = bone.head.map((x, c) => x + 0.5 * along[c]) as [number, number, number];
        return j === 2 ? { ...bone, head } : bone;
      }),
    });
    const across = [axis![1], -axis![0], 0].map((x) => x / Math.hypot(axis![0], axis![1]));
    const worst = (rig: Rig) => Math.max(...againstTruth(hinges.sequence, hinges.truth, rig).off);
    expect(worst(shifted(axis!))).toBeLessThan(1e-3);
    expect(worst(shifted(across))).toBeCloseTo(50 / restDiagonal(hinges.sequence), 3);
  });

  it("ignores bones that never move, and bones without weight", () => {
    const still = truthOf({ still: [2] });
    expect(movingTruth(still.sequence, still.truth).bones.map(({ name }) => name)).toEqual([
      "bone 0",
      "bone 1",
      "bone 3",
      "bone 4",
    ]);
    // A bone above the root that moves nothing.
    const motion = new Float32Array((truth.motion.length / 5) * 6);
    for (let k = 0; k < truth.motion.length / 60; k++) {
      motion.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 72 * k);
      motion.set(truth.motion.subarray(60 * k, 60 * (k + 1)), 72 * k + 12);
    }
    const above: Rig = {
      ...truth,
      motion,
      bones: [
        { name: "top", parent: -1, head: [0, 0, 0] },
        ...truth.bones.map((bone) => ({ ...bone, parent: bone.parent + 1 })),
      ],
      weights: { ...truth.weights, bones: truth.weights.bones.map((j) => j + 1) },
    };
    const found = movingTruth(sequence, above);
    const kept = found.bones.map(({ name, parent }) => [name, found.bones[parent]?.name]);
    expect(kept.sort()).toEqual(truth.bones.map(({ name, parent }) => [name, truth.bones[parent]?.name]));
  });

  it("treats bones that meet at one place as linked, by way of any of them", () => {
    const together = limbs([-1, 0, 1, 1], 12);
    const joint = together.joints.slice(6, 9) as [number, number, number];
    const motion = together.rig.motion.slice();
    for (let k = 0; k < together.sequence.frameCount; k++) {
      // Bone 3 turns about that joint like bone 2.
      motion.copyWithin(48 * k + 36, 48 * k + 24, 48 * k + 36);
    }
    const parents = [-1, 0, 1, 1];
    const bones = together.rig.bones.map((bone, j) => {
      const head = j === 3 ? joint : bone.head;
      return { ...bone, head, parent: parents[j] };
    });
    const own = { ...together.rig, motion, bones };
    const other = { ...own, bones: bones.map((bone, j) => (j === 3 ? { ...bone, parent: 2 } : bone)) };
    expect(againstTruth(together.sequence, own, other)).toMatchObject({ links: 3, found: 3, missing: [] });
    const apart = { ...own, bones: bones.map((bone, j) => (j === 3 ? { ...bone, parent: 0 } : bone)) };
    expect(againstTruth(together.sequence, own, apart).missing).toEqual(["bone 3 – bone 1"]);
  });

  it("ignores links whose bones move apart", () => {
    const apart = truth.motion.slice();
    for (let k = 0; k < apart.length / 60; k++) apart[60 * k + 12 * 4 + 3] += k % 2;
    expect(againstTruth(sequence, { ...truth, motion: apart }, truth).links).toBe(3);
  });
});
