import { describe, expect, it } from "vitest";
import { framesOfBones } from "../deform/shapes/frames-of-bones";
import { withShapes } from "../deform/shapes/rest-shapes";
import { exactParallel } from "../kernels/testing/exact-arena";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { MeshShape } from "../model/mesh/shapes";
import { REDUCE_DEFAULTS } from "../model/reduce/reduce-settings";
import { blendPositions } from "../model/rig/blend-positions";
import { UNWATCHED } from "../model/task";
import { reduceInfluences } from "./reduce";
import { denseCase } from "./testing/dense-case";

/** A dense rig and its exact frames, without and with a shape that bones cannot make, as of a file with a skeleton. */
function cases() {
  const { sequence, rig } = denseCase(4, { frames: 6, noise: 0 });
  const [V, F] = [sequence.vertexCount, sequence.frameCount];
  const swell: MeshShape = {
    name: "swell",
    rest: 0,
    weights: Float32Array.from({ length: F }, (_, k) => k / F),
    moved: {
      vertices: Uint32Array.from({ length: V }, (_, i) => i),
      values: Float32Array.from({ length: 3 * V }, (_, c) => 0.3 * Math.sin(5 * c)),
    },
  };
  const shaped = withShapes(rig, [swell]);
  const frames = new Float32Array(3 * V * F);
  for (let k = 0; k < F; k++) blendPositions(shaped, k, frames.subarray(3 * V * k, 3 * V * (k + 1)));
  return { plain: sequence, moving: { ...sequence, frames, shapes: [swell] }, rig };
}

describe("a rig whose clips play shapes beside its bones", () => {
  it("has frames without the shapes, exactly those of its bones", async () => {
    const { plain, moving, rig } = cases();
    const { frames } = await framesOfBones(moving, rig, UNWATCHED);
    const most = frames.reduce((far, x, c) => Math.max(far, Math.abs(x - plain.frames[c])), 0);
    expect(most).toBeLessThan(1e-6);
  });

  it("keeps frames whose shapes its bones have, or whose shapes rest", async () => {
    const { plain, moving, rig } = cases();
    const still = { ...moving, frames: plain.frames };
    expect(await framesOfBones(still, rig, UNWATCHED)).toBe(still);
    expect(await framesOfBones(plain, rig, UNWATCHED)).toBe(plain);
  });

  it.each(["auto", "poisson"] as const)("is reduced by %s as if it had no shapes", async (method) => {
    const { plain, moving, rig } = cases();
    const settings = { ...REDUCE_DEFAULTS, method, influences: 2, singleBones: 0 };
    const run = async (sequence: MeshSequence) => {
      const input = { sequence, rig, settings, examples: null };
      return (await reduceInfluences(input, exactParallel(2), UNWATCHED)).report;
    };
    const [without, beside] = [await run(plain), await run(moving)];
    expect(beside.dense.eRms).toBeLessThan(1e-3);
    expect(without.eRms).toBeGreaterThan(1);
    expect(beside.eRms).toBeCloseTo(without.eRms, 2);
  });
});
