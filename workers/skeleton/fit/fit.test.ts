import { describe, expect, it } from "vitest";
import { fillFrames } from "../../../tools/samples/make-sequence";
import { swingTwist } from "../../geometry/posing/joint-limits";
import { boneDirection } from "../../geometry/posing/posed-bones";
import { angleOf } from "../../geometry/posing/turns";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { FitSkeleton } from "../../model/reports/fit-report";
import type { JointLimits, Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { FitSettings } from "../../model/skeleton/fit/fit-settings";
import { packWeights, skinInto } from "../../testing/rigs";
import { character, fitted, jointTurns, skeletonOf, withMovedJoints } from "./testing/character";

/** The largest difference between two weights. */
function weightDifference(a: Rig, b: Rig): number {
  const dense = ({ weights: { offsets, bones, values }, bones: own }: Rig) => {
    const out = new Float64Array((offsets.length - 1) * own.length);
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) out[i * own.length + bones[e]] = values[e];
    }
    return out;
  };
  const [p, q] = [dense(a), dense(b)];
  return p.reduce((most, x, n) => Math.max(most, Math.abs(x - q[n])), 0);
}

describe("fitSkeleton", () => {
  it("finds the weights of a skinned animation under its own clip", async () => {
    const { sequence, rig } = character(1);
    const bare = { ...skeletonOf(rig), weights: null };
    const found = await fitted(sequence, bare, { solve: "weights" });
    expect(found.report.rmsePercent).toBeLessThan(1e-3);
    expect(weightDifference(found.rig, rig)).toBeLessThan(0.01);
    expect(found.rig.motion).toEqual(rig.motion);
    expect(found.rig.rest).toEqual(sequence.rest);
    expect(found.report.stages.map(({ step }) => step)).toEqual(["weights"]);
    expect(found.report.turns!.largest).toBeLessThan(0.1);
  });

  it.each(["weights", "both"] as const)(
    "keeps the weights of the file if they are exact: %s",
    async (solve) => {
      const { sequence, rig } = character(1);
      const { rig: found } = await fitted(sequence, skeletonOf(rig), { solve });
      expect(weightDifference(found, rig)).toBeLessThan(1e-6);
    },
  );

  it("keeps the weights of the file if only rounding in the animation would make others better", async () => {
    const { sequence, rig } = character(1);
    const random = createRandom(2);
    const rounding = 5e-6 * restDiagonal(sequence);
    const frames = sequence.frames.map((x) => x + rounding * random.normal());
    const found = await fitted({ ...sequence, frames }, skeletonOf(rig), { solve: "weights", influences: 4 });
    expect(found.rig.weights).toEqual(rig.weights);
  });

  it("says so if the weights of the file have more influences than it may use", async () => {
    const { sequence, rig } = character(1);
    const few = await fitted(sequence, skeletonOf(rig), { solve: "weights", influences: 1 });
    expect(maxInfluences(rig.weights)).toBe(2);
    expect(maxInfluences(few.rig.weights)).toBe(1);
    expect(few.report.notes[0]).toMatch(/up to 2 influences .* This fit may use 1: allow 2/);
    const { report } = await fitted(sequence, skeletonOf(rig), { solve: "weights" });
    expect(report.notes).toEqual([]);
  });

  it("finds the motion for given weights, without a clip", async () => {
    const { sequence, rig } = character(2);
    const still = { ...skeletonOf(rig), motion: null };
    const found = await fitted(sequence, still, { solve: "motion" });
    expect(found.report.rmsePercent).toBeLessThan(1e-3);
    expect(found.rig.weights).toEqual(rig.weights);
    expect(found.report.turns).toBeNull();
  });

  it("finds both for a skeleton without a clip and weights", async () => {
    const { sequence, rig } = character(3, { turn: 0.4 });
    const bare = { ...skeletonOf(rig), motion: null, weights: null };
    const found = await fitted(sequence, bare, { solve: "both" });
    expect(found.report.rmsePercent).toBeLessThan(0.1);
    expect(maxInfluences(found.rig.weights)).toBeLessThanOrEqual(4);
  });

  it.each([1, 7])("ends no worse with both than with only weights (character %i)", async (seed) => {
    const { sequence, rig } = character(seed);
    const { stages } = (await fitted(sequence, skeletonOf(rig), { solve: "both" })).report;
    const errorOf = (wanted: string) => stages.find(({ step }) => step === wanted)!.eRms;
    expect(errorOf("both")).toBeLessThanOrEqual(errorOf("weights"));
  });

  it("recovers joints of which a third were moved by 3 percent", async () => {
    const { sequence, rig } = character(4);
    const size = 0.03 * restDiagonal(sequence);
    const moved = withMovedJoints(sequence, rig, [2, 5], 0.03);
    const { rig: found, report } = await fitted(
      sequence,
      { ...skeletonOf(moved), weights: null },
      { solve: "both", joints: "refined", rounds: 200 },
    );
    expect(report.rmsePercent).toBeLessThan(0.02);
    const away = [2, 5].map((j) =>
      Math.hypot(...found.bones[j].head.map((x, c) => x - rig.bones[j].head[c])),
    );
    for (const distance of away) expect(distance).toBeLessThan(0.1 * size);
    expect(report.joints!.largest).toBeGreaterThan(2);
  });

  it("places no helper if the skeleton already follows", async () => {
    const { sequence, rig } = character(1);
    const { report } = await fitted(
      sequence,
      { ...skeletonOf(rig), weights: null },
      { solve: "weights", helpers: 2 },
    );
    expect(report.helpers).toEqual([]);
    expect(report.rmsePercent).toBeLessThan(1e-3);
  });

  it("finds the best fit if a joint is missing, reports where, and helpers follow the rest", async () => {
    const { sequence, rig } = character(6);
    // The last bone of the first arm is missing.
    const bones = rig.bones.filter((_, j) => j !== 4);
    const holder = rig.bones[2].name;
    const bare: FitSkeleton = { bones, motion: null, weights: null, rest: null };
    const plain = await fitted(sequence, bare, { solve: "both" });
    expect(plain.report.rmsePercent).toBeGreaterThan(0.2);
    expect(plain.report.notes.join(" ")).toContain(holder);
    const helped = await fitted(sequence, bare, { solve: "both", helpers: 2, spread: "anywhere" });
    expect(helped.report.helpers.length).toBeGreaterThan(0);
    expect(helped.report.rmsePercent).toBeLessThan(0.4 * plain.report.rmsePercent);
    const [first] = helped.report.helpers;
    expect(first.takes).toBeGreaterThan(0);
    const own = helped.rig.bones.find(({ name }) => name === first.name)!;
    expect(helped.rig.bones[own.parent].name).toBe(first.parent);
    expect(helped.rig.bones.slice(0, bones.length).map(({ name }) => name)).toEqual(
      bones.map(({ name }) => name),
    );
    expect(helped.rig.bones.length).toBe(bones.length + helped.report.helpers.length);
    const total = helped.report.stages.find(({ step }) => step === "both")!.eRms - helped.report.eRms;
    const sum = helped.report.helpers.reduce((all, { takes }) => all + takes, 0);
    expect(sum).toBeCloseTo(total, 1);
  });

  it("keeps limits", async () => {
    const { sequence, rig } = character(7);
    const limits: JointLimits = { swing: 0.2, twist: [-0.1, 0.15] };
    const bones = rig.bones.map((bone) => (bone.parent < 0 ? bone : { ...bone, limits }));
    const { rig: found, report } = await fitted(
      sequence,
      { ...skeletonOf(rig), bones, motion: null },
      { solve: "motion" },
    );
    for (const turns of jointTurns(found)) {
      turns.forEach((turn, j) => {
        if (bones[j].parent < 0) return;
        const { swing, twist } = swingTwist(turn, boneDirection(bones, j));
        expect(angleOf(swing)).toBeLessThan(limits.swing + 1e-4);
        expect(twist).toBeGreaterThan(limits.twist[0] - 1e-4);
        expect(twist).toBeLessThan(limits.twist[1] + 1e-4);
      });
    }
    expect(report.rmsePercent).toBeGreaterThan(0.1);
    const free = await fitted(
      sequence,
      { ...skeletonOf(rig), bones, motion: null },
      { solve: "motion", limits: false },
    );
    expect(free.report.rmsePercent).toBeLessThan(1e-3);
  });

  it("keeps locked weights and locked motion bit for bit", async () => {
    const { sequence, rig } = character(8);
    const [first, second, arm] = rig.bones.map(({ name }) => name);
    const wrong = {
      ...rig,
      motion: rig.motion.map((x, at) => (Math.floor(at / 12) % 6 > 2 && at % 4 === 3 ? x + 0.02 : x)),
    };
    const bones = {
      [first]: { lockMotion: true },
      [second]: { lockMotion: true, lockWeights: true },
      [arm]: { lockWeights: true },
    };
    const { rig: found } = await fitted(sequence, skeletonOf(wrong), { solve: "both", bones });
    for (let at = 0; at < found.motion.length; at += 12) {
      if ((at / 12) % 6 > 1) continue;
      expect(found.motion.subarray(at, at + 12)).toEqual(wrong.motion.subarray(at, at + 12));
    }
    const ofBone = ({ weights: { offsets, bones: ids, values } }: Rig, j: number) =>
      Array.from({ length: offsets.length - 1 }, (_, i) => {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) if (ids[e] === j) return values[e];
        return 0;
      });
    for (const j of [1, 2]) expect(ofBone(found, j)).toEqual(ofBone(rig, j));
    const { offsets, values } = found.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      expect(values.subarray(offsets[i], offsets[i + 1]).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    }
  });

  it("finds the best weights next to locked ones", async () => {
    const { sequence, rig } = character(12);
    const name = rig.bones[1].name;
    // All but the locked weights are on the wrong bone.
    const rows = Array.from({ length: sequence.vertexCount }, (_, i) => {
      const [from, to] = [rig.weights.offsets[i], rig.weights.offsets[i + 1]];
      const at = rig.weights.bones.subarray(from, to).indexOf(1);
      const own = at < 0 ? 0 : rig.weights.values[from + at];
      const row: [number, number][] = [
        [1, own],
        [5, 1 - own],
      ];
      return row.filter(([, w]) => w > 0);
    });
    const wrong = { ...skeletonOf(rig), weights: packWeights(rows) };
    const settings = { solve: "weights" as const, bones: { [name]: { lockWeights: true } } };
    const { rig: found, report } = await fitted(sequence, wrong, settings);
    expect(report.stages[0].rmsePercent).toBeGreaterThan(1);
    expect(report.rmsePercent).toBeLessThan(1e-3);
    expect(weightDifference(found, rig)).toBeLessThan(0.01);
  });

  it("keeps the motion of a locked bone relative to a moving parent", async () => {
    const { sequence, rig } = character(9);
    const name = rig.bones[3].name;
    const settings = { solve: "motion" as const, bones: { [name]: { lockMotion: true } } };
    const still = { ...skeletonOf(rig), motion: null };
    const { rig: found } = await fitted(sequence, still, settings);
    for (const turns of jointTurns(found)) expect(angleOf(turns[3])).toBeLessThan(1e-3);
    expect(jointTurns(found).some((turns) => angleOf(turns[1]) > 0.1)).toBe(true);
  });

  it("lets a bone shift and change its size if that is allowed", async () => {
    const { sequence, rig } = character(10);
    // The end of one limb grows and shrinks about its joint.
    const name = rig.bones[4].name;
    const grown = { ...rig, motion: rig.motion.slice() };
    for (let at = 12 * 4; at < grown.motion.length; at += 12 * 6) {
      const k = Math.floor(at / (12 * 6));
      const size = 1 + 0.2 * Math.sin(k);
      const head = rig.bones[4].head;
      for (let r = 0; r < 3; r++) {
        const row = at + 4 * r;
        let turned = 0;
        for (let c = 0; c < 3; c++) {
          turned += grown.motion[row + c] * head[c];
          grown.motion[row + c] *= size;
        }
        grown.motion[row + 3] += turned * (1 - size);
      }
    }
    const frames = fillFrames(sequence.vertexCount, sequence.frameCount, (frame, k) =>
      skinInto(frame, grown, k),
    );
    const stretched = { ...sequence, frames };
    const still = { ...skeletonOf(rig), motion: null };
    const stiff = await fitted(stretched, still, { solve: "motion" });
    const free = await fitted(stretched, still, { solve: "motion", bones: { [name]: { scale: true } } });
    expect(stiff.report.rmsePercent).toBeGreaterThan(0.1);
    expect(free.report.rmsePercent).toBeLessThan(0.01);
    expect(free.rig.boneKind).toBe("affine");
    const weights = await fitted(stretched, { ...skeletonOf(grown), weights: null }, { solve: "weights" });
    expect(weights.report.rmsePercent).toBeLessThan(1e-3);
  });

  it("reports input that it cannot use", async () => {
    const { sequence, rig } = character(1);
    const skeleton = skeletonOf(rig);
    const refused = (own: Partial<FitSkeleton>, settings: Partial<FitSettings>) =>
      expect(fitted(sequence, { ...skeleton, ...own }, settings)).rejects;
    await refused({ motion: null }, { solve: "weights" }).toThrow("The skeleton does not move");
    await refused({ weights: null }, { solve: "motion" }).toThrow("The skeleton has no weights");
    await refused({ motion: rig.motion.subarray(72) }, {}).toThrow("It has 9 frames, and limbs has 10");
    await refused({}, { solve: "motion", helpers: 1 }).toThrow("Helper bones need weights");
    await refused({}, { bones: { tail: { lockMotion: true } } }).toThrow("The skeleton has no bone tail");
    await refused({ bones: [], motion: null }, {}).toThrow("has no bones");
    await refused({}, { helpers: 999 }).toThrow("Ask for 0 to 64");
    await refused({}, { influences: 0 }).toThrow("out of range");
  });
});
