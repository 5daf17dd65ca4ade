import { expect, it } from "vitest";
import { NO_INTENT, SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { clothPatch } from "../testing/sequences";
import { decompose } from "./decompose";
import { serial, solve, UNSEEN } from "./testing/solved";

const sequence = clothPatch({ size: 11, frames: 12 });

it("goes on from the corrected rest pose: three iterations do not lose what the rig had", async () => {
  const first = await solve(sequence, { bones: 6 });
  const soon = await solve(sequence, { bones: 6, iterations: 3 }, first.rig);
  expect(soon.report.eRms).toBeLessThan(1.01 * first.report.eRms);
  const more = await solve(sequence, { bones: 6, influences: 5, iterations: 3 }, first.rig);
  expect(more.report.eRms).toBeLessThan(1.01 * first.report.eRms);
});

it("takes the rest pose of the file in a region that became rigid, and everywhere without the correction", async () => {
  const first = await solve(sequence, { bones: 6 });
  const plain = await solve(sequence, { bones: 6, iterations: 3, correctRestPose: false }, first.rig);
  expect(plain.rig.rest).toEqual(sequence.rest);
  const rigid = Uint16Array.from({ length: sequence.vertexCount }, (_, i) => Number(i < 20));
  const input = {
    ...{ sequence, settings: { ...SOLVE_DEFAULTS, bones: 6, iterations: 3 }, from: first.rig, locks: null },
    intent: { ...NO_INTENT, rigid },
  };
  const { rig } = await decompose(input, serial, UNSEEN);
  expect(rig.rest.subarray(0, 60)).toEqual(sequence.rest.subarray(0, 60));
  expect(rig.rest.subarray(60)).not.toEqual(sequence.rest.subarray(60));
});
