import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { Forces } from "./forces";

const LEAST = 1e-9;

/** Joints that lie at `free` without a pull, where it costs `costs[k]` times the square to move each of them. */
function joints(count: number, seed: number) {
  const random = createRandom(seed);
  const of = (least: number, most: number) =>
    Float64Array.from({ length: count }, () => least + (most - least) * random.next());
  return { free: of(0.03, 0.12), costs: of(0.2, 5), stiffness: of(0.1, 3) };
}

const meanOf = (each: Float64Array) => each.reduce((sum, d) => sum + d, 0) / each.length;

/** The distances of this mean that cost least, by bisection for the common slope. */
function cheapest(free: Float64Array, costs: Float64Array, mean: number): Float64Array {
  let [low, high] = [0, 10];
  const at = (slope: number) => free.map((d, k) => Math.max(0, d - slope / (2 * costs[k])));
  for (let n = 0; n < 100; n++) {
    const slope = (low + high) / 2;
    if (meanOf(at(slope)) > mean) low = slope;
    else high = slope;
  }
  return at(high);
}

describe("the forces on joints", () => {
  it.each([1, 2, 3])("are those that hold joints where a mean distance costs least (%i)", (seed) => {
    const { free, costs, stiffness } = joints(12, seed);
    const each = cheapest(free, costs, 0.035);
    const held = each.map((d, k) => (costs[k] * (free[k] - d)) / (stiffness[k] * d));
    const distances = { each, mean: 0.035, worst: Math.max(...each) };
    const forces = new Forces(LEAST, distances);
    let pulls = forces.next(distances, stiffness);
    // Until the force is larger than the least pull of each joint.
    for (let round = 0; round < 30; round++) pulls = forces.next(distances, stiffness);
    const shares = [...held.keys()].filter((k) => each[k] > 0.003).map((k) => pulls[k] / held[k]);
    expect(shares.length).toBeGreaterThan(4);
    for (const share of shares) expect(share / shares[0]).toBeCloseTo(1, 6);
  });

  it("grow while joints are far, and fall when they are near", () => {
    const stiffness = Float64Array.of(0, 1, 1);
    const at = (mean: number) => ({ each: Float64Array.of(-1, mean, mean), mean, worst: mean });
    const forces = new Forces(0.01, at(0.05));
    const far = [1, 2, 3, 4].map(() => forces.next(at(0.05), stiffness)[1]);
    expect(far[3]).toBeGreaterThan(1.9 * far[0]);
    forces.next(at(0.015), stiffness);
    const near = [1, 2].map(() => forces.next(at(0.015), stiffness)[1]);
    expect(near[1]).toBeLessThan(near[0]);
  });

  it("never pull less than before, and not at all where two bones do not meet", () => {
    const each = Float64Array.of(-1, 0.002, 0.05, -1);
    const stiffness = Float64Array.of(0, 1, 1, 1);
    const forces = new Forces(0.01, { each, mean: 0.026, worst: 0.05 });
    for (let round = 0; round < 20; round++) {
      const pulls = forces.next({ each, mean: 0.026, worst: 0.05 }, stiffness);
      expect([pulls[0], pulls[3]]).toEqual([0.01, 0.01]);
      expect(Math.min(...pulls)).toBe(0.01);
    }
  });

  it("grow for a joint that is too far alone", () => {
    const each = Float64Array.of(-1, 0.01, 0.2);
    const forces = new Forces(0.01, { each, mean: 0.029, worst: 0.2 });
    const next = () => forces.next({ each, mean: 0.029, worst: 0.2 }, Float64Array.of(0, 1, 1));
    const pulls = Array.from({ length: 10 }, next);
    expect(pulls[9][2]).toBeGreaterThan(4 * pulls[0][2]);
    expect(pulls[9][1]).toBeLessThan(1.01 * pulls[0][1]);
  });
});
