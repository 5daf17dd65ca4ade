import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { type MakeParallel, Serial } from "../../kernels/parallel";
import { exactParallel } from "../../kernels/testing/exact-arena";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { decompose } from "../decompose";
import { mostSearched, searchStep } from "../problem/sample";

const serial: MakeParallel = async (bytes) => new Serial(new Arena(bytes, false));
const bar = bendingBar({ bones: 5, frames: 6, length: 60, width: 14 }).sequence;
const cloth = clothPatch({ size: 57, frames: 4 });

/** Solves with 5 bones until so many rigs were shown, which are returned too. */
async function solve(
  sequence: MeshSequence,
  until: number,
  { asked = {}, make = serial }: { asked?: Partial<SolveSettings>; make?: MakeParallel } = {},
) {
  const settings = { ...SOLVE_DEFAULTS, bones: 5, ...asked };
  const shown: { rig: Rig; eRms: number }[] = [];
  const task = {
    ...UNWATCHED,
    finishNow: false,
    partial(rig: () => Rig, { eRms }: { eRms: number }) {
      shown.push({ rig: rig(), eRms });
      if (shown.length === until) task.finishNow = true;
    },
  };
  return { shown, ...(await decompose({ sequence, settings, from: null, locks: null }, make, task)) };
}

describe("a search on a sample of the vertices", () => {
  it("sees enough vertices for its bones, and one in three of a mesh that is not large", () => {
    for (const bones of [1, 8, 40, 400]) {
      for (const count of [100, 2799, 2800, 8431, 33705, 640000]) {
        const step = searchStep(count, bones);
        const seen = count / step;
        if (step > 1) expect(seen).toBeGreaterThanOrEqual(Math.max(1400, 60 * bones));
        if (count < 2800) expect(step).toBe(1);
        expect(step).toBeLessThanOrEqual(Math.max(3, count / 8192));
        for (let fewer = 1; fewer <= bones; fewer++) {
          const less = searchStep(count, fewer);
          if (less > 1) expect(mostSearched(count, bones)).toBeGreaterThanOrEqual(Math.ceil(count / less));
        }
      }
    }
  });

  it("finds the bones of an exact rig", async () => {
    expect(searchStep(bar.vertexCount, 5)).toBeGreaterThan(1);
    const { rig, report } = await solve(bar, 150);
    expect(report.eRms).toBeLessThan(0.05);
    expect(rig.weights.offsets.length - 1).toBe(bar.vertexCount);
  });

  it("fits into the predicted memory, with either kind of bones", async () => {
    for (const boneKind of ["rigid", "affine"] as const) {
      const { rig } = await solve(cloth, 20, { asked: { boneKind }, make: exactParallel(8) });
      expect(rig.bones).toHaveLength(5);
    }
  });

  it("shows whole rigs, and gives the best one when it is stopped", async () => {
    const { shown, rig, report } = await solve(cloth, 6);
    for (const { weights } of [...shown.map((each) => each.rig), rig]) {
      expect(weights.offsets.length - 1).toBe(cloth.vertexCount);
      for (let i = 0; i < cloth.vertexCount; i++) {
        const row = weights.values.subarray(weights.offsets[i], weights.offsets[i + 1]);
        expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
      }
    }
    expect(report.iterations).toBeLessThan(20);
    expect(report.eRms).toBeLessThan(1.3 * shown[5].eRms);
  });
});
