import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { frameOf } from "../../model/mesh/mesh-sequence";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { bendingBar } from "../../testing/sequences";
import { linearBlend } from "../classic/linear-blend";
import { fitBytes, fitWeights } from "./bake-fit";

const { sequence, rig } = bendingBar({ bones: 4, frames: 7, length: 10, width: 2, seed: 3 });
const [V, F, B] = [sequence.vertexCount, sequence.frameCount, rig.bones.length];

/** Each vertex on its first bone alone. */
const single = packWeights(
  Array.from({ length: V }, (_, i): [number, number][] => [[rig.weights.bones[rig.weights.offsets[i]], 1]]),
);

function squaredErrors(weights: SparseWeights): Float64Array {
  const errors = new Float64Array(V);
  for (let k = 0; k < F; k++) {
    const truth = frameOf(sequence, k);
    linearBlend({ ...rig, weights }, k).forEach((x, n) => {
      errors[Math.floor(n / 3)] += (x - truth[n]) ** 2;
    });
  }
  return errors;
}

describe("weights that are fitted to frames", () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 40],
    [4, 2],
  ])(
    "with %i influences fit into the predicted memory for %i threads, which they free",
    async (most, threads) => {
      const parallel = await exactParallel(threads)(
        fitBytes({ vertexCount: V, frameCount: F }, B, most, threads),
      );
      const { used } = parallel.arena;
      const input = { sequence, motion: rig.motion, boneCount: B, start: single, influences: most };
      const fitted = await fitWeights(parallel, input, UNWATCHED);
      expect(parallel.arena.used).toBe(used);
      const [before, after] = [squaredErrors(single), squaredErrors(fitted)];
      after.forEach((error, i) => {
        expect(error).toBeLessThanOrEqual(before[i] * (1 + 1e-5) + 1e-9);
      });
      // With as many influences as the true rig, the fit reproduces the frames.
      if (most >= maxInfluences(rig.weights)) expect(Math.max(...after)).toBeLessThan(1e-6);
    },
  );

  it("stay if they fit already, and report progress", async () => {
    const parallel = await exactParallel(1)(fitBytes({ vertexCount: V, frameCount: F }, B, B, 1));
    const done: (number | null)[] = [];
    const task = {
      ...UNWATCHED,
      progress: (at: { phase: string; done: number | null }) => {
        if (at.phase === "Fitting weights") done.push(at.done);
      },
    };
    const input = { sequence, motion: rig.motion, boneCount: B, start: rig.weights, influences: B };
    const fitted = await fitWeights(parallel, input, task);
    expect([...fitted.bones]).toEqual([...rig.weights.bones]);
    fitted.values.forEach((w, e) => {
      expect(w).toBeCloseTo(rig.weights.values[e], 4);
    });
    expect(done.length).toBeGreaterThan(0);
    expect(done).toEqual(done.map((_, n) => n / 8));
  });
});
