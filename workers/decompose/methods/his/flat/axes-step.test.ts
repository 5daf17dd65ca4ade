import fc from "fast-check";
import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../../kernels/arena";
import { Serial } from "../../../../kernels/parallel";
import { createRandom } from "../../../../math/random";
import { UNWATCHED } from "../../../../model/task";
import { startContext } from "../../../initialisers/start-context";
import { randomBones, testProblem } from "../../../problem/testing/problem";
import { axesStep, nearestMotion } from "./axes-step";
import { Flat } from "./flat";

const FRAMES = 3;

async function makeCase(seed: number, h: number) {
  const parallel = new Serial(new Arena(1 << 22, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, 4);
  const size = { vertices: 40, frames: FRAMES, bones: truth, noise: 0.1, influences: 3 };
  const { problem } = testProblem(parallel, seed + 1, size);
  const flat = new Flat(parallel, problem, h);
  flat.handles.set(randomBones(random, FRAMES, h).flat());
  flat.normalise();
  await flat.solveWeights(false, UNWATCHED);
  const context = { parallel, problem, random, starts: startContext(parallel, problem) };
  return { problem, flat, context };
}

/** The nearest motions as rows. */
function motionsOf({ problem, flat }: Pick<Awaited<ReturnType<typeof makeCase>>, "problem" | "flat">) {
  return Array.from({ length: problem.vertexCount }, (_, i) => {
    const out = new Float64Array(4 * problem.rank);
    nearestMotion(problem, flat, i, out);
    return Array.from(out);
  });
}

/** The sum over the vertices of squared distances between the flat and the motions that move them exactly. */
const distanceOf = ({ problem, flat }: Pick<Awaited<ReturnType<typeof makeCase>>, "problem" | "flat">) =>
  flat.errors.reduce((sum, error, i) => {
    const v = problem.rest.subarray(4 * i, 4 * i + 4);
    return sum + error / v.reduce((square, x) => square + x * x, 0);
  }, 0);

describe("iterative PCA", () => {
  it("takes motions that move each vertex exactly and are nearest to the flat", async () => {
    const { problem, flat, context } = await makeCase(5, 3);
    const motions = motionsOf({ problem, flat });
    motions.forEach((x, i) => {
      for (let r = 0; r < problem.rank; r++) {
        const moved = [0, 1, 2, 3].reduce((sum, c) => sum + x[4 * r + c] * problem.rest[4 * i + c], 0);
        expect(moved).toBeCloseTo(problem.trajectories[i * problem.stride + r], 9);
      }
    });
    // Each is as far from its point on the flat as the error says, and farther from every other point of the flat.
    const { random } = context;
    const at = (w: readonly number[], n: number) =>
      w.reduce((sum, x, j) => sum + x * flat.handles[(n >> 2) * 4 * 3 + 4 * j + (n & 3)], 0);
    motions.forEach((x, i) => {
      const own = Array.from(flat.weights.subarray(i * flat.weightStride, i * flat.weightStride + 3));
      const far = (w: readonly number[]) => x.reduce((sum, value, n) => sum + (value - at(w, n)) ** 2, 0);
      const v = problem.rest.subarray(4 * i, 4 * i + 4);
      const square = v.reduce((sum, c) => sum + c * c, 0);
      expect(far(own)).toBeCloseTo(flat.errors[i] / square, 6);
      for (let n = 0; n < 5; n++) {
        const push = [random.normal(), random.normal()].map((e) => 0.1 * e);
        const other = [own[0] + push[0], own[1] + push[1], own[2] - push[0] - push[1]];
        expect(far(other)).toBeGreaterThan(far(own) - 1e-9);
      }
    });
  });

  it("gives the flat of their principal axes, and never gets farther from them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 5 }), async (seed, h) => {
        const { problem, flat, context } = await makeCase(seed, h);
        const points = new Matrix(motionsOf({ problem, flat }));
        const centred = points.clone().subRowVector(points.mean("column"));
        const spread = new SingularValueDecomposition(centred).diagonal.slice(h - 1);
        await axesStep(context, flat, UNWATCHED);
        // The points are as far from the new flat as their smaller singular values say.
        const handles = Array.from({ length: h }, (_, j) =>
          Array.from({ length: points.columns }, (__, n) => flat.handles[(n >> 2) * 4 * h + 4 * j + (n & 3)]),
        );
        const along = handles.slice(1).map((handle) => handle.map((x, n) => x - handles[0][n]));
        const basis = new SingularValueDecomposition(new Matrix(along).transpose()).leftSingularVectors;
        let left = 0;
        for (const row of points.to2DArray()) {
          const off = row.map((x, n) => x - handles[0][n]);
          const inside = Matrix.columnVector(off)
            .transpose()
            .mmul(basis.subMatrix(0, off.length - 1, 0, h - 2));
          left += off.reduce((sum, x) => sum + x * x, 0) - inside.norm() ** 2;
        }
        expect(left).toBeCloseTo(
          spread.reduce((sum, s) => sum + s * s, 0),
          5,
        );
        await flat.solveWeights(false, UNWATCHED);
        let last = distanceOf({ problem, flat });
        for (let it = 0; it < 5; it++) {
          await axesStep(context, flat, UNWATCHED);
          await flat.solveWeights(false, UNWATCHED);
          const next = distanceOf({ problem, flat });
          expect(next).toBeLessThan(last * (1 + 1e-6));
          last = next;
        }
      }),
      { numRuns: 6 },
    );
  });
});
