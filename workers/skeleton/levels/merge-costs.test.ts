import { describe, expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { strictCloth } from "../../testing/strict-rigs";
import { StrictBench } from "../strict/strict-bench";
import { MergeCosts } from "./merge-costs";
import { keepRows, putBackRows, usersOf } from "./old-rows";

const roomy = Object.assign((bytes: number) => oneThread(bytes + 1e6), { threads: 1 });

async function benchOf(seed: number, bones: number) {
  const { sequence, rig } = strictCloth({ seed, bones, frames: 7, size: 8 });
  const influences = maxInfluences(rig.weights);
  const bench = await StrictBench.open(roomy, sequence, rig, influences, UNWATCHED, { asGiven: true });
  await bench.fitWeights(bench.solver.options.search, UNWATCHED);
  return bench;
}

/** Fits the vertices of a bone without it. Returns them, and how much their errors rise. */
async function without(bench: StrictBench, left: ReadonlySet<number>, j: number) {
  const { blend, solver, parallel } = bench;
  const vertices = usersOf(blend, solver.options.slots, j);
  const before = keepRows(blend, solver.options.slots, vertices);
  bench.allow(Array.from({ length: solver.options.bones }, (_, b) => Number(b !== j && left.has(b))));
  const list = parallel.arena.i32(vertices.length);
  list.set(vertices);
  if (vertices.length > 0) await solver.weights.runOn(list, blend, UNWATCHED);
  const rise = vertices.reduce((sum, i, n) => sum + blend.errors[i] - before.errors[n], 0);
  return { vertices, before, rise };
}

/** Removes seven bones, the cheapest first, and looks at the costs before each. */
async function eachStep(
  seed: number,
  bones: number,
  look: (bench: StrictBench, costs: Float64Array, left: Set<number>) => Promise<void>,
): Promise<void> {
  const bench = await benchOf(seed, bones);
  const merging = new MergeCosts(bench.parallel.arena, bench.solver, bench.blend);
  const left = new Set(Array.from({ length: bones }, (_, j) => j));
  const allow = () => bench.allow(Array.from({ length: bones }, (_, j) => Number(left.has(j))));
  while (left.size > bones - 7) {
    allow();
    const costs = await merging.costs(UNWATCHED);
    await look(bench, costs, left);
    const gone = [...left].reduce((least, j) => (costs[j] < costs[least] ? j : least));
    left.delete(gone);
    merging.changed(gone, (await without(bench, left, gone)).vertices);
  }
}

describe.each([
  [1, 9],
  [2, 9],
  [3, 40],
])("the costs of removing bones, of cloth %i with %i bones", (seed, bones) => {
  it("are those of measuring all vertices again, bit for bit", () =>
    eachStep(seed, bones, async (bench, costs) => {
      const anew = new MergeCosts(bench.parallel.arena, bench.solver, bench.blend);
      expect(await anew.costs(UNWATCHED)).toEqual(costs);
    }));

  it("are the rise of the error after trying each of them", () =>
    eachStep(seed, bones, async (bench, costs, left) => {
      for (const j of left) {
        const { before, rise } = await without(bench, left, j);
        putBackRows(bench.blend, bench.solver.options.slots, before);
        expect(costs[j]).toBeCloseTo(rise, 12);
      }
    }));
});
