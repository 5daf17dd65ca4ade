import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../../jobs/pool/node-parallel";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { SinewError } from "../../../model/errors";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../model/solve/solve-settings";
import { bendingBar, clothPatch, movingShells } from "../../../testing/sequences";
import { decompose } from "../../decompose";
import { checkFiniteWork } from "./finite-descent";

const UNSEEN = { progress() {}, async checkpoint() {}, finishNow: false, partial() {} };

type Parameters = Record<string, number | string>;

function solve(
  sequence: MeshSequence,
  parameters: Parameters,
  settings: Partial<SolveSettings> = {},
  threads = 1,
) {
  const all: SolveSettings = {
    ...SOLVE_DEFAULTS,
    method: "ep-lbs",
    bones: 4,
    influences: 0,
    correctRestPose: false,
    parameters: { "ep-lbs": parameters },
    ...settings,
  };
  const make = async (bytes: number) =>
    threads === 1 ? new Serial(new Arena(bytes, false)) : nodeParallel(bytes, threads);
  return decompose({ sequence, settings: all, from: null, locks: null }, make, UNSEEN);
}

const bar = bendingBar({ bones: 4, frames: 10, length: 20, width: 3 }).sequence;

describe("ep-lbs", () => {
  it.each(["analytic", "finite"])("never ends worse than it began, with %s gradients", async (gradient) => {
    const sequence =
      gradient === "finite" ? bendingBar({ bones: 3, frames: 4, length: 8, width: 2 }).sequence : bar;
    const { rig, report } = await solve(sequence, { gradient, steps: gradient === "finite" ? 8 : 60 });
    const { startERms, startMeanSquare, meanSquare, steps } = report.figures!;
    expect(steps).toBeGreaterThan(0);
    expect(report.eRms).toBeLessThan(startERms);
    expect(meanSquare).toBeLessThan(startMeanSquare);
    report.history.forEach(({ eRms }, n) => {
      if (n > 0) expect(eRms).toBeLessThanOrEqual(report.history[n - 1].eRms * (1 + 1e-9));
    });
    const { offsets, values } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      expect(Math.min(...row)).toBeGreaterThan(0);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
    for (let at = 0; at < rig.motion.length; at += 12) {
      for (const [a, b] of [
        [0, 0],
        [0, 4],
        [4, 8],
        [8, 8],
      ]) {
        const dot = [0, 1, 2].reduce((sum, c) => sum + rig.motion[at + a + c] * rig.motion[at + b + c], 0);
        expect(dot).toBeCloseTo(a === b ? 1 : 0, 5);
      }
    }
  });

  it("finds the exact rig of a bar", async () => {
    const { report } = await solve(bar, { steps: 300 });
    expect(report.figures!.startERms).toBeGreaterThan(1);
    expect(report.eRms).toBeLessThan(0.05);
  });

  it("reports its error as the thesis does: mean squared distance in a unit cube", async () => {
    const cloth = clothPatch({ size: 11, frames: 6 });
    const { report } = await solve(cloth, { steps: 5 });
    const axes = [0, 1, 2].map((c) => cloth.rest.filter((_, n) => n % 3 === c));
    const sides = axes.map((axis) => Math.max(...axis) - Math.min(...axis));
    const share = Math.hypot(...sides) / Math.max(...sides);
    expect(report.figures!.meanSquare / ((report.rmsePercent / 100) * share) ** 2).toBeCloseTo(1, 2);
  });

  it("reproduces the base pose if it is one of the frames", async () => {
    const { sequence } = movingShells({ shells: 4, frames: 6, detail: 3 });
    const frames = sequence.frames.slice();
    frames.set(sequence.rest, 0);
    const { report } = await solve({ ...sequence, frames }, {});
    expect(report.errorPerFrame[0]).toBeLessThan(0.01);
  });

  it("finds as many bones as there are shells, and says why", async () => {
    const { sequence } = movingShells({ shells: 6, frames: 8, detail: 3 });
    const { report } = await solve(sequence, { count: "found", goal: 1e-8 }, { bones: 20 });
    expect(report.bones).toBeGreaterThanOrEqual(6);
    expect(report.bones).toBeLessThanOrEqual(9);
    expect(report.eRms).toBeLessThan(0.05);
    expect(report.bonesReason).toContain("reach the error");
    expect(report.figures!.splits).toBeGreaterThan(0);
  });

  it("splits up to the requested number of bones", async () => {
    const { report } = await solve(
      clothPatch({ size: 11, frames: 6 }),
      { count: "found", goal: 0, steps: 5 },
      { bones: 7 },
    );
    expect(report.bones).toBeGreaterThan(2);
    expect(report.bones).toBeLessThanOrEqual(7);
    expect(report.bonesReason).toMatch(/do not reach the error to split to|no more than/);
  });

  it("cuts influences if asked to, and reports the cost", async () => {
    const { rig, report } = await solve(bar, { steps: 40 }, { influences: 2 });
    const { offsets } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) expect(offsets[i + 1] - offsets[i]).toBeLessThanOrEqual(2);
    expect(report.figures!.denseERms).toBeLessThan(report.eRms);
    expect(report.figures!.denseERms).toBeGreaterThan(0);
  });

  it("gives the same bits on one thread and on two, from any initialiser", async () => {
    for (const initialiser of [null, "farthest"] as const) {
      const cloth = clothPatch({ size: 13, frames: 5 });
      const [a, b] = await Promise.all(
        [1, 2].map((threads) => solve(cloth, { steps: 10 }, { initialiser }, threads)),
      );
      expect(a.rig.motion).toEqual(b.rig.motion);
      expect(a.rig.weights.values).toEqual(b.rig.weights.values);
    }
  });

  it("refuses finite differences that would take minutes, with an error message", () => {
    expect(() => checkFiniteWork(8431, 10, 10)).not.toThrow();
    expect(() => checkFiniteWork(42000, 48, 20)).toThrow(SinewError);
  });
});
