import { describe, expect, it } from "vitest";
import { swingTwist } from "../../geometry/posing/joint-limits";
import { boneDirection } from "../../geometry/posing/posed-bones";
import { angleOf } from "../../geometry/posing/turns";
import { createRandom } from "../../math/random";
import { CancelledError } from "../../model/errors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { JointLimits, Rig } from "../../model/rig/rig";
import { FIT_DEFAULTS } from "../../model/skeleton/fit/fit-settings";
import { type Task, UNWATCHED } from "../../model/task";
import { fitSkeleton } from "./fit";
import {
  character,
  fitted,
  jointTurns,
  makeSerial,
  shaking,
  skeletonOf,
  withMovedJoints,
} from "./testing/character";

const withLimits = (rig: Rig, limits: JointLimits): Rig => ({
  ...rig,
  bones: rig.bones.map((bone) => (bone.parent < 0 ? bone : { ...bone, limits })),
});

const WIDE: JointLimits = { swing: 3, twist: [-3, 3] };

/** A task that is cancelled at its n-th checkpoint. */
function stopped(n: number): { task: Task; checks: () => number } {
  let checks = 0;
  const checkpoint = async () => {
    if (++checks === n) throw new CancelledError();
  };
  return { task: { ...UNWATCHED, checkpoint }, checks: () => checks };
}

describe("fitSkeleton", () => {
  it("stops at any checkpoint, and frees its memory", async () => {
    const { sequence, rig } = character(21, { frames: 4 });
    const limited = skeletonOf(withLimits(rig, { swing: 0.3, twist: [-0.2, 0.2] }));
    const settings = { ...FIT_DEFAULTS, helpers: 1, rounds: 3 };
    let open = 0;
    const counted = async (bytes: number) => {
      const parallel = await makeSerial(bytes);
      const dispose = parallel.dispose.bind(parallel);
      open++;
      parallel.dispose = () => {
        open--;
        dispose();
      };
      return parallel;
    };
    const run = (task: Task) => fitSkeleton({ sequence, skeleton: limited, settings }, counted, task);
    const whole = stopped(Infinity);
    await run(whole.task);
    const all = whole.checks();
    expect(all).toBeGreaterThan(100);
    for (const share of [0, 0.1, 0.5, 0.99]) {
      const n = Math.max(1, Math.floor(share * all));
      await expect(run(stopped(n).task)).rejects.toBeInstanceOf(CancelledError);
    }
    expect(open).toBe(0);
  });

  it("ends with the current result when the artist keeps it", async () => {
    const { sequence, rig } = character(22, { frames: 6 });
    const bare = { ...skeletonOf(rig), motion: null, weights: null };
    const task: Task = { ...UNWATCHED, finishNow: true };
    const { rig: found, report } = await fitSkeleton(
      { sequence, skeleton: bare, settings: { ...FIT_DEFAULTS, helpers: 1 } },
      makeSerial,
      task,
    );
    expect(found.bones).toHaveLength(rig.bones.length);
    expect(report.rmsePercent).toBeGreaterThan(0);
  });

  it("refines joints that have limits", async () => {
    const { sequence, rig } = character(23);
    const moved = withLimits(withMovedJoints(sequence, rig, [2, 5], 0.03), WIDE);
    const settings = { solve: "both" as const, joints: "refined" as const, rounds: 150 };
    const { rig: found, report } = await fitted(sequence, { ...skeletonOf(moved), weights: null }, settings);
    expect(report.rmsePercent).toBeLessThan(0.1);
    const size = 0.03 * restDiagonal(sequence);
    for (const j of [2, 5]) {
      const away = Math.hypot(...found.bones[j].head.map((x, c) => x - rig.bones[j].head[c]));
      expect(away).toBeLessThan(0.4 * size);
    }
  });

  it("keeps the limits while it refines joints", async () => {
    const { sequence, rig } = character(24);
    const limits: JointLimits = { swing: 0.4, twist: [-0.3, 0.3] };
    const moved = withLimits(withMovedJoints(sequence, rig, [3], 0.03), limits);
    const settings = { solve: "both" as const, joints: "refined" as const, rounds: 6 };
    const { rig: found } = await fitted(sequence, { ...skeletonOf(moved), weights: null }, settings);
    for (const turns of jointTurns(found)) {
      for (const [j, turn] of turns.entries()) {
        if (rig.bones[j].parent < 0) continue;
        const { swing, twist } = swingTwist(turn, boneDirection(found.bones, j));
        expect(angleOf(swing)).toBeLessThan(limits.swing + 1e-3);
        expect(Math.abs(twist)).toBeLessThan(0.3 + 1e-3);
      }
    }
  });

  it("corrects a rest pose that differs from the animation's", async () => {
    const { sequence, rig } = character(25);
    const random = createRandom(3);
    const rest = sequence.rest.map((x) => x + 0.01 * restDiagonal(sequence) * random.normal());
    const wrong = { ...sequence, rest };
    const skeleton = { ...skeletonOf(rig), weights: null };
    const kept = await fitted(wrong, skeleton, { solve: "weights" });
    const corrected = await fitted(wrong, skeleton, { solve: "weights", rest: "corrected" });
    expect(kept.report.rmsePercent).toBeGreaterThan(0.5);
    expect(corrected.report.rmsePercent).toBeLessThan(0.05 * kept.report.rmsePercent);
    expect(kept.rig.rest).toEqual(rest);
    // A rest pose that was only guessed is always corrected.
    const guessed = await fitted(sequence, { ...skeleton, rest, guessedRest: true }, { solve: "weights" });
    expect(guessed.report.rmsePercent).toBeLessThan(0.05 * kept.report.rmsePercent);
  });

  it("lets a bone shift if that is allowed", async () => {
    const { sequence, rig } = character(26);
    // The last bone of a limb slides along its limb.
    const shifted = { ...rig, motion: rig.motion.slice() };
    const j = 4;
    for (let at = 12 * j; at < shifted.motion.length; at += 12 * rig.bones.length) {
      shifted.motion[at + 7] += 0.3 * Math.sin(at);
    }
    const { name } = rig.bones[j];
    const frames = sequence.frames.slice();
    const { offsets, bones, values } = rig.weights;
    for (let k = 0; k < sequence.frameCount; k++) {
      for (let i = 0; i < sequence.vertexCount; i++) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          const at = 12 * (k * rig.bones.length + j) + 7;
          if (bones[e] !== j) continue;
          frames[3 * (k * sequence.vertexCount + i) + 1] += values[e] * (shifted.motion[at] - rig.motion[at]);
        }
      }
    }
    const still = { ...skeletonOf(rig), motion: null };
    const slid = { ...sequence, frames };
    const stiff = await fitted(slid, still, { solve: "motion" });
    const free = await fitted(slid, still, { solve: "motion", bones: { [name]: { translate: true } } });
    expect(stiff.report.rmsePercent).toBeGreaterThan(0.2);
    expect(free.report.rmsePercent).toBeLessThan(0.01);
    const bare = { ...still, weights: null };
    const both = await fitted(slid, bare, { solve: "both", bones: { [name]: { translate: true } } });
    expect(both.report.rmsePercent).toBeLessThan(1e-4);
  });

  it("ends as well if a bone may shift or scale that does neither", async () => {
    for (const seed of [5, 26]) {
      const { sequence, rig } = character(seed);
      const bare = { ...skeletonOf(rig), motion: null, weights: null };
      const bones = { [rig.bones[2].name]: { translate: true }, [rig.bones[4].name]: { scale: true } };
      const { report } = await fitted(sequence, bare, { solve: "both", bones });
      expect(report.rmsePercent).toBeLessThan(1e-3);
    }
  });

  it("places many helpers in groups, and reports how much each lowers the error", async () => {
    const { sequence, rig } = shaking(2, 24);
    const settings = { solve: "weights" as const, helpers: 30, spread: "anywhere" as const };
    const { rig: found, report } = await fitted(sequence, { ...skeletonOf(rig), weights: null }, settings);
    expect(report.helpers.length).toBeGreaterThan(12);
    expect(found.bones).toHaveLength(rig.bones.length + report.helpers.length);
    expect(new Set(found.bones.map(({ name }) => name)).size).toBe(found.bones.length);
    const own = new Set(rig.bones.map(({ name }) => name));
    for (const { parent, takes } of report.helpers) {
      expect(own.has(parent)).toBe(true);
      expect(takes).toBeGreaterThanOrEqual(0);
    }
    const fall = report.stages.find(({ step }) => step === "weights")!.eRms - report.eRms;
    expect(report.helpers.reduce((sum, { takes }) => sum + takes, 0)).toBeCloseTo(fall, 1);
    expect(report.eRms).toBeLessThan(0.7 * (fall + report.eRms));
    // The artist's bones have not changed.
    const all = found.bones.length;
    for (let k = 0; k < sequence.frameCount; k++) {
      expect(found.motion.subarray(12 * k * all, 12 * (k * all + 6))).toEqual(
        rig.motion.subarray(72 * k, 72 * (k + 1)),
      );
    }
  });

  it("names helpers after their parents", async () => {
    const { sequence, rig } = character(6);
    const bones = rig.bones
      .filter((_, j) => j !== 4)
      .map((bone, j) => (j === 2 ? { ...bone, name: "Thigh.L" } : bone));
    const skeleton = { bones, motion: null, weights: null, rest: null };
    const { rig: found, report } = await fitted(sequence, skeleton, { solve: "both", helpers: 1 });
    expect(report.helpers).toHaveLength(1);
    expect(report.helpers[0].parent).toBe("Thigh.L");
    expect(report.helpers[0].name).toBe("helper_Thigh.L");
    expect(found.bones[found.bones.length - 1].name).toBe("helper_Thigh.L");
  });
});
