import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { startContext } from "../initialisers/start-context";
import { startFlat } from "../initialisers/start-flat";
import { startKmeans } from "../initialisers/start-kmeans";
import { buildProblem, PROBLEM_DEFAULTS, problemBytes } from "./build-problem";
import { sampleStep } from "./sample";

describe("sampleOf", () => {
  it("uses the whole of a small mesh", async () => {
    const { sequence } = bendingBar();
    const { vertexCount, frameCount } = sequence;
    const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount), false));
    const problem = await buildProblem(parallel, sequence, PROBLEM_DEFAULTS, UNWATCHED);
    const { sample } = startContext(parallel, problem);
    expect(sample.problem).toBe(problem);
    expect(sample.members.length).toBe(vertexCount);
  });

  it("takes one vertex from each run of a large mesh, and finds bones with them", async () => {
    const sequence = clothPatch({ size: 131, frames: 5 });
    const { vertexCount, frameCount } = sequence;
    const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 20e6, false));
    const problem = await buildProblem(parallel, sequence, PROBLEM_DEFAULTS, UNWATCHED);
    const context = startContext(parallel, problem);
    const { members, problem: part, nearest } = context.sample;
    const step = sampleStep(vertexCount);
    expect(step).toBe(2);
    expect(members.length).toBe(part.vertexCount);
    members.forEach((i, n) => {
      expect(Math.min(Math.floor(i / step), members.length - 1)).toBe(n);
      expect(part.norms[n]).toBe(problem.norms[i]);
      expect(part.rest[4 * n + 1]).toBe(problem.rest[4 * i + 1]);
      expect(part.trajectories[n * part.stride]).toBe(problem.trajectories[i * problem.stride]);
    });
    expect(nearest.around(7, 1)[0]).toBe(7);
    for (const start of [startKmeans, startFlat]) {
      const motion = await start(context, 5, createRandom(1), UNWATCHED);
      expect(motion.length).toBe(frameCount * 5 * 12);
      expect(motion.every(Number.isFinite)).toBe(true);
    }
  });
});
