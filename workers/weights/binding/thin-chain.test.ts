import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../model/weights/weight-settings";
import { pairs } from "../arap/testing/cases";
import { reusedParallel, segment, skeletonOf, tube } from "../testing/bindables";
import { findWeights } from "./find-weights";
import { EditMailbox } from "./input/edit-mailbox";

const makeParallel = reusedParallel();

/** A snake: a tube with many bones in a row, each only a few rings of edges long. */
const LENGTH = 10;
const BONES = 20;
const SNAKE = tube([0, 0, 0], [LENGTH, 0, 0], 0.35, 51, 8);
const CHAIN = skeletonOf(
  ...Array.from({ length: BONES }, (_, j) =>
    segment(j - 1, [(j * LENGTH) / BONES, 0, 0], [((j + 1) * LENGTH) / BONES, 0, 0]),
  ),
);

const found = (settings: Partial<WeightSettings> = {}, edits = NO_WEIGHT_EDITS) =>
  findWeights(
    {
      mesh: SNAKE,
      skeleton: CHAIN,
      settings: { ...WEIGHT_DEFAULTS, exemplars: 30, iterations: 10, ...settings },
      edits,
      from: null,
      stay: false,
    },
    makeParallel,
    new EditMailbox(() => {}),
    UNWATCHED,
    () => {},
  );

describe("on a thin chain of bones, as-rigid-as-possible weights", () => {
  it("strain less than their start, from the first iteration on, and no bone fades", async () => {
    const { report } = await found();
    const [first, ...later] = report.energyPerIteration;
    for (const energy of later) expect(energy).toBeLessThan(first);
    expect(report.usedInstead).toBeUndefined();
    expect(report.heldOutEnergy).toBeLessThan(0.98 * report.heldOutHeat);
    expect(Math.min(...report.boneMass.map(({ massOfHeat }) => massOfHeat))).toBeGreaterThanOrEqual(0.5);
  });

  it("give way to others that strain the mesh less, and the report says so", async () => {
    // Weights for one pose alone strain the mesh more in others than their start does.
    const spoiled = { exemplars: 1, proximal: 0 };
    const { report } = await found(spoiled);
    expect(report.usedInstead).toMatch(/^(heat|voxel)$/);
    expect(report.heldOutEnergy).toBeLessThan(report.optimisedEnergy!);
    expect(report.heldOutEnergy).toBeLessThanOrEqual(1.02 * report.heldOutHeat);
    // What the artist holds stays.
    const edits = { ...NO_WEIGHT_EDITS, holds: pairs([40, 3, 1]) };
    expect((await found(spoiled, edits)).report.usedInstead).toBeUndefined();
  });
});
