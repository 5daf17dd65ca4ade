/** Compares the kernels of two layers with literal, slow versions over all frames. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { adjacencyOf } from "../../geometry/adjacency";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import type { GroundTruth } from "../../testing/sequences";
import { colourAtoms } from "./colour-atoms";
import { layerProblem } from "./layer-problem";
import { Layers } from "./layers";
import { plantedStrip } from "./testing/layered-rigs";

const seeds = fc.integer({ min: 1, max: 1e6 });
const SLOTS = 3;

/** Layers of a strip with random virtual bones, fitted to its frames or to its weights. */
async function layersOf(truth: GroundTruth, seed: number, count: number, blends: number, examples: boolean) {
  const { sequence, rig } = truth;
  const parallel = new Serial(new Arena(1 << 25, false));
  const shown = examples ? { sequence, motion: rig.motion } : null;
  const B = rig.bones.length;
  const problem = await layerProblem(parallel, shown, rig.weights, B, SLOTS, false, UNWATCHED);
  const rings = adjacencyOf(sequence.triangles, sequence.vertexCount);
  const layers = new Layers(parallel, problem, rings, { capacity: count + 4, atomSlots: SLOTS, blends });
  await layers.prepare(UNWATCHED);
  const random = createRandom(seed);
  for (let r = 0; r < count; r++) {
    const bones = [...Array(B).keys()].sort(() => random.next() - 0.5).slice(0, 1 + random.integer(SLOTS));
    const raw = bones.map(() => 0.1 + random.next());
    const sum = raw.reduce((a, b) => a + b, 0);
    layers.setAtom(
      r,
      bones,
      raw.map((x) => x / sum),
    );
  }
  return { layers, random };
}

/** Weights of a virtual bone on all bones. */
function atomRow({ atomIds, atomValues }: Layers, r: number, B: number): Float64Array {
  const row = new Float64Array(B);
  for (let d = r * SLOTS; d < (r + 1) * SLOTS; d++) if (atomIds[d] >= 0) row[atomIds[d]] += atomValues[d];
  return row;
}

/**
 * The squared error of weights on all bones at a vertex: over all frames, in halves of the diagonal, or in the space of
 * weights.
 */
function literalError({ sequence, rig }: GroundTruth, i: number, w: Float64Array, examples: boolean): number {
  if (!examples) {
    const rest = Float64Array.from(w);
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      rest[rig.weights.bones[e]] -= rig.weights.values[e];
    }
    return rest.reduce((sum, x) => sum + x * x, 0);
  }
  const scale = 2 / restDiagonal(sequence);
  const B = rig.bones.length;
  let sum = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    for (let c = 0; c < 3; c++) {
      let x = -sequence.frames[3 * (sequence.vertexCount * k + i) + c];
      for (let j = 0; j < B; j++) {
        const m = rig.motion.subarray(12 * (B * k + j) + 4 * c, 12 * (B * k + j) + 4 * c + 4);
        x += w[j] * (m[0] * rig.rest[3 * i] + m[1] * rig.rest[3 * i + 1] + m[2] * rig.rest[3 * i + 2] + m[3]);
      }
      sum += (scale * x) ** 2;
    }
  }
  return sum;
}

function addTimes(to: Float64Array, factor: number, row: Float64Array): void {
  for (let j = 0; j < to.length; j++) to[j] += factor * row[j];
}

/** Weights on all bones of a vertex's present blend. */
function blendRow(layers: Layers, i: number, B: number): Float64Array {
  const row = new Float64Array(B);
  const { ids, shares, sizes } = layers;
  for (let e = i * sizes.blends; e < (i + 1) * sizes.blends; e++) {
    if (ids[e] >= 0) addTimes(row, shares[e], atomRow(layers, ids[e], B));
  }
  return row;
}

it("errors equal the errors over all frames, and shares are the best", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 2, max: 4 }), fc.boolean(), async (seed, blends, examples) => {
      const truth = plantedStrip(seed, 4);
      const B = truth.rig.bones.length;
      const { layers, random } = await layersOf(truth, seed, 6, blends, examples);
      for (let e = 0; e < layers.ids.length; e++) layers.ids[e] = random.integer(6);
      const given = layers.ids.slice();
      await layers.solveShares(UNWATCHED);
      for (let i = 0; i < layers.errors.length; i += 5) {
        const w = blendRow(layers, i, B);
        const error = literalError(truth, i, w, examples);
        expect(layers.errors[i]).toBeCloseTo(error, 5);
        // No other shares of the same virtual bones are better.
        const own = Array.from(given.subarray(i * blends, (i + 1) * blends));
        for (let n = 0; n < 40; n++) {
          const raw = own.map(() => random.next() ** 2);
          const sum = raw.reduce((a, b) => a + b, 0);
          const other = new Float64Array(B);
          own.forEach((r, a) => {
            addTimes(other, raw[a] / sum, atomRow(layers, r, B));
          });
          expect(literalError(truth, i, other, examples)).toBeGreaterThan(error - 1e-6 * (1 + error));
        }
      }
    }),
    { numRuns: 8 },
  );
});

it("trying the ten nearest in all pairs finds the best pair, if there are no more than ten", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const truth = plantedStrip(seed, 4);
      const B = truth.rig.bones.length;
      const { layers } = await layersOf(truth, seed, 7, 2, true);
      await layers.startWith([0, 1], UNWATCHED);
      await layers.tryNearest(UNWATCHED);
      for (let i = 0; i < layers.errors.length; i += 7) {
        let least = Infinity;
        for (let r = 0; r < 7; r++) {
          for (let s = 0; s < 7; s++) {
            for (let a = 0; a <= 1; a += 0.05) {
              const w = atomRow(layers, r, B).map((x, j) => a * x + (1 - a) * atomRow(layers, s, B)[j]);
              least = Math.min(least, literalError(truth, i, w, true));
            }
          }
        }
        // The least gain that moves a vertex is 1e-4 of its error.
        expect(layers.errors[i]).toBeLessThan(least * (1 + 2e-4) + 1e-9);
      }
    }),
    { numRuns: 4 },
  );
});

it("a flood passes a virtual bone on as the literal, recursive algorithm 8 does", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const truth = plantedStrip(seed, 5);
      const B = truth.rig.bones.length;
      const { layers, random } = await layersOf(truth, seed, 5, 2, false);
      await layers.startWith([0, 1], UNWATCHED);
      const vertex = random.integer(layers.errors.length);
      const before = layers.errors.slice();
      const changed = layers.flood(vertex, 4);
      // A vertex that changed has a smaller error. A vertex that did not would gain nothing from its neighbours'
      // virtual bones.
      let better = 0;
      layers.errors.forEach((error, i) => {
        expect(error).toBeLessThanOrEqual(before[i]);
        if (error < before[i]) better++;
        expect(error).toBeCloseTo(literalError(truth, i, blendRow(layers, i, B), false), 8);
      });
      expect(changed > 0).toBe(better > 0);
      if (changed === 0) return;
      const { offsets, neighbours } = layers.rings;
      for (let i = 0; i < before.length; i++) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          const mine = Array.from(layers.ids.subarray(2 * i, 2 * i + 2));
          const theirs = Array.from(layers.ids.subarray(2 * neighbours[e], 2 * neighbours[e] + 2));
          if (layers.errors[neighbours[e]] === before[neighbours[e]]) continue;
          for (const r of theirs) {
            for (const s of [...mine, ...theirs]) {
              for (let a = 0; a <= 1; a += 0.1) {
                const w = atomRow(layers, r, B).map((x, j) => a * x + (1 - a) * atomRow(layers, s, B)[j]);
                expect(literalError(truth, i, w, false)).toBeGreaterThan(
                  layers.errors[i] * (1 - 2e-4) - 1e-9,
                );
              }
            }
          }
        }
      }
    }),
    { numRuns: 10 },
  );
});

it("fitting virtual bones never raises the error, and their weights stay ≥ 0 with the sum 1", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 2, max: 3 }), async (seed, blends) => {
      const truth = plantedStrip(seed, 4);
      const B = truth.rig.bones.length;
      const { layers } = await layersOf(truth, seed, 5, blends, true);
      await layers.startWith([0, 1, 2], UNWATCHED);
      for (let r = 0; r < 5; r++) layers.flood(5 * r, r);
      await layers.sweep(UNWATCHED);
      let last = layers.squares;
      for (let round = 0; round < 3; round++) {
        await layers.fitAtoms(round === 0, 0, UNWATCHED);
        expect(layers.squares).toBeLessThanOrEqual(last * (1 + 1e-9) + 1e-12);
        last = layers.squares;
      }
      for (let r = 0; r < 5; r++) {
        const row = atomRow(layers, r, B);
        expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 8 },
  );
});

it("a price drops bones of virtual bones, and none that is missed more than the price", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const truth = plantedStrip(seed, 4);
      const { layers } = await layersOf(truth, seed, 5, 2, true);
      await layers.startWith([0, 1, 2], UNWATCHED);
      for (let r = 0; r < 5; r++) layers.flood(5 * r, r);
      for (let round = 0; round < 3; round++) {
        await layers.sweep(UNWATCHED);
        await layers.fitAtoms(false, 0, UNWATCHED);
      }
      const before = layers.squares;
      const all = layers.count * layers.sizes.atomSlots;
      for (const price of [1e-3 * before, 1e-1 * before]) {
        await layers.fitAtoms(false, price, UNWATCHED);
        const most = before + price * (all - layers.entries);
        expect(layers.squares).toBeLessThanOrEqual(most * (1 + 1e-9) + 1e-12);
      }
      // Virtual bones that no vertex uses are not fitted.
      const used = new Set(layers.ids.filter((r, e) => r >= 0 && layers.shares[e] > 0.01));
      await layers.fitAtoms(false, 1e9, UNWATCHED);
      for (const r of used) expect(layers.atomIds[r * layers.sizes.atomSlots + 1]).toBe(-1);
    }),
    { numRuns: 8 },
  );
});

it("groups of virtual bones share no vertex, and every virtual bone is in one", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 12 }), (seed, count) => {
      const random = createRandom(seed);
      const ids = Int32Array.from({ length: 60 }, () => random.integer(count + 1) - 1);
      const { order, starts } = colourAtoms(ids, 3, count);
      expect([...order].sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
      for (let c = 0; c + 1 < starts.length; c++) {
        const group = new Set(order.subarray(starts[c], starts[c + 1]));
        for (let i = 0; i < 20; i++) {
          const own = new Set(Array.from(ids.subarray(3 * i, 3 * i + 3)).filter((r) => group.has(r)));
          expect(own.size).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
