import { Matrix, solve } from "ml-matrix";
import { expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { randomBones, testProblem } from "../../problem/testing/problem";
import { representatives } from "./representatives";

it("finds vertices whose combinations give all others, within the tolerance, and repeats until there are enough", async () => {
  const frames = 5;
  for (const [noise, tolerance] of [
    [0, 1e-7],
    [0.02, 0.02],
    [0.02, 0.2],
  ]) {
    const parallel = new Serial(new Arena(1 << 22, false));
    const bones = randomBones(createRandom(7), frames, 2);
    const { problem, plain } = testProblem(parallel, 3, {
      vertices: 120,
      frames,
      bones,
      noise,
      influences: 2,
    });
    const used = parallel.arena.used;
    const few = await representatives(parallel, problem, { tolerance, least: 1 }, UNWATCHED);
    const many = await representatives(parallel, problem, { tolerance, least: 60 }, UNWATCHED);
    expect(parallel.arena.used).toBe(used);
    expect(few.length).toBeLessThanOrEqual(3 * frames + 4);
    expect(new Set(many).size).toBe(many.length);
    expect(many.length).toBeGreaterThanOrEqual(60);
    for (const i of few) expect(many).toContain(i);
    const vectors = plain.trajectories.map((y, i) => [...y, ...plain.rest[i]]);
    const span = new Matrix(Array.from(few, (i) => vectors[i])).transpose();
    for (const vector of vectors) {
      const target = Matrix.columnVector(vector);
      const left = span
        .mmul(solve(span, target, true))
        .sub(target)
        .norm();
      expect(left / Math.sqrt(frames) / 2).toBeLessThanOrEqual(tolerance + 1e-9);
    }
  }
});
