/** The path of ℓ, and a descent that changes ℓ. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { UNWATCHED } from "../../model/task";
import { Descent } from "../descent/descent";
import { ringOf } from "../descent/edge-weights";
import { examplesOfFrames } from "../measure/examples";
import { denseCase } from "../testing/dense-case";
import { pathTo } from "./auto-at";

describe("the path to a weight of gradients", () => {
  it("halves the weight, and ends at the one that is wanted", () => {
    expect(pathTo(0.05, 1000)).toEqual([0.8, 0.4, 0.2, 0.1, 0.05]);
    expect(pathTo(0.09, 1000)).toEqual([0.8, 0.4, 0.2, 0.09]);
    expect(pathTo(1e-4, 1000).slice(-2)).toEqual([0.0125, 1e-4]);
    expect(pathTo(0.9, 1000)).toEqual([0.9]);
  });

  it("has one value without gradients, and on large meshes", () => {
    expect(pathTo(0, 1000)).toEqual([0]);
    expect(pathTo(0.05, 30_000)).toEqual([0.05]);
  });
});

it("has the objective of a new descent after the weight of gradients has changed", async () => {
  const { sequence, rig, triangles } = denseCase(48, { size: 5, bones: 6, frames: 6 });
  const opened = (gradients: number) =>
    Descent.open(
      {
        rig,
        triangles: Uint32Array.from(triangles),
        ring: ringOf(rig.rest, triangles),
        examples: examplesOfFrames(sequence, rig, null),
        objective: { position: 1, gradients, tangential: 0.3, laplacians: 0 },
        influences: 3,
        candidates: 6,
        patchPlaces: 0,
      },
      exactParallel(2),
      UNWATCHED,
    );
  const [changed, fresh] = [await opened(0.8), await opened(0.05)];
  for (const descent of [changed, fresh]) {
    await descent.findCandidates(3, false, UNWATCHED);
    await descent.findGrams(UNWATCHED);
  }
  expect(changed.arrays.grams).not.toEqual(fresh.arrays.grams);
  await changed.changeGradients(0.05, UNWATCHED);
  expect(changed.arrays.edges).toEqual(fresh.arrays.edges);
  expect(changed.arrays.grams).toEqual(fresh.arrays.grams);
  expect(changed.arrays.active.every((flag) => flag === 1)).toBe(true);
});
