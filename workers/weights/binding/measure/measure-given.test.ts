import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { NO_WEIGHT_EDITS } from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import { chain, reusedParallel, tube } from "../../testing/bindables";
import { findWeights } from "../find-weights";
import { EditMailbox } from "../input/edit-mailbox";
import { measureGiven } from "./measure-given";

it("measures weights as the job that found them does", async () => {
  const mesh = tube([0, 0, 0], [6, 0, 0], 0.6, 13, 8);
  const skeleton = chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]);
  const settings = { ...WEIGHT_DEFAULTS, method: "nearest" as const };
  const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
  const found = await findWeights(input, reusedParallel(), new EditMailbox(() => {}), UNWATCHED, () => {});
  const given = { mesh, skeleton, weights: found.weights, settings };
  const { report } = await measureGiven(given, reusedParallel(), UNWATCHED);
  expect(report.method).toBe("given");
  expect(report.heldOutEnergy).toBeCloseTo(found.report.heldOutEnergy, 9);
  expect(report.heldOutHeat).toBeCloseTo(found.report.heldOutHeat, 9);
  report.boneMass.forEach(({ mass, massOfHeat }, j) => {
    expect(mass).toBeCloseTo(found.report.boneMass[j].mass, 9);
    expect(massOfHeat).toBeCloseTo(found.report.boneMass[j].massOfHeat, 9);
  });
});
