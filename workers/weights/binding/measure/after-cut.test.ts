import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { NO_WEIGHT_EDITS } from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import { reusedParallel, segment, skeletonOf, tube } from "../../testing/bindables";
import { findWeights } from "../find-weights";
import { EditMailbox } from "../input/edit-mailbox";
import { measureGiven } from "./measure-given";

const makeParallel = reusedParallel();
const mesh = tube([0, 0, 0], [6, 0, 0], 0.5, 25, 8);
const skeleton = skeletonOf(
  segment(-1, [0, 0, 0], [2, 0, 0]),
  segment(0, [2, 0, 0], [4, 0, 0]),
  segment(1, [4, 0, 0], [6, 0, 0]),
);
const edits = NO_WEIGHT_EDITS;

it.each(["arap", "heat"] as const)(
  "%s: the report has the strain of the rig after the cut",
  async (method) => {
    const found = (influences: number) => {
      const settings = { ...WEIGHT_DEFAULTS, exemplars: 20, iterations: 4, method, influences };
      const input = { mesh, skeleton, settings, edits, from: null, stay: false };
      return findWeights(input, makeParallel, new EditMailbox(() => {}), UNWATCHED, () => {});
    };
    const [whole, cut] = [await found(0), await found(1)];
    expect(whole.report.energyBeforeCut).toBeUndefined();
    expect(cut.report.energyBeforeCut).toBe(whole.report.heldOutEnergy);
    expect(cut.report.heldOutEnergy).toBeGreaterThan(1.1 * whole.report.heldOutEnergy);
    // Another way to the same figure: measure the rig as if its weights came from a file. Each bone is a segment.
    const { weights } = cut.bound.rig;
    expect(weights.values.every((value) => value === 1)).toBe(true);
    const settings = { ...WEIGHT_DEFAULTS, method };
    const given = await measureGiven({ mesh, skeleton, weights, settings, edits }, makeParallel, UNWATCHED);
    expect(cut.report.heldOutEnergy).toBeCloseTo(given.report.heldOutEnergy, 12);
  },
);
