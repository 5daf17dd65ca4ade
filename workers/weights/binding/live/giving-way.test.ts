import { describe, expect, it } from "vitest";
import { inSteps } from "../../../math/steps";
import { CancelledError } from "../../../model/errors";
import { type Task, UNWATCHED } from "../../../model/task";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import { analyse, analyseSteps } from "../../../sparse/symbolic";
import { gridLaplacian } from "../../../sparse/testing/matrices";
import { type ArapInput, planArap, planArapSteps } from "../../arap/arap-plan";
import type { ArapSettings } from "../../arap/arap-settings";
import { randomMotions, solverOf, tubeInput } from "../../arap/testing/cases";
import { bindableAdjacency } from "../../bindable-mesh";
import { closeSupports, closeSupportsSteps } from "../../close-supports";
import { segmentTree } from "../../segment-tree";
import { gatherWeights } from "../../simple/dense-weights";
import { sparsify } from "../../sparsify";
import { reusedParallel } from "../../testing/bindables";
import { creature } from "../../testing/creature";
import { precomputeBinding } from "../binding-precompute";
import { PhaseClock } from "../measure/phase-clock";

/** Counts checkpoints, and stops at one of them. */
function counted(stopAt = Infinity): Task & { count: number } {
  const task = {
    ...UNWATCHED,
    count: 0,
    async checkpoint() {
      if (++task.count >= stopAt) throw new CancelledError();
    },
  };
  return task;
}

/** 2 490 vertices, 50 bones. */
const { mesh, skeleton } = creature(1);
const FEW = { clusters: 40, clusterings: 1 };
const precomputeOf = (task: Task) =>
  precomputeBinding(mesh, skeleton, WEIGHT_DEFAULTS, reusedParallel(), new PhaseClock(), task);

/**
 * Checks that work has at least `least` checkpoints, and stops it at the first of them, at that one and at the last.
 * A factorisation has its checkpoints by the clock, so a faster run may end before the last one.
 */
async function stopsAnywhere(least: number, work: (task: Task) => Promise<unknown>) {
  const whole = counted();
  await work(whole);
  expect(whole.count).toBeGreaterThanOrEqual(least);
  for (const stopAt of [1, least, whole.count]) {
    const task = counted(stopAt);
    const error = await work(task).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null && stopAt === whole.count) expect(task.count).toBeLessThan(stopAt);
    else {
      expect(error).toBeInstanceOf(CancelledError);
      expect(task.count).toBe(stopAt);
    }
  }
}

async function samePlan(input: ArapInput, settings: Partial<ArapSettings>, least: number) {
  const steps = (task: Task) => inSteps(planArapSteps(input, settings), task);
  expect(await steps(counted())).toEqual(planArap(input, settings));
  await stopsAnywhere(least, steps);
}

describe("work yields between its parts without changing its result", () => {
  it("in the analysis of a matrix", async () => {
    const matrix = gridLaplacian(60, 60);
    const steps = (task: Task) => inSteps(analyseSteps(matrix), task);
    expect(await steps(counted())).toEqual(analyse(matrix));
    await stopsAnywhere(10, steps);
  });

  it("in the plan of weights, for either solver", async () => {
    const { first: dense, closed } = await precomputeOf(UNWATCHED);
    const bones = skeleton.segments.length;
    const motions = Float64Array.from({ length: 12 * bones }, (_, n) => ((n % 12) % 5 === 0 ? 1 : 0));
    const input = { mesh, heat: gatherWeights(dense, closed), bones, motions };
    await samePlan(input, { solver: "iterative" }, 20);
    await samePlan(tubeInput(1), { solver: "exact" }, 6);
  });

  it("in the precomputation of weights, and in the supports alone", async () => {
    const { first, closed } = await precomputeOf(UNWATCHED);
    const found = await precomputeOf(counted());
    expect([found.first, found.closed]).toEqual([first, closed]);
    await stopsAnywhere(30, precomputeOf);
    const sparse = await sparsify(first, bindableAdjacency(mesh), UNWATCHED);
    const tree = segmentTree(skeleton);
    const steps = (task: Task) => inSteps(closeSupportsSteps(sparse, tree), task);
    expect(await steps(counted())).toEqual(closeSupports(sparse, tree));
    await stopsAnywhere(3, steps);
  });

  it("in a system update; the next call completes a stopped one", async () => {
    const { first: dense, closed } = await precomputeOf(UNWATCHED);
    const bones = skeleton.segments.length;
    const motions = randomMotions(bones, 2, 0.5, 1);
    const input = { mesh, heat: gatherWeights(dense, closed), bones, motions };
    const [whole, stopped] = [await solverOf(input, FEW), await solverOf(input, FEW)];
    for (const solver of [whole, stopped]) {
      await solver.iterate(1, UNWATCHED);
      // This writes every block again.
      solver.startFrom(solver.weights(), new Float64Array(bones).fill(4));
    }
    const before = stopped.weights();
    await expect(stopped.refine(counted(2))).rejects.toThrow(CancelledError);
    expect(stopped.weights()).toEqual(before);
    await whole.refine(UNWATCHED);
    await stopped.refine(UNWATCHED);
    expect(stopped.weights()).toEqual(whole.weights());
    expect(stopped.weights()).not.toEqual(before);
  });
});
