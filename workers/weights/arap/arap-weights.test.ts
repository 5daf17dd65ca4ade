import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { type ArapInput, planArap } from "./arap-plan";
import { ArapWeights } from "./arap-weights";
import {
  BARE,
  blended,
  edits,
  pairs,
  randomMotions,
  shuffled,
  solverOf,
  tube,
  tubeInput,
} from "./testing/cases";
import { EXACT, LONG, largest, valuesOf, WHOLE } from "./testing/solved";

describe("weights", () => {
  it("of shells that each follow one bone are 1, and the energy is 0", async () => {
    const parts = [tube(4, 5, 1), tube(4, 5, 2), tube(4, 5, 3)];
    const count = parts[0].positions.length / 3;
    const mesh = {
      positions: Float32Array.from(
        parts.flatMap((part, n) => Array.from(part.positions, (x, c) => x + (c % 3 === 0 ? 6 * n : 0))),
      ),
      triangles: Uint32Array.from(
        parts.flatMap((part, n) => Array.from(part.triangles, (v) => v + n * count)),
      ),
      tets: null,
      wires: null,
    };
    // Every bone may move every shell, but a shell's own bone has most of the heat weight.
    const V = 3 * count;
    const heat = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: V + 1 }, (_, i) => 3 * i),
      bones: Uint16Array.from({ length: 3 * V }, (_, e) => e % 3),
      values: Float32Array.from({ length: 3 * V }, (_, e) =>
        e % 3 === Math.floor(e / 3 / count) ? 0.8 : 0.1,
      ),
    };
    const solver = await solverOf(
      { mesh, heat, bones: 3, motions: randomMotions(3, 8, 1, 4) },
      { ...BARE, ...WHOLE, ...EXACT },
    );
    // One vertex of each shell is held. Without this, any shell could follow any bone.
    await solver.edit(
      edits({ holds: pairs(...[0, 1, 2].map((j) => [j * count, j, 1] as const)) }),
      UNWATCHED,
    );
    await solver.iterate(90, UNWATCHED);
    const { bones, values, offsets } = solver.weights();
    expect(await solver.energy(UNWATCHED)).toBeLessThan(1e-9);
    for (let i = 0; i < V; i++) {
      let own = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++)
        if (bones[e] === Math.floor(i / count)) own = values[e];
      expect(own).toBeGreaterThan(1 - 1e-4);
    }
  });

  it.each(["clamp", "constrain", "keep"] as const)("sum to 1 and are not below 0: %s", async (negative) => {
    const input = { ...tubeInput(8, 4), motions: randomMotions(4, 3, 3, 5) };
    const wide = blended(input.mesh, 4, 0.8);
    const solver = await solverOf(
      { ...input, heat: wide, bones: 4 },
      { proximal: 0, negative, filter: 0, clusters: 4 },
    );
    await solver.iterate(20, UNWATCHED);
    const lowest = Math.min(...valuesOf(solver));
    if (negative === "keep") expect(lowest).toBeLessThan(0);
    if (negative === "clamp") expect(lowest).toBeGreaterThanOrEqual(0);
    const { offsets, values } = solver.weights();
    for (let i = 0; i + 1 < offsets.length; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-6);
      expect(Math.min(...row)).toBeGreaterThan(0);
    }
  });

  it("handle meshes without area, without edges, and with one bone", async () => {
    const untidy: ArapInput = {
      mesh: {
        positions: Float32Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 0, 0, 0, 1, 0, 9, 9, 9]),
        triangles: Uint32Array.from([0, 1, 2, 2, 3, 3, 0, 1, 4, 0, 1, 4]),
        tets: null,
        wires: Uint32Array.from([4, 5, 4, 4]),
      },
      heat: {
        version: 1,
        offsets: Uint32Array.from([0, 2, 4, 6, 8, 9, 11]),
        bones: Uint16Array.from([0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1]),
        values: Float32Array.from([1, 0, 0.5, 0.5, 0, 0, 0, 1, 1, 0.5, 0.5]),
      },
      bones: 2,
      motions: randomMotions(2, 3, 1, 1),
    };
    for (const settings of [{}, EXACT, { clusters: 2 }, BARE]) {
      const solver = await solverOf(untidy, settings);
      await solver.iterate(3, UNWATCHED);
      expect(Number.isFinite(await solver.energy(UNWATCHED))).toBe(true);
      const sums = valuesOf(solver);
      expect(sums.every(Number.isFinite)).toBe(true);
    }
    const input = tubeInput(1, 1);
    const alone = await solverOf({ ...input, heat: blended(input.mesh, 1, 1) }, EXACT);
    await alone.iterate(2, UNWATCHED);
    expect(valuesOf(alone).every((w) => w === 1)).toBe(true);
  });
});

describe("solvers", () => {
  it("give the same weights by conjugate gradients and by the factor, with constraints on first and other weights", async () => {
    const input = tubeInput(2, 4);
    const settings = { proximal: 1e-3, filter: 0, negative: "keep" as const };
    const [a, b] = [
      await solverOf(input, { ...settings, ...LONG }),
      await solverOf(input, { ...settings, ...EXACT }),
    ];
    for (const solver of [a, b]) await solver.iterate(2, UNWATCHED);
    expect(largest(valuesOf(a), valuesOf(b))).toBeLessThan(1e-8);
  });

  it("update the factor while holds come and go", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const random = createRandom(seed);
        const input = tubeInput(seed, 4);
        const settings = { filter: 0, negative: "keep" as const, ...EXACT };
        const { offsets, bones } = input.heat;
        const holds = Array.from({ length: 20 }, () => {
          const vertex = random.integer(offsets.length - 1);
          const entry = offsets[vertex] + random.integer(offsets[vertex + 1] - offsets[vertex]);
          return [vertex, bones[entry], random.next()] as const;
        });
        // Each pair occurs once, with its last value.
        const last = holds.filter(
          ([v, b], n) => !holds.slice(n + 1).some((other) => other[0] === v && other[1] === b),
        );
        const kept = await solverOf(input, settings);
        const untouched = await solverOf(input, settings);
        for (const solver of [kept, untouched]) await solver.iterate(1, UNWATCHED);
        for (let n = 1; n <= last.length; n++) {
          await kept.edit(edits({ holds: pairs(...last.slice(0, n)) }), UNWATCHED);
        }
        const fresh = await solverOf(input, settings);
        await fresh.iterate(1, UNWATCHED);
        await fresh.edit(edits({ holds: pairs(...last) }), UNWATCHED);
        const system = (fresh as unknown as { system: { factor: { stale: boolean } } }).system;
        system.factor.stale = true;
        for (const solver of [kept, fresh]) await solver.refine(UNWATCHED);
        expect(largest(valuesOf(kept), valuesOf(fresh))).toBeLessThan(1e-8);
        for (const [vertex, bone, value] of last) {
          const entry =
            offsets[vertex] + Array.from(bones.subarray(offsets[vertex], offsets[vertex + 1])).indexOf(bone);
          const all = last.filter((hold) => hold[0] === vertex);
          if (all.length === 1) expect(Math.abs(valuesOf(kept)[entry] - value)).toBeLessThan(0.02);
        }
        expect(await kept.edit(edits({}), UNWATCHED)).toBe(true);
        expect(await kept.edit(edits({}), UNWATCHED)).toBe(false);
        for (const solver of [kept, untouched]) await solver.refine(UNWATCHED);
        expect(largest(valuesOf(kept), valuesOf(untouched))).toBeLessThan(1e-8);
      }),
      { seed: 3, numRuns: 2 },
    );
  });

  it("give the same bits again, in any order of blocks, and stop when asked to", async () => {
    const run = async () => {
      const solver = await solverOf(tubeInput(4), { clusters: 8 });
      await solver.iterate(4, UNWATCHED);
      return valuesOf(solver);
    };
    const plan = planArap(tubeInput(4), { clusters: 8 });
    const other = await ArapWeights.create(shuffled(ArapWeights.bytes(plan, 2)), plan, UNWATCHED);
    await other.iterate(4, UNWATCHED);
    expect(valuesOf(other)).toEqual(await run());
    expect(await run()).toEqual(await run());
    const solver = await solverOf(tubeInput(4), { clusters: 8 });
    let left = 30;
    const task = {
      ...UNWATCHED,
      async checkpoint() {
        if (left-- === 0) throw new Error("stop");
      },
    };
    await expect(solver.iterate(9, task)).rejects.toThrow("stop");
    await solver.iterate(1, UNWATCHED);
    const { offsets, values } = solver.weights();
    expect(values.subarray(offsets[5], offsets[6]).reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
  });

  it("refuse supports that do not fit", () => {
    const input = tubeInput();
    expect(() => planArap({ ...input, bones: 2 })).toThrow(RangeError);
    const offsets = input.heat.offsets.slice();
    offsets[1] = 0;
    expect(() => planArap({ ...input, heat: { ...input.heat, offsets } })).toThrow("Vertex 0 has no bone");
  });
});
