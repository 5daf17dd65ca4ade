import fc from "fast-check";
import { expect, it } from "vitest";
import { WeightBuilder } from "../../model/rig/weight-builder";
import { LEAST_WEIGHT, sparseWeights } from "./rig-assembly";

it("turns slots into the rows that a builder makes, vertex by vertex", () => {
  const slot = fc.record({
    used: fc.boolean(),
    value: fc.constantFrom(0, LEAST_WEIGHT, 2e-5, 0.1, 0.3, 0.7, 1),
  });
  const rows = fc
    .integer({ min: 1, max: 6 })
    .chain((slots) =>
      fc.array(
        fc.tuple(
          fc.uniqueArray(fc.nat(40), { minLength: slots, maxLength: slots }),
          fc.array(slot, { minLength: slots, maxLength: slots }),
        ),
        { maxLength: 12 },
      ),
    );
  fc.assert(
    fc.property(rows, (vertices) => {
      const ids = vertices.flatMap(([bones, slots]) => slots.map(({ used }, s) => (used ? bones[s] : -1)));
      const values = vertices.flatMap(([, slots]) => slots.map(({ value }) => value));
      const builder = new WeightBuilder();
      for (const [bones, slots] of vertices) {
        const row = slots.map(({ used, value }, s) => ({ bone: bones[s], value: used ? value : 0 }));
        const kept = row.filter(({ value }) => value > LEAST_WEIGHT);
        builder.addScaledRow(kept.map(({ bone, value }) => [bone, value] as const));
      }
      const found = sparseWeights(Int32Array.from(ids), Float64Array.from(values), vertices.length);
      expect(found).toEqual(builder.weights());
    }),
  );
});
