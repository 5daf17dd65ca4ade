import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import type { ArapWeights } from "./arap-weights";
import { supportEntry } from "./constraints/constraint-set";
import { edits, pairs, solverOf, tubeInput } from "./testing/cases";

const SEED = 21;
const valuesOf = (solver: ArapWeights): Float64Array =>
  (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();

/** Weights after the first, exact fit to rotations that do not depend on the filter. */
async function fitted(seed: number, filter: number, held: ReturnType<typeof pairs>) {
  const settings = { filter, negative: "keep", solver: "exact", attach: false, neumann: false } as const;
  const solver = await solverOf(tubeInput(seed, 4), { ...settings, clusters: 20 });
  await solver.edit(edits({ holds: held }), UNWATCHED);
  await solver.iterate(1, UNWATCHED);
  return { solver, values: valuesOf(solver) };
}

describe("Laplacian filtering", () => {
  it(`moves weights towards their ring's mean, scales rows to the sum 1, and leaves held weights alone (seed ${SEED})`, async () => {
    const shares = numbersBetween(0.05, 1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), shares, async (seed, filter) => {
        const random = createRandom(seed);
        const { offsets, bones } = tubeInput(seed, 4).heat;
        const vertices = [0, 1, 2].map(() => random.integer(offsets.length - 1));
        const held = pairs(...[...new Set(vertices)].map((i) => [i, bones[offsets[i]], 0.4] as const));
        const [before, after] = [await fitted(seed, 0, held), await fitted(seed, filter, held)];
        const { plan } = before.solver;
        for (let i = 0; i < plan.vertexCount; i++) {
          const row = Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => {
            const entry = offsets[i] + n;
            if (vertices.includes(i)) return before.values[entry];
            let mean = 0;
            for (let e = plan.ring.offsets[i]; e < plan.ring.offsets[i + 1]; e++) {
              const other = supportEntry(plan, plan.ring.neighbours[e], bones[entry]);
              mean += other < 0 ? 0 : plan.ring.shares[e] * before.values[other];
            }
            return (1 - filter) * before.values[entry] + filter * mean;
          });
          const sum = row.reduce((all, w) => all + w, 0);
          row.forEach((w, n) => {
            expect(Math.abs(after.values[offsets[i] + n] - w / sum)).toBeLessThan(1e-9);
          });
        }
        expect(after.values).not.toEqual(before.values);
      }),
      { seed: SEED, numRuns: 6 },
    );
  });
});
