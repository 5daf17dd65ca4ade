import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TriangleTree } from "../../geometry/surface/triangle-tree";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { bindableAdjacency } from "../bindable-mesh";
import { closeSupports } from "../close-supports";
import { exemplars } from "../exemplars";
import { segmentTree } from "../segment-tree";
import { boneCells } from "../simple/bone-cells";
import { gatherWeights } from "../simple/dense-weights";
import { heatWeights } from "../simple/heat";
import { sparsify } from "../sparsify";
import { readGraph, readObjText } from "../testing/bindables";
import { type ArapInput, planArap } from "./arap-plan";
import type { ArapSettings } from "./arap-settings";
import { ArapWeights } from "./arap-weights";

const DATA = sharedData("static/");
const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Heat weights on their closed supports, with 80 exemplars. */
async function inputOf(name: string) {
  const mesh = readObjText(readFileSync(new URL(`${name}.obj`, DATA), "utf8"));
  const skeleton = readGraph(readFileSync(new URL(`${name}.tgf`, DATA), "utf8"));
  const dense = await heatWeights(mesh, skeleton, makeParallel, UNWATCHED);
  const tree = segmentTree(skeleton);
  const heat = gatherWeights(
    dense,
    closeSupports(await sparsify(dense, bindableAdjacency(mesh), UNWATCHED), tree),
  );
  const triangles = new TriangleTree(mesh.positions, mesh.triangles);
  const cells = await boneCells(mesh.positions, skeleton, tree, triangles, UNWATCHED);
  const visible = (i: number, j: number) =>
    cells.visible[i] === 1 && cells.bones.subarray(cells.offsets[i], cells.offsets[i + 1]).includes(j);
  const motions = exemplars(skeleton, 80, createRandom(1)).motions;
  const input: ArapInput = { mesh, heat, bones: skeleton.segments.length, motions, visible };
  return { input, unseen: exemplars(skeleton, 100, createRandom(2)).motions };
}

async function made(input: ArapInput, settings: Partial<ArapSettings>) {
  const plan = planArap(input, settings);
  return ArapWeights.create(await makeParallel(ArapWeights.bytes(plan, 1)), plan, UNWATCHED);
}

/** The least mass of a bone, relative to its heat mass. */
function leastMass(solver: ArapWeights): number {
  const { mass, heat } = solver.boneMass();
  return mass.reduce((least, m, j) => (heat[j] > 0 ? Math.min(least, m / heat[j]) : least), Infinity);
}

/** The least weight after the last iteration. */
function leastWeight(solver: ArapWeights): number {
  const { weights } = (solver as unknown as { memory: { weights: Float64Array } }).memory;
  return weights.reduce((least, w) => Math.min(least, w), 0);
}

describe.skipIf(!existsSync(DATA))("real meshes (skipped without ../shared/data)", () => {
  it.each([
    ["arm", 0.0048],
    ["elephant", 0.0235],
  ])("the %s is more rigid in unseen poses, and no bone fades", async (name, most) => {
    const { input, unseen } = await inputOf(name);
    const solver = await made(input, {});
    const before = await solver.heldOutEnergy(unseen, UNWATCHED);
    await solver.iterate(12, UNWATCHED);
    const after = await solver.heldOutEnergy(unseen, UNWATCHED);
    expect(after).toBeLessThan(0.9 * before);
    expect(after).toBeLessThan(most);
    expect(leastMass(solver)).toBeGreaterThan(0.5);
    expect([leastWeight(solver) > -1e-3, solver.negativeWeights]).toEqual([true, 0]);
  });

  it.each(["arm", "elephant"])("the %s has no negative weight if they are held at 0", async (name) => {
    const { input } = await inputOf(name);
    const solver = await made(input, { negative: "constrain" });
    await solver.iterate(8, UNWATCHED);
    await solver.finish(UNWATCHED);
    expect([leastWeight(solver) > -1e-3, solver.negativeWeights]).toEqual([true, 0]);
  });
});
