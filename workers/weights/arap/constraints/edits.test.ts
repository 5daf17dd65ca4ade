import fc from "fast-check";
import { Matrix, solve } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { ArapPlan } from "../arap-plan";
import type { ArapWeights } from "../arap-weights";
import { laplacianShares } from "../system/laplacian-shares";
import { blended, edits, pairs, solverOf, tubeInput } from "../testing/cases";
import { supportEntry } from "./constraint-set";

const CLEAN = { filter: 0, negative: "keep" as const, clusters: 1e9 };
const EXACT = { ...CLEAN, solver: "exact" as const };
const LONG = { ...CLEAN, steps: 3000, tolerance: 1e-15 };

const valuesOf = (solver: ArapWeights): Float64Array =>
  (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();

const largest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** Random edits of every kind. */
function randomEdits({ input: { heat }, vertexCount }: ArapPlan, seed: number): WeightEdits {
  const random = createRandom(seed);
  const some = (count: number, value: () => number) => {
    const rows = new Map<number, readonly [number, number, number]>();
    for (let n = 0; n < count; n++) {
      const i = random.integer(vertexCount);
      const entry = heat.offsets[i] + random.integer(heat.offsets[i + 1] - heat.offsets[i]);
      rows.set(entry, [i, heat.bones[entry], value()]);
    }
    return pairs(...rows.values());
  };
  const importance = new Float32Array(vertexCount).fill(1);
  for (let n = 0; n < 12; n++) importance[random.integer(vertexCount)] = random.integer(4);
  return edits({
    holds: some(4, () => random.next()),
    attach: some(4, () => random.integer(2)),
    neumann: some(8, () => random.integer(2)),
    smooth: some(12, () => 0.1 + random.next()),
    importance,
  });
}

describe("edits", () => {
  it("give the same weights whatever edits preceded them, with either solver", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const input = tubeInput(seed, 4);
        const [long, exact, fresh] = [
          await solverOf(input, LONG),
          await solverOf(input, EXACT),
          await solverOf(input, EXACT),
        ];
        const [first, second] = [seed, seed + 1].map((n) => randomEdits(long.plan, n));
        for (const solver of [long, exact, fresh]) await solver.iterate(1, UNWATCHED);
        for (const solver of [long, exact]) {
          await solver.edit(first, UNWATCHED);
          await solver.refine(UNWATCHED);
        }
        for (const solver of [long, exact, fresh]) {
          await solver.edit(second, UNWATCHED);
          await solver.refine(UNWATCHED);
        }
        expect(largest(valuesOf(exact), valuesOf(fresh))).toBeLessThan(1e-8);
        expect(largest(valuesOf(long), valuesOf(fresh))).toBeLessThan(1e-6);
        // Removing all edits leaves no trace of them.
        const untouched = await solverOf(input, EXACT);
        await untouched.iterate(1, UNWATCHED);
        await untouched.refine(UNWATCHED);
        await exact.edit(edits({}), UNWATCHED);
        await exact.refine(UNWATCHED);
        expect(largest(valuesOf(exact), valuesOf(untouched))).toBeLessThan(1e-8);
      }),
      { seed: 5, numRuns: 2 },
    );
  });

  it("add their cost as defined to the objective, which never rises", async () => {
    const solver = await solverOf(tubeInput(3, 4), { ...LONG, proximal: 0, attach: false, neumann: false });
    const { plan } = solver;
    const wishes = { ...randomEdits(plan, 8), importance: null };
    await solver.edit(wishes, UNWATCHED);
    const rows = valuesOf(solver);
    const figures = await solver.iterate(6, UNWATCHED);
    const { ring, exemplars, input } = plan;
    const shares = laplacianShares(input.mesh, ring);
    const weight = (i: number, j: number) => {
      const entry = supportEntry(plan, i, j);
      return entry < 0 ? 0 : rows[entry];
    };
    const painted = new Set(wishes.holds.vertices);
    let cost = 0;
    const add = (i: number, stiffness: number, off: number) => {
      cost += 4 * exemplars * ring.masses[i] * stiffness * off ** 2;
    };
    wishes.holds.vertices.forEach((i, n) => {
      add(i, 100, weight(i, wishes.holds.bones[n]) - wishes.holds.values[n]);
    });
    wishes.neumann.vertices.forEach((i, n) => {
      const bone = wishes.neumann.bones[n];
      const held = wishes.holds.vertices.some((v, m) => v === i && wishes.holds.bones[m] === bone);
      if (wishes.neumann.values[n] === 1 && !held) add(i, 100, weight(i, bone));
    });
    wishes.attach.vertices.forEach((i, n) => {
      const bone = wishes.attach.bones[n];
      const border = wishes.neumann.vertices.some(
        (v, m) => v === i && wishes.neumann.bones[m] === bone && wishes.neumann.values[m] === 1,
      );
      if (wishes.attach.values[n] === 1 && !painted.has(i) && !border) add(i, 100, weight(i, bone) - 1);
    });
    wishes.smooth.vertices.forEach((i, n) => {
      const bone = wishes.smooth.bones[n];
      let off = -weight(i, bone);
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
        off += shares[e] * weight(ring.neighbours[e], bone);
      }
      add(i, wishes.smooth.values[n], off);
    });
    let size = 0;
    for (let i = 0; i < plan.vertexCount; i++) {
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
        for (let c = 0; c < 3; c++) {
          const p = input.mesh.positions;
          const d = plan.placement.scale * (p[3 * ring.neighbours[e] + c] - p[3 * i + c]);
          size += exemplars * ring.masses[i] * ring.shares[e] * d ** 2;
        }
      }
    }
    expect(Math.abs((figures[0].objective - figures[0].strain) / (cost / size) - 1)).toBeLessThan(1e-6);
    figures.slice(1).forEach(({ objective }, n) => {
      expect(objective).toBeLessThan(figures[n].objective * (1 + 1e-10));
    });
  });

  it("make weights harmonic where strong Laplacians are set", async () => {
    const input = tubeInput(4, 3);
    const heat = blended(input.mesh, 3, 0.8);
    const solver = await solverOf({ ...input, heat }, { ...EXACT, attach: false, neumann: false });
    await solver.iterate(2, UNWATCHED);
    const { ring, vertexCount } = solver.plan;
    const inner = Array.from({ length: vertexCount }, (_, i) => i).filter(
      (i) => i >= 12 && i < vertexCount - 12,
    );
    const smooth = pairs(...inner.flatMap((i) => [0, 1, 2].map((j) => [i, j, 1e6] as const)));
    await solver.edit(edits({ smooth }), UNWATCHED);
    await solver.refine(UNWATCHED);
    const found = valuesOf(solver);
    const shares = laplacianShares(input.mesh, ring);
    // The harmonic weights for the resulting border, by a dense solve.
    for (const j of [0, 1, 2]) {
      const matrix = Matrix.zeros(inner.length, inner.length);
      const right = Matrix.zeros(inner.length, 1);
      inner.forEach((i, row) => {
        matrix.set(row, row, 1);
        for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
          const k = inner.indexOf(ring.neighbours[e]);
          if (k >= 0) matrix.set(row, k, -shares[e]);
          else right.set(row, 0, right.get(row, 0) + shares[e] * found[3 * ring.neighbours[e] + j]);
        }
      });
      const harmonic = solve(matrix, right).to1DArray();
      inner.forEach((i, n) => {
        expect(Math.abs(found[3 * i + j] - harmonic[n])).toBeLessThan(2e-3);
      });
    }
  });

  it("leave out vertices of importance 0, which get their heat weights if their neighbours are left out too", async () => {
    const input = tubeInput(5, 3);
    const excluded = (i: number) => i < 24;
    for (const settings of [LONG, EXACT]) {
      const solver = await solverOf(input, { ...settings, attach: false, neumann: false });
      const importance = Float32Array.from({ length: solver.plan.vertexCount }, (_, i) =>
        excluded(i) ? 0 : 1,
      );
      const heat = valuesOf(solver);
      await solver.edit(edits({ importance }), UNWATCHED);
      const [{ strain }] = await solver.iterate(1, UNWATCHED);
      const found = valuesOf(solver);
      expect(found.every(Number.isFinite)).toBe(true);
      // The outer three of the four rings have no neighbour with importance.
      const { offsets } = input.heat;
      expect(largest(found.subarray(0, offsets[18]), heat.subarray(0, offsets[18]))).toBeLessThan(1e-6);
      expect(largest(found.subarray(offsets[24]), heat.subarray(offsets[24]))).toBeGreaterThan(0.01);
      const each = await solver.strainPerVertex(UNWATCHED);
      expect(each.subarray(0, 24).every((s) => s === 0)).toBe(true);
      expect(strain).toBeGreaterThan(0);
      // Doubling every importance changes nothing.
      await solver.edit(edits({}), UNWATCHED);
      const own = await solver.energy(UNWATCHED);
      await solver.edit(edits({ importance: importance.fill(2) }), UNWATCHED);
      expect(Math.abs((await solver.energy(UNWATCHED)) / own - 1)).toBeLessThan(1e-12);
    }
  });

  it("release attachments and borders, and add others; the report follows", async () => {
    const solver = await solverOf(tubeInput(9), { attachFrom: 0.5, bordersUpTo: 1 });
    await solver.iterate(3, UNWATCHED);
    const strain = await solver.strainPerVertex(UNWATCHED);
    const before = solver.heldWeights(strain);
    const attached = before.filter(({ kind }) => kind === "attach");
    const border = before.find(({ kind }) => kind === "neumann")!;
    expect(attached.length).toBeGreaterThan(0);
    for (const { around, energy, added } of attached) {
      expect(around).toBeGreaterThan(0.3);
      expect(energy).toBeGreaterThan(0);
      expect(energy).toBeLessThan(1);
      expect(added).toBe(false);
    }
    const [{ vertex, bone }] = attached;
    const other = solver.plan.input.heat.bones[solver.plan.input.heat.offsets[20]];
    const wishes = edits({
      attach: pairs([vertex, bone, 0], [20, other, 1]),
      neumann: pairs([border.vertex, border.bone, 0]),
    });
    await solver.edit(wishes, UNWATCHED);
    const after = solver.heldWeights(strain);
    const has = (list: typeof after, kind: string, v: number, b: number) =>
      list.find((held) => held.kind === kind && held.vertex === v && held.bone === b);
    expect(has(after, "attach", vertex, bone)).toBeUndefined();
    expect(has(after, "neumann", border.vertex, border.bone)).toBeUndefined();
    expect(has(after, "attach", 20, other)?.added).toBe(true);
    await solver.iterate(2, UNWATCHED);
    const { offsets } = solver.plan.input.heat;
    expect(valuesOf(solver)[offsets[20]]).toBeGreaterThan(0.97);
    // A brush replaces the automatic constraints.
    await solver.edit(edits({ holds: pairs([vertex, bone, 0.4]) }), UNWATCHED);
    expect(has(solver.heldWeights(strain), "attach", vertex, bone)).toBeUndefined();
    await solver.edit(edits({}), UNWATCHED);
    expect(solver.heldWeights(strain).length).toBe(before.length);
  });

  it("spread the energy over the rings of all vertices", async () => {
    const solver = await solverOf(tubeInput(9), { attach: false, neumann: false });
    const strain = await solver.strainPerVertex(UNWATCHED);
    const { ring, vertexCount, placement } = solver.plan;
    const p = solver.plan.input.mesh.positions;
    let [sum, size] = [0, 0];
    for (let i = 0; i < vertexCount; i++) {
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
        for (let c = 0; c < 3; c++) {
          const d = placement.scale * (p[3 * ring.neighbours[e] + c] - p[3 * i + c]);
          sum += strain[i] * ring.masses[i] * ring.shares[e] * d ** 2;
          size += ring.masses[i] * ring.shares[e] * d ** 2;
        }
      }
    }
    expect(Math.abs(sum / size / (await solver.energy(UNWATCHED)) - 1)).toBeLessThan(1e-6);
  });
});

describe("edits that are stopped half-way", () => {
  it("are completed by the next call", async () => {
    const input = tubeInput(6, 4);
    const [stopped, whole] = [await solverOf(input, EXACT), await solverOf(input, EXACT)];
    for (const solver of [stopped, whole]) await solver.iterate(1, UNWATCHED);
    const wishes = randomEdits(whole.plan, 3);
    const task = {
      ...UNWATCHED,
      async checkpoint() {
        throw new Error("stop");
      },
    };
    await expect(stopped.edit(wishes, task)).rejects.toThrow("stop");
    await whole.edit(wishes, UNWATCHED);
    for (const solver of [stopped, whole]) await solver.refine(UNWATCHED);
    expect(largest(valuesOf(stopped), valuesOf(whole))).toBeLessThan(1e-8);
  });
});
