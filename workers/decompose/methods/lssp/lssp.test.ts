import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../../jobs/pool/node-parallel";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../model/solve/solve-settings";
import { bendingBar, movingShells } from "../../../testing/sequences";
import { decompose } from "../../decompose";

const UNSEEN = { progress() {}, async checkpoint() {}, finishNow: false, partial() {} };

function solve(sequence: MeshSequence, settings: Partial<SolveSettings>, threads = 1) {
  const all: SolveSettings = {
    ...SOLVE_DEFAULTS,
    method: "lssp",
    bones: 4,
    correctRestPose: false,
    ...settings,
  };
  const make = async (bytes: number) =>
    threads === 1 ? new Serial(new Arena(bytes, false)) : nodeParallel(bytes, threads);
  return decompose({ sequence, settings: all, from: null, locks: null }, make, UNSEEN);
}

const bar = bendingBar({ bones: 4, frames: 10, length: 20, width: 3 }).sequence;

describe("lssp", () => {
  it("finds the motions of separate shells in any order of the poses", async () => {
    const { sequence } = movingShells({ shells: 6, frames: 8, detail: 3 });
    const size = 3 * sequence.vertexCount;
    const order = [5, 2, 7, 0, 3, 6, 1, 4];
    const frames = Float32Array.from({ length: sequence.frames.length }, (_, n) => {
      const k = Math.floor(n / size);
      return sequence.frames[order[k] * size + (n % size)];
    });
    for (const poses of [sequence.frames, frames]) {
      const { report } = await solve({ ...sequence, frames: poses }, { bones: 6, influences: 0 });
      expect(report.bones).toBe(6);
      expect(report.eRms).toBeLessThan(0.02);
    }
  });

  it("keeps the best of the ten published alternations, and cuts influences at the end", async () => {
    const { rig, report } = await solve(bar, { influences: 2 });
    const soft = report.history.slice(0, -1);
    expect(soft.length).toBe(11);
    soft.forEach(({ eRms }, n) => {
      if (n > 0) expect(eRms).toBeLessThanOrEqual(soft[n - 1].eRms * (1 + 1e-9));
    });
    expect(report.figures!.softERms).toBeCloseTo(soft[10].eRms, 9);
    expect(soft[10].eRms).toBeLessThan(0.8 * soft[0].eRms);
    const { offsets } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) expect(offsets[i + 1] - offsets[i]).toBeLessThanOrEqual(2);
    for (let at = 0; at < rig.motion.length; at += 12) {
      const dot = [0, 1, 2].reduce((sum, c) => sum + rig.motion[at + c] * rig.motion[at + 4 + c], 0);
      expect(dot).toBeCloseTo(0, 5);
    }
  });

  it("leaves fewer influences with a strong L1 term", async () => {
    const run = async (sparsity: number) =>
      (await solve(bar, { influences: 0, parameters: { lssp: { sparsity, alternations: 3 } } })).report
        .figures!;
    const [none, strong] = [await run(0), await run(30000)];
    expect(strong.softInfluences).toBeLessThan(none.softInfluences);
  });

  it("gives the same bits on one thread and on two", async () => {
    const [a, b] = [await solve(bar, {}), await solve(bar, {}, 2)];
    expect(a.rig.motion).toEqual(b.rig.motion);
    expect(a.rig.weights.values).toEqual(b.rig.weights.values);
  });
});
