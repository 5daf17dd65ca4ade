import { describe, expect, it } from "vitest";
import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { buildProblem, PROBLEM_DEFAULTS, problemBytes } from "./build-problem";

/** A triangle soup of `vertexCount` vertices around `centre` that moves at random. */
function soup(vertexCount: number, frameCount: number, centre = 0) {
  const random = createRandom(vertexCount + 7 * frameCount);
  const numbers = (n: number) => Float32Array.from({ length: n }, () => centre + random.normal());
  const corners = (p: number) => [0, 1, 2].map((c) => Math.min(3 * p + c, vertexCount - 1));
  return makeSequence({
    name: "soup",
    fps: 30,
    rest: numbers(3 * vertexCount),
    frames: fillFrames(vertexCount, frameCount, (frame) => frame.set(numbers(frame.length))),
    parts: [
      {
        name: "all",
        material: 0,
        polygons: Array.from({ length: Math.ceil(vertexCount / 3) }, (_, p) => corners(p)),
      },
    ],
    materials: [{ name: "grey", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
}

describe("buildProblem", () => {
  it("scales the rest pose to diagonal 2 about 0 and keeps every trajectory", async () => {
    for (const [vertexCount, frameCount] of [
      [5, 1],
      [70, 3],
      [200, 8],
    ]) {
      const sequence = soup(vertexCount, frameCount, 3);
      const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount), false));
      const problem = await buildProblem(parallel, sequence, PROBLEM_DEFAULTS, UNWATCHED);
      expect(problem.scale).toBeCloseTo(2 / restDiagonal(sequence), 12);
      const { basis, trajectories, stride, rank } = problem;
      for (let i = 0; i < vertexCount; i += 7) {
        let norm = 0;
        for (let row = 0; row < 3 * frameCount; row++) {
          let rebuilt = 0;
          for (let r = 0; r < rank; r++) rebuilt += basis[row * stride + r] * trajectories[i * stride + r];
          const k = Math.floor(row / 3);
          const raw = sequence.frames[(k * vertexCount + i) * 3 + (row % 3)];
          expect(rebuilt).toBeCloseTo((raw - problem.centre[row % 3]) * problem.scale, 10);
          norm += rebuilt ** 2;
        }
        expect(problem.norms[i]).toBeCloseTo(norm, 9);
        expect(problem.rest[4 * i + 3]).toBe(1);
      }
    }
  });
});
