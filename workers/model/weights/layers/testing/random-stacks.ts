/** Random stacks of layers on a small mesh. For tests. */
import fc from "fast-check";
import { expect } from "vitest";
import type { SparseWeights } from "../../../rig/sparse-weights";
import { WeightBuilder } from "../../../rig/weight-builder";
import type { Composition, Rings } from "../composer";
import { RowsWriter, type SparseRows } from "../sparse-rows";
import { LAYER_KINDS, newLayer, type WeightLayer, type WeightLayers } from "../weight-layers";
import { denseRows } from "./dense-layers";

const SEED = 20261126;
export const run = <T>(cases: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 80) =>
  fc.assert(fc.property(cases, check), { seed: SEED, numRuns, verbose: 1 });

export const V = 12;
export const B = 4;

/** A strip of quadrilaterals: two rows of V / 2 vertices. */
export const rings: Rings = (() => {
  const offsets = [0];
  const neighbours: number[] = [];
  const half = V / 2;
  for (let i = 0; i < V; i++) {
    const x = i % half;
    if (x > 0) neighbours.push(i - 1);
    if (x + 1 < half) neighbours.push(i + 1);
    neighbours.push((i + half) % V);
    offsets.push(neighbours.length);
  }
  return { offsets: Uint32Array.from(offsets), neighbours: Uint32Array.from(neighbours) };
})();

const part = fc.integer({ min: 0, max: 8 });
const row = fc.array(part, { minLength: B, maxLength: B }).filter((all) => all.some((n) => n > 0));

export function weightsOf(rows: readonly number[][]): SparseWeights {
  const made = new WeightBuilder();
  for (const each of rows) made.addScaledRow(each.map((n, j) => [j, n] as const).filter(([, n]) => n > 0));
  return made.weights();
}

export const weights = fc.array(row, { minLength: V, maxLength: V }).map(weightsOf);

/** Rows at some vertices, from dense numbers. The numbers of bones beyond B are those of missing bones. */
export function rowsFrom(at: readonly number[], make: (n: number) => readonly number[]): SparseRows {
  const made = new RowsWriter();
  [...new Set(at)]
    .sort((a, b) => a - b)
    .forEach((i, n) => {
      const values = make(n);
      const bones = [...values.keys()].filter((j) => values[j] !== 0);
      if (bones.length === 0) return;
      made.add(
        i,
        bones,
        bones.map((j) => values[j]),
      );
    });
  return made.rows;
}

export const places = fc.array(fc.integer({ min: 0, max: V - 1 }), { maxLength: V });
const numbers = fc.array(fc.array(fc.integer({ min: -8, max: 8 }), { minLength: B + 1, maxLength: B + 1 }), {
  minLength: V,
  maxLength: V,
});
const mask = fc.option(
  places.map((at) => {
    const vertices = Uint32Array.from([...new Set(at)].sort((a, b) => a - b));
    return { vertices, values: Float32Array.from(vertices, (i) => ((i % 4) + 1) / 4) };
  }),
);

/** @param missing whether the layer has numbers for a bone that is gone. */
const layerOf = (missing: boolean): fc.Arbitrary<WeightLayer> =>
  fc
    .record({
      kind: fc.constantFrom(...LAYER_KINDS),
      at: places,
      numbers,
      mask,
      below: weights,
      opacity: fc.constantFrom(0, 0.25, 0.6, 1, 1),
      muted: fc.boolean(),
      solo: fc.constantFrom(false, false, false, true),
    })
    .map(({ kind, at, numbers: all, below, ...rest }) => {
      const value = (n: number, j: number) => (j === B && !missing ? 0 : all[n][j]);
      const rows = rowsFrom(at, (n) => {
        if (kind === "smooth") return [Math.abs(all[n][0]) / 3];
        const own = all[n].map((_, j) => value(n, j));
        if (kind !== "replace") return own.map((x) => x / 16);
        const sum = own.reduce((a, x) => a + Math.abs(x), 0);
        return sum === 0 ? own : own.map((x) => Math.abs(x) / sum);
      });
      const dense = denseRows(below, B);
      return {
        ...newLayer(0, "layer", kind, 0),
        ...rest,
        rows,
        below: kind === "corrective" ? rowsFrom([...rows.vertices], (n) => dense[rows.vertices[n]]) : null,
      };
    });

export const stackOf = (missing = true, layers = 4) =>
  fc.record({ base: weights, layers: fc.array(layerOf(missing), { maxLength: layers }) }).map(
    ({ base, layers: all }): WeightLayers => ({
      base,
      bones: ["a", "b", "c", "d", ...(missing ? ["gone"] : [])],
      layers: all.map((layer, id) => ({ ...layer, id })),
    }),
  );

export const composition = (stack: WeightLayers, held: Composition["held"] = null): Composition => ({
  ...{ stack, rings, boneCount: B, held },
});

export function expectClose(found: number[][], wanted: number[][], digits = 5): void {
  for (const [i, row] of found.entries()) {
    for (const [j, w] of row.entries()) expect(w, `vertex ${i}, bone ${j}`).toBeCloseTo(wanted[i][j], digits);
  }
}

export const dense = (all: SparseWeights) => denseRows(all, B);
export const everywhere = Uint32Array.from({ length: V }, (_, i) => i);
