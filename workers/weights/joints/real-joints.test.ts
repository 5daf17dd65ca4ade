import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JointInput, JointResult } from "../../model/reports/joint-report";
import type { Point, Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { WEIGHT_DEFAULTS } from "../../model/weights/weight-settings";
import { sharedData } from "../../testing/shared-data";
import { boxDiagonal } from "../bindable-mesh";
import { readGraph, readObjText } from "../testing/bindables";
import { jointGraph } from "./joint-graph";
import { optimiseJoints } from "./optimise-joints";
import { displaced } from "./testing/joints";
import { inputOf, makeParallel } from "./testing/limb";

const DATA = sharedData("static/");
/** The drawn skeleton with its heat weights. */
function drawn(name: string, exemplars: number, iterations: number): Promise<JointInput> {
  const mesh = readObjText(readFileSync(new URL(`${name}.obj`, DATA), "utf8"));
  const skeleton = readGraph(readFileSync(new URL(`${name}.tgf`, DATA), "utf8"));
  return inputOf(mesh, skeleton, { settings: { ...WEIGHT_DEFAULTS, exemplars }, iterations });
}

const optimised = (input: JointInput): Promise<JointResult> =>
  optimiseJoints(input, makeParallel, UNWATCHED, () => {});

/** A unit vector perpendicular to a segment. */
function acrossOf({ segments }: Skeleton, j: number): Point {
  const way = segments[j].tail.map((x, c) => x - segments[j].head[c]);
  const square = way.reduce((sum, x) => sum + x * x, 0);
  const out = [0, 1, 2].map((c) => (c === 0 ? 1 : 0) - (way[0] * way[c]) / square);
  return out.map((x) => x / Math.hypot(...out)) as Point;
}

describe.skipIf(!existsSync(DATA))("real meshes (skipped without ../shared/data)", () => {
  it("a joint of the arm reaches the same place from its drawn place and from beside it", async () => {
    const input = await drawn("arm", 40, 8);
    const graph = jointGraph(input.skeleton);
    const diagonal = boxDiagonal(input.mesh.positions);
    const by = new Float64Array(3 * graph.count);
    by.set(acrossOf(input.skeleton, 2).map((x) => 0.05 * diagonal * x), 3 * graph.head[2]); // biome-ignore format: one call
    const home = await optimised(input);
    const away = await optimised({ ...input, skeleton: displaced(input.skeleton, graph, by) });
    const [a, b] = [home, away].map(({ skeleton }) => skeleton.segments[2].head);
    expect(Math.hypot(...a.map((x, c) => x - b[c])) / diagonal).toBeLessThan(0.01);
    for (const { energyPerIteration } of [home, away]) {
      expect(energyPerIteration.at(-1)).toBeLessThan(0.75 * energyPerIteration[0]);
    }
  });

  it("the elephant becomes more rigid in a few steps", async () => {
    const { energyPerIteration } = await optimised(await drawn("elephant", 80, 4));
    expect(energyPerIteration.at(-1)).toBeLessThan(0.92 * energyPerIteration[0]);
  });
});
