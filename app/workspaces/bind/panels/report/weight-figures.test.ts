import { describe, expect, it } from "vitest";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import { againstHeat, boneShares, secondsInAll } from "./weight-figures";

const report: WeightReport = {
  method: "arap",
  vertices: 10,
  bones: 4,
  exemplars: 8,
  seed: 1,
  energyPerIteration: [0.02, 0.01],
  heldOutEnergy: 0.006,
  heldOutHeat: 0.008,
  boneMass: [
    { name: "a", mass: 3, massOfHeat: 1.2 },
    { name: "b", mass: 1, massOfHeat: 0.4 },
    { name: "virtual", mass: 0, massOfHeat: 1 },
    { name: "gone", mass: 0, massOfHeat: 0 },
  ],
  seconds: [
    ["Heat", 0.5],
    ["Iterations", 2],
  ],
  unknownsPerVertex: 2,
  negativeWeights: 0,
  held: [],
  bytes: 1e6,
};

describe("figures of weights", () => {
  it("lists bones from most to least faded with their current names, without bones that should move nothing", () => {
    const shares = boneShares(report, ["a", "renamed", "virtual", "gone"]);
    expect(shares.map(({ name }) => name)).toEqual(["gone", "renamed", "a"]);
    expect(shares.map(({ segment }) => segment)).toEqual([3, 1, 0]);
    expect(shares.map(({ ofMesh }) => ofMesh)).toEqual([0, 0.25, 0.75]);
  });

  it("compares the energy with that of heat weights, unless these are heat weights", () => {
    expect(againstHeat(report)).toBeCloseTo(-0.25, 12);
    expect(againstHeat({ ...report, method: "heat" })).toBeNull();
    expect(againstHeat({ ...report, heldOutHeat: 0 })).toBeNull();
    expect(secondsInAll(report)).toBe(2.5);
  });
});
