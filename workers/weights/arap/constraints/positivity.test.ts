import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import type { ArapSettings } from "../arap-settings";
import type { ArapWeights } from "../arap-weights";
import { blended, edits, pairs, randomMotions, solverOf, tubeInput } from "../testing/cases";

const SEED = 31;
const valuesOf = (solver: ArapWeights): Float64Array =>
  (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();
const lowest = (solver: ArapWeights) => valuesOf(solver).reduce((least, w) => Math.min(least, w), 0);

/** Poses that have nothing in common, bones that overlap everywhere, and some weights held by hand. */
async function hard(seed: number, settings: Partial<ArapSettings>): Promise<ArapWeights> {
  const input = tubeInput(seed, 4);
  const heat = blended(input.mesh, 4, 0.8);
  const motions = randomMotions(4, 3, 3, seed);
  const solver = await solverOf(
    { ...input, heat, motions },
    { proximal: 0, clusters: 4, negative: "constrain", ...settings },
  );
  const random = createRandom(seed);
  const held = new Map<number, [number, number, number]>();
  for (let n = 0; n < 5; n++) {
    const i = random.integer(heat.offsets.length - 1);
    held.set(i, [i, heat.bones[heat.offsets[i] + random.integer(2)], random.next()]);
  }
  await solver.edit(edits({ holds: pairs(...held.values()) }), UNWATCHED);
  return solver;
}

describe("weights that are held for their sign", () => {
  it(`are never below −1e-3 before clean-up, with any solver and any filter (seed ${SEED})`, async () => {
    let [far, cases] = [0, 0];
    const settings = fc.record({
      solver: fc.constantFrom("exact" as const, "iterative" as const),
      filter: fc.constantFrom(0, 0.25, 1),
      proximal: fc.constantFrom(0, 1e-3),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), settings, async (seed, chosen) => {
        const solver = await hard(seed, chosen);
        await solver.iterate(6, UNWATCHED);
        cases++;
        if (lowest(solver) < -1e-3) far++;
        await solver.finish(UNWATCHED);
        expect(lowest(solver)).toBeGreaterThan(-1e-3);
        expect(solver.negativeWeights).toBe(0);
        const { offsets } = solver.plan.input.heat;
        const values = valuesOf(solver);
        for (let i = 0; i + 1 < offsets.length; i++) {
          const row = values.subarray(offsets[i], offsets[i + 1]);
          expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-9);
        }
        expect(Math.min(...solver.weights().values)).toBeGreaterThan(0);
      }),
      { seed: SEED, numRuns: 20 },
    );
    // Iterations alone do not achieve that.
    expect(far).toBeGreaterThan(cases / 4);
  });

  it("end if the artist's own values leave no other choice", async () => {
    const solver = await hard(5, {});
    const { offsets, bones } = solver.plan.input.heat;
    const two = [0, 1].map((n) => [20, bones[offsets[20] + n], 0.9] as const);
    await solver.edit(edits({ holds: pairs(...two) }), UNWATCHED);
    await solver.iterate(2, UNWATCHED);
    await solver.finish(UNWATCHED);
    expect(Math.min(...solver.weights().values)).toBeGreaterThan(0);
  });

  it("strain hardly more than clamped weights, and need no finish before a fit", async () => {
    const [held, clamped] = [await hard(9, { proximal: 1e-3 }), await hard(9, { proximal: 1e-3, negative: "clamp" })]; // biome-ignore format: a pair
    const before = valuesOf(held);
    await held.finish(UNWATCHED);
    expect(valuesOf(held)).toEqual(before);
    for (const solver of [held, clamped]) await solver.iterate(10, UNWATCHED);
    await held.finish(UNWATCHED);
    expect(await held.energy(UNWATCHED)).toBeLessThan(1.25 * (await clamped.energy(UNWATCHED)));
  });
});
