import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { wholeSequence } from "../../../workers/model/mesh/streamed-sequence";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch, movingShells, staticCube } from "../../testing/sequences";
import { sharedData } from "../../testing/shared-data";
import { decompose } from "../decompose";
import type { DecomposeTask } from "../input/decompose-input";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
const UNSEEN: DecomposeTask = { progress() {}, async checkpoint() {}, finishNow: false, partial() {} };

const solve = (sequence: MeshSequence, settings: Partial<SolveSettings>) =>
  decompose(
    { sequence, settings: { ...SOLVE_DEFAULTS, ...settings }, from: null, locks: null },
    serial,
    UNSEEN,
  );

function expectWeights({ weights }: Rig, influences: number): void {
  const { offsets, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Array.from(values.subarray(offsets[i], offsets[i + 1]));
    expect(row.length).toBeGreaterThan(0);
    expect(row.length).toBeLessThanOrEqual(influences);
    expect(Math.min(...row)).toBeGreaterThan(0);
    expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  }
}

describe("SMA", () => {
  it.each(["rigid", "affine"] as const)("recovers a rig of rigid parts: %s", async (boneKind) => {
    const { sequence } = movingShells({ shells: 5 });
    for (const weights of ["nnls", "tsvd"]) {
      const parameters = { sma: { weights } };
      const { rig, report } = await solve(sequence, { method: "sma", bones: 5, boneKind, parameters });
      expectWeights(rig, 4);
      expect(report.eRms).toBeLessThan(0.05);
      expect(report.bonesReason).toBeNull();
      expect(report.figures).toMatchObject({ clusters: 5 });
      expect(rig.boneKind).toBe(boneKind);
    }
  });

  it("reports its number of clusters if that differs from the request", async () => {
    const { sequence } = movingShells({ shells: 5 });
    const many = await solve(sequence, { method: "sma", bones: 12 });
    expect(many.report.bones).toBe(5);
    expect(many.report.bonesReason).toMatch(/at most 5 clusters at any bandwidth; 12 bones/);
    const parameters = { sma: { bandwidth: 0.5 } };
    const wide = await solve(sequence, { method: "sma", bones: 3, parameters });
    expect(wide.report.bones).toBe(3);
    expect(wide.report.bonesReason).toMatch(/0.5° gives 5 clusters, of which the largest 3/);
    const atKnee = await solve(sequence, {
      method: "sma",
      knee: true,
      parameters: { sma: { bandwidth: 100 } },
    });
    expect(atKnee.report.bones).toBeLessThan(5);
    expect(atKnee.report.bonesReason).toMatch(/^\d+ bones are at the knee.* 100° gives \d+ cluster/);
    const still = await solve(staticCube(), { method: "sma", bones: 4 });
    expect(still.report.eRms).toBeLessThan(1e-3);
    expect(still.report.bones).toBe(1);
  });

  it("handles a plane rest pose, other starts, and any number of influences", async () => {
    const cloth = clothPatch({ size: 13, frames: 8 });
    for (const boneKind of ["rigid", "affine"] as const) {
      for (const influences of [1, 0]) {
        const { rig, report } = await solve(cloth, { method: "sma", bones: 6, boneKind, influences });
        expectWeights(rig, influences || 6);
        expect(report.eRms).toBeLessThan(200);
        expect(report.iterations).toBe(1);
      }
    }
    const started = await solve(cloth, {
      method: "sma",
      bones: 6,
      initialiser: "kmeans",
      boneKind: "affine",
    });
    expect(started.report.bones).toBe(6);
    expectWeights(started.rig, 4);
  });
});

describe("FSD", () => {
  const bar = bendingBar({ bones: 4, frames: 10, length: 20, width: 3 });

  it("never raises the error, and comes near to the true rig", async () => {
    for (const correctRestPose of [true, false]) {
      const { rig, report } = await solve(bar.sequence, { method: "fsd", bones: 4, correctRestPose });
      expectWeights(rig, 4);
      expect(rig.boneKind).toBe("affine");
      const errors = report.errorPerIteration;
      expect(errors.length).toBeGreaterThan(5);
      errors.forEach((error, n) => {
        if (n > 0) expect(error).toBeLessThanOrEqual(errors[n - 1] * (1 + 1e-9));
      });
      expect(report.eRms).toBeLessThan(3);
    }
  });

  it("handles shells, a plane rest pose and representatives", async () => {
    const { sequence } = movingShells({ shells: 7, detail: 3 });
    expect((await solve(sequence, { method: "fsd", bones: 7 })).report.eRms).toBeLessThan(0.05);
    const cloth = clothPatch({ size: 15, frames: 8 });
    const all = await solve(cloth, { method: "fsd", bones: 4 });
    expectWeights(all.rig, 4);
    const parameters = { fsd: { reduction: 1 } };
    const fewer = await solve(cloth, { method: "fsd", bones: 4, parameters });
    expect(fewer.report.figures?.representatives).toBeLessThan(113);
    expect(fewer.report.eRms).toBeLessThan(1.3 * all.report.eRms);
  });
});

it("gives equal bits on one thread and two", async () => {
  const { sequence } = bendingBar({ bones: 3, frames: 6, length: 10, width: 2 });
  for (const method of ["sma", "fsd"] as const) {
    for (const initialiser of [null, "edge-collapse"] as const) {
      const settings = { ...SOLVE_DEFAULTS, method, initialiser, bones: 3, iterations: 4 };
      const input = { sequence, settings, from: null, locks: null };
      const [one, two] = await Promise.all(
        [1, 2].map((threads) => decompose(input, (bytes) => nodeParallel(bytes, threads), UNSEEN)),
      );
      expect(two.rig.motion).toEqual(one.rig.motion);
      expect(two.rig.weights).toEqual(one.rig.weights);
    }
  }
});

const DATA = fileURLToPath(sharedData(""));

describe.skipIf(!existsSync(DATA))("real sequences (skipped without ../shared/data)", () => {
  const read = async (name: string) => {
    const engine = createEngine(serial, 1);
    const files = await nodeFiles([`${DATA}${name}.obj`, `${DATA}${name}.pc2`]);
    await engine.run("inspect", { files }, UNWATCHED);
    const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
    return wholeSequence((await engine.run("read", { source: 0, choice }, UNWATCHED)).sequence);
  };

  it("starts on unordered poses, where all bones may collapse into one", async () => {
    const sequence = await read("horse-poses");
    for (const [initialiser, most] of [
      ["regions", 15],
      ["edge-collapse", 15],
      ["mean-shift", 25],
    ] as const) {
      const settings = { method: "ssdr", initialiser, bones: 10, iterations: 1, restarts: 1 } as const;
      const { report } = await solve(sequence, settings);
      expect(report.bones).toBe(10);
      expect(report.eRms).toBeLessThan(most);
    }
  });
});
