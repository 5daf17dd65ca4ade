import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clothOf, withShapes } from "../../formats/gltf/testing/exported-rigs";
import { correctedRest } from "../../model/rig/corrected-rest";
import { fileMorphs } from "./file-morphs";

describe("morph targets of a file", () => {
  it("give the corrected rest pose of every frame with weights in 0 to 1, and the rest pose by default", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1 }),
        (rank, seed, frames) => {
          const rig = withShapes(clothOf(3, 2, false, seed).rig, rank, 0.3, seed);
          const count = rig.rest.length;
          const { base, shapes, weights, restWeights } = fileMorphs(rig, frames)!;
          const mixed = (w: ArrayLike<number>) =>
            base.map((x, c) =>
              Array.from(w).reduce((sum, share, n) => sum + share * shapes[n * count + c], x),
            );
          const check = (found: ArrayLike<number>, truth: ArrayLike<number>) => {
            Array.from(found).forEach((x, c) => {
              expect(x).toBeCloseTo(truth[c], 4);
            });
          };
          frames.forEach((k, f) => {
            check(mixed(weights.subarray(rank * f, rank * (f + 1))), correctedRest(rig, k));
          });
          check(mixed(restWeights), rig.rest);
          for (const w of [...weights, ...restWeights]) {
            expect(w).toBeGreaterThanOrEqual(0);
            expect(w).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("are none without a correction", () => {
    expect(fileMorphs(clothOf(3, 2, false, 1).rig, [0])).toBeNull();
  });
});
