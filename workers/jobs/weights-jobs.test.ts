import { describe, expect, it } from "vitest";
import { WEIGHT_METHODS } from "../model/weights/weight-settings";
import { tetBox } from "../weights/testing/bindables";
import {
  edited,
  expectProper,
  inputOf,
  largestDifference,
  pairs,
  SKELETON,
  started,
  weightAt,
} from "./testing/weights-run";

describe("weights", () => {
  it.each(WEIGHT_METHODS)("by %s sum to 1, with a report and a rig", async (method) => {
    const mesh = method === "biharmonic" ? tetBox(12, 3, 3, 0.5) : inputOf().mesh;
    const input = inputOf({ method, iterations: 4 }, { mesh });
    const { result, jobs } = started(input);
    const { weights, heat, report, bound } = await result;
    const vertices = mesh.positions.length / 3;
    expectProper(weights, vertices);
    expectProper(heat, vertices);
    expect(report).toMatchObject({
      method,
      vertices,
      bones: 3,
      seed: 1,
      negativeWeights: expect.any(Number),
    });
    expect(report.heldOutEnergy).toBeGreaterThan(0);
    expect(report.bytes).toBeGreaterThan(0);
    expect(report.boneMass.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 5);
    expect(bound.rig.bones.map(({ name }) => name)).toEqual(SKELETON.segments.map(({ name }) => name));
    expect(jobs.out.size).toBe(0);
  });

  it("get more rigid with every iteration, even in unseen poses", async () => {
    const { result, partials } = started(
      inputOf({ filter: 0, proximal: 0, tolerance: 1e-4, iterations: 30 }),
    );
    const { report } = await result;
    const energies = report.energyPerIteration;
    expect(energies.length).toBeGreaterThan(4);
    energies.slice(1).forEach((energy, n) => {
      expect(energy).toBeLessThan(energies[n] * 1.001);
    });
    expect(energies.at(-1)).toBeLessThan(0.97 * energies[0]);
    expect(report.heldOutEnergy).toBeLessThan(report.heldOutHeat);
    expect(partials[0].iteration).toBe(0);
    expect(partials[0].exemplars?.length).toBe(12 * 3 * 12);
  });

  it("are the same for the same seed, and different for another seed", async () => {
    const run = (seed: number) => started(inputOf({ iterations: 3, seed })).result;
    const [a, b, other] = [await run(1), await run(1), await run(2)];
    expect(a.weights).toEqual(b.weights);
    expect(largestDifference(a.weights, other.weights, 3)).toBeGreaterThan(1e-4);
  });

  it("continue from given weights", async () => {
    const first = await started(inputOf({ iterations: 40, tolerance: 1e-4 })).result;
    const again = await started(inputOf({ iterations: 3 }, { from: first.weights })).result;
    const ends = first.report.energyPerIteration;
    expect(again.report.energyPerIteration[0]).toBeLessThan(0.5 * (ends[0] + ends.at(-1)!));
    expect(largestDifference(again.weights, first.weights, 3)).toBeLessThan(0.05);
  });

  it("use the bones that the artist allows", async () => {
    const vertex = 12 * 12;
    for (const method of ["arap", "heat", "nearest"] as const) {
      const edits = edited({ influences: pairs([vertex, 0, 0], [vertex, 1, 0], [vertex, 2, 1]) });
      const { weights } = await started(inputOf({ method, iterations: 2 }, { edits })).result;
      expect(weightAt(weights, vertex, 2)).toBeCloseTo(1, 6);
    }
  });
});
