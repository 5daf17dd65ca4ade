import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { movingShells } from "../../testing/sequences";
import { ordersOf } from "../testing/literal-steps";
import { eRmsOf, plainProblem } from "../testing/plain-problem";
import { solve } from "../testing/solved";
import { literalEpLbs } from "./ep-lbs/testing/literal-ep-lbs";
import { literalLssp } from "./lssp/testing/literal-lssp";

const BONES = 3;

/** Shells with noise: their groups are clear, and no rig is exact. */
function noisyShells(seed: number): MeshSequence {
  const random = createRandom(seed);
  const { sequence } = movingShells({ shells: BONES, frames: 4, detail: 2, seed });
  return { ...sequence, frames: sequence.frames.map((x) => x + 0.02 * random.normal()) };
}

/** The largest relative difference of two lists. */
const apart = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length ? Math.max(...a.map((x, n) => Math.abs(x / b[n] - 1))) : Infinity;

describe.each([1])("literal implementations, seed %i", (seed) => {
  const sequence = noisyShells(seed);
  const { plain, triangles } = plainProblem(sequence);
  const common = { bones: BONES, influences: 0, correctRestPose: false };

  it("agree with EP-LBS from features to the descent by differences", async () => {
    const steps = 3;
    const parameters = { "ep-lbs": { gradient: "finite", steps } };
    const { report } = await solve(sequence, { ...common, method: "ep-lbs", parameters });
    const differenceOf = (order: readonly number[], count: number) => {
      const { errors } = literalEpLbs(plain, triangles, { bones: BONES, steps: count, order });
      const literal = errors.map((error) => eRmsOf(plain, error));
      return apart(report.errorPerIteration.slice(0, count + 1), literal);
    };
    // The thesis leaves the order of bones open. The first step shows which order the method takes.
    const first = ordersOf(BONES).map((order) => ({ order, difference: differenceOf(order, 1) }));
    const { order } = first.reduce((best, each) => (each.difference < best.difference ? each : best));
    expect(report.errorPerIteration).toHaveLength(steps + 1);
    expect(differenceOf(order, steps)).toBeLessThan(1e-6);
    // Another last bone gives another descent.
    expect(Math.max(...first.map(({ difference }) => difference))).toBeGreaterThan(1e-5);
  });

  it("agree with LSSP from spectral groups to the last alternation", async () => {
    const alternations = 5;
    for (const sparsity of [0, 20]) {
      const parameters = { lssp: { alternations, sparsity } };
      const { report } = await solve(sequence, { ...common, method: "lssp", parameters });
      const errors = literalLssp(plain, { bones: BONES, alternations, sparsity });
      const literal = errors.map((error) => eRmsOf(plain, error));
      expect(apart(report.errorPerIteration, literal)).toBeLessThan(5e-3);
    }
  });
});
