import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import type { Clip } from "../model/mesh/mesh-sequence";
import { rigInFrames } from "../model/mesh/some-frames";
import { blendPositions } from "../model/rig/blend-positions";
import type { Rig } from "../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveIntent } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { numbersBetween } from "../testing/numbers-between";
import { bendingBar, clothPatch } from "../testing/sequences";
import { decompose } from "./decompose";
import type { DecomposeTask } from "./input/decompose-input";
import { chooseFrames } from "./problem/choose-frames";
import { fitOtherFrames } from "./result/other-frames";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
const UNSEEN: DecomposeTask = { ...UNWATCHED, partial() {} };
const bar = bendingBar({ bones: 4, frames: 11, length: 12, width: 2 });

/** Sum of squared distances of frame k. */
function errorOf(rig: Rig, frames: Float32Array, k: number): number {
  const posed = blendPositions(rig, k, new Float64Array(rig.rest.length));
  return posed.reduce((sum, x, at) => sum + (x - frames[k * posed.length + at]) ** 2, 0);
}

describe("chooseFrames", () => {
  it("holds out every n-th frame of each clip, and separates frames of weight 0", () => {
    const clipLength = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.array(clipLength, { minLength: 1, maxLength: 4 }), fc.integer(), (lengths, draw) => {
        const clips: Clip[] = [];
        for (const [c, length] of lengths.entries()) {
          const first = clips.length === 0 ? 0 : clips[c - 1].last + 1;
          clips.push({ name: `clip ${c}`, first, last: first + length - 1 });
        }
        const frameCount = clips[clips.length - 1].last + 1;
        const n = 2 + (Math.abs(draw) % 4);
        const weights = Float32Array.from({ length: frameCount }, (_, k) => (draw >> (k % 30)) & 1);
        const choose = () => chooseFrames({ name: "it", frameCount, clips }, n, weights);
        const held = clips.flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, k) => k)
            .filter((k) => k % n === n - 1)
            .map((k) => first + k),
        );
        const fitted = Array.from(weights.keys()).filter((k) => weights[k] > 0 && !held.includes(k));
        if (held.length === 0) expect(choose).toThrow("No frame would be held out");
        else if (fitted.length < 2 && fitted.length < frameCount) expect(choose).toThrow("Too few frames");
        else {
          const choice = choose();
          expect(choice.held).toEqual(held);
          expect(choice.fitted).toEqual(fitted);
          expect([...choice.fitted, ...choice.others].sort((a, b) => a - b)).toEqual([...weights.keys()]);
        }
      }),
    );
  });
});

describe("fitOtherFrames", () => {
  it.each(["rigid", "affine"] as const)("finds the motion of an exact rig: %s bones", async (boneKind) => {
    const choice = chooseFrames(bar.sequence, 3, null);
    const given = { ...rigInFrames(bar.rig, choice.fitted), boneKind };
    const parallel = await serial(1 << 24);
    const before = parallel.arena.used;
    const rig = await fitOtherFrames(parallel, bar.sequence, given, choice, null, UNWATCHED);
    expect(parallel.arena.used).toBe(before);
    rig.motion.forEach((x, at) => {
      expect(Math.abs(x - bar.rig.motion[at])).toBeLessThan(boneKind === "rigid" ? 2e-5 : 2e-3);
    });
  });

  it("finds bones that no small change improves", async () => {
    const cloth = clothPatch({ size: 9, frames: 7 });
    const settings = { ...SOLVE_DEFAULTS, bones: 5, iterations: 20, restarts: 1, holdOut: 3 };
    const { rig } = await decompose({ sequence: cloth, settings, from: null, locks: null }, serial, UNSEEN);
    fc.assert(
      fc.property(
        fc.constantFrom(2, 5),
        fc.integer({ min: 0, max: 4 }),
        fc.tuple(numbersBetween(-1, 1), fc.constantFrom(0, 1, 2)),
        (k, j, [size, axis]) => {
          // A bone rotated a little about its head and moved a little.
          const motion = rig.motion.slice();
          const at = 12 * (k * rig.bones.length + (j % rig.bones.length));
          const [c, s] = [Math.cos(0.01 * size), Math.sin(0.01 * size)];
          const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
          for (let e = 0; e < 4; e++) {
            const [x, y] = [motion[at + 4 * p + e], motion[at + 4 * q + e]];
            motion[at + 4 * p + e] = c * x - s * y;
            motion[at + 4 * q + e] = s * x + c * y;
          }
          motion[at + 4 * axis + 3] += 0.002 * size;
          const now = errorOf(rig, cloth.frames, k);
          expect(errorOf({ ...rig, motion }, cloth.frames, k)).toBeGreaterThan(now * (1 - 1e-6) - 1e-9);
        },
      ),
    );
  });
});

describe("decompose with held-out frames", () => {
  const solve = (changes: Partial<typeof SOLVE_DEFAULTS>, intent?: Partial<SolveIntent>) => {
    const settings = { ...SOLVE_DEFAULTS, bones: 4, iterations: 60, restarts: 2, ...changes };
    const none = { frames: null, importance: null, density: null, rigid: null, together: null };
    const asked = intent && { intent: { ...none, ...intent } };
    return decompose({ sequence: bar.sequence, settings, from: null, locks: null, ...asked }, serial, UNSEEN);
  };

  it.each(["auto", "ssdr"] as const)(
    "reports the error on held-out frames, and on all: %s",
    async (method) => {
      const { rig, report } = await solve({ method, holdOut: 4 });
      expect(report.heldOut?.frames).toEqual([3, 7]);
      expect(report.errorPerFrame).toHaveLength(11);
      expect(rig.motion).toHaveLength(11 * 12 * rig.bones.length);
      const frames = bar.sequence.frames;
      const sums = report.errorPerFrame.map((_, k) => errorOf(rig, frames, k));
      const scale = report.errorPerFrame[0] / Math.sqrt(sums[0]);
      for (const [k, sum] of sums.entries())
        expect(report.errorPerFrame[k]).toBeCloseTo(scale * Math.sqrt(sum), 6);
      const rms = (of: (k: number) => boolean) => {
        const kept = sums.filter((_, k) => of(k));
        return scale * Math.sqrt(kept.reduce((a, b) => a + b, 0) / kept.length);
      };
      expect(report.eRms).toBeCloseTo(
        rms((k) => k % 4 !== 3),
        6,
      );
      expect(report.heldOut?.eRms).toBeCloseTo(
        rms((k) => k % 4 === 3),
        6,
      );
      expect(report.heldOut!.eRms).toBeLessThan(5 * report.eRms + 1);
    },
  );

  it("counts frames of weight 0 in the report, and fits their bones", async () => {
    const frames = new Float32Array(11).fill(1).fill(0, 5, 7);
    const { report } = await solve({}, { frames });
    expect(report.heldOut).toBeUndefined();
    expect(report.errorPerFrame).toHaveLength(11);
    expect(report.eRms).toBeCloseTo(Math.sqrt(report.errorPerFrame.reduce((s, e) => s + e * e, 0) / 11), 6);
    expect(Math.max(...report.errorPerFrame)).toBeLessThan(5 * report.eRms + 1);
  });

  it("refuses to hold out too many frames", async () => {
    await expect(solve({ holdOut: 1 })).rejects.toThrow("hold out");
    await expect(solve({}, { frames: new Float32Array(11) })).rejects.toThrow("Too few frames");
  });
});
