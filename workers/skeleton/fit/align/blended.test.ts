import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { numbersBetween } from "../../../testing/numbers-between";
import { character } from "../testing/character";
import { blended } from "./blended";
import { bestBones, fitMotion, type MotionSample } from "./motion-fit";
import { meshSample } from "./sample";

const STRAIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Some vertices that follow several bones each, and these bones. */
function sampleOf(seed: number, options: Parameters<typeof character>[1]) {
  const { sequence, rig } = character(seed, options);
  const mesh = meshSample(sequence);
  const size = 12 * rig.bones.length;
  const bones = mesh.chosen.map((k) => rig.motion.subarray(k * size, (k + 1) * size));
  const sample: MotionSample = { ...mesh, bones };
  return { sequence, sample };
}

describe("a placement with weights", () => {
  it("is exact even if several bones move a vertex", async () => {
    const near = numbersBetween(-0.02, 0.02);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.tuple(near, near, near), async (seed, off) => {
        const { sequence, sample } = sampleOf(seed, { frames: 8 });
        const diagonal = restDiagonal(sequence);
        const shift = off.map((x) => x * diagonal) as [number, number, number];
        const plain = await fitMotion(sample, { scale: 1, turn: STRAIGHT, shift }, false, UNWATCHED);
        const found = await blended(sample, plain, sequence, UNWATCHED);
        expect(found.scale).toBeCloseTo(1, 5);
        expect(Math.hypot(...found.shift)).toBeLessThan(1e-4 * diagonal);
        expect(found.meanSquare).toBeCloseTo(bestBones(sample, found).meanSquare, 12);
      }),
      { numRuns: 8, seed: 31 },
    );
  });

  it("does not change an exact placement", async () => {
    const { sequence, sample } = sampleOf(32, { frames: 6, rigid: true });
    const exact = { scale: 1, turn: STRAIGHT, shift: [0, 0, 0] as [number, number, number], meanSquare: 0 };
    expect(await blended(sample, exact, sequence, UNWATCHED)).toEqual({
      ...exact,
      blendSquare: expect.closeTo(0, 12),
    });
  });
});
