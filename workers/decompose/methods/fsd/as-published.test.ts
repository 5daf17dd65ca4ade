import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar } from "../../../testing/sequences";
import { gradientRegions } from "../../initialisers/regions/gradient-regions";
import { startContext } from "../../initialisers/start-context";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import { eRmsOf, plainProblem } from "../../testing/plain-problem";
import { serial, solve } from "../../testing/solved";
import { literalFsd } from "./testing/literal-fsd";

/** A bar with noise, so that no rig is exact. */
function noisyBar(seed: number): MeshSequence {
  const random = createRandom(seed);
  const { sequence } = bendingBar({ bones: 3, frames: 5, length: 6, width: 2, seed });
  return { ...sequence, frames: sequence.frames.map((x) => x + 0.03 * random.normal()) };
}

describe("FSD as published", () => {
  it.each([1, 2, 3])("equals a literal implementation from seeds to bones, seed %i", async (seed) => {
    const sequence = noisyBar(seed);
    const { plain, triangles } = plainProblem(sequence);
    for (const correctRest of [false, true]) {
      const size = { bones: 3, influences: 3, rounds: 4, correctRest };
      const literal = literalFsd(plain, triangles, size);
      const { report } = await solve(sequence, {
        method: "fsd",
        bones: 3,
        influences: 0,
        correctRestPose: correctRest,
        iterations: 5,
        tolerance: 0,
        patience: 100,
        parameters: { fsd: { growth: "gradients" } },
      });
      expect(report.errorPerIteration).toHaveLength(literal.errors.length);
      literal.errors.forEach((error, n) => {
        expect(report.errorPerIteration[n] / eRmsOf(plain, error)).toBeCloseTo(1, 3);
      });
    }
  });

  it("grows regions by the least error under the gradients of their first triangles", async () => {
    const sequence = noisyBar(4);
    const { plain, triangles } = plainProblem(sequence);
    const { vertexCount, frameCount } = sequence;
    const parallel = await serial(problemBytes(vertexCount, frameCount) + 30e6);
    const problem = await buildProblem(parallel, sequence, { bones: 6, tailERms: 1e-6 }, UNWATCHED);
    const size = { bones: 6, influences: 1, rounds: 0, correctRest: false };
    const found = await gradientRegions(startContext(parallel, problem), 6, UNWATCHED);
    const literal = literalFsd(plain, triangles, size);
    expect(Array.from(found!.labels)).toEqual(literal.labels);
  });
});
