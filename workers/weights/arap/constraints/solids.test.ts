import { Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { exemplars } from "../../exemplars";
import { chain, tetBox } from "../../testing/bindables";
import { planArap } from "../arap-plan";
import type { ArapWeights } from "../arap-weights";
import { laplacianShares } from "../system/laplacian-shares";
import { BARE, blended, edits, pairs, solverOf, strainByDefinition, tubeInput } from "../testing/cases";
import { supportEntry } from "./constraint-set";

const valuesOf = (solver: ArapWeights): Float64Array =>
  (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();

/** A bar of tetrahedra with a bone in each half, along a row of its vertices. */
function bar() {
  const mesh = tetBox(6, 2, 2, 1);
  const skeleton = chain([0, 1, 1], [3, 1, 1], [6, 1, 1]);
  const { motions } = exemplars(skeleton, 12, createRandom(3));
  return { mesh, segments: skeleton.segments, bones: 2, heat: blended(mesh, 2, 0.6), motions };
}

describe("weights of solids", () => {
  it("hold the vertices that lie on exactly one bone", async () => {
    const solver = await solverOf(bar(), { neumann: false });
    const held = solver.heldWeights(await solver.strainPerVertex(UNWATCHED));
    const { positions } = solver.plan.input.mesh;
    expect(held.length).toBe(6);
    for (const { vertex, bone, kind } of held) {
      const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
      expect([kind, y, z]).toEqual(["attach", 1, 1]);
      // The joint is not held, because it lies on both bones.
      expect(bone).toBe(x < 3 ? 0 : 1);
      expect(x).not.toBe(3);
    }
    await solver.iterate(5, UNWATCHED);
    for (const { vertex, bone } of held) {
      expect(valuesOf(solver)[supportEntry(solver.plan, vertex, bone)]).toBeGreaterThan(0.8);
    }
  });

  it("have the energy as defined, and lower it", async () => {
    const solver = await solverOf(bar(), { ...BARE, clusters: 1e9 });
    const rows = { ...solver.plan.input.heat, values: valuesOf(solver) };
    const figures = await solver.iterate(8, UNWATCHED);
    const { strain } = strainByDefinition(solver.plan, rows, solver.plan.input);
    expect(Math.abs(figures[0].strain - strain)).toBeLessThan(1e-9);
    figures.slice(1).forEach(({ objective }, n) => {
      expect(objective).toBeLessThan(figures[n].objective);
    });
  });
});

describe("the harmonic term", () => {
  it("is δ c Σ |Laplacian|² over all weights, and both solvers find its minimum", async () => {
    const input = { ...tubeInput(7, 3), heat: blended(tubeInput(7, 3).mesh, 3, 0.3) };
    const settings = { filter: 0, negative: "keep" as const, attach: false, neumann: false, clusters: 1e9 };
    const harmonic = 0.05;
    const long = await solverOf(input, { ...settings, harmonic, steps: 3000, tolerance: 1e-15 });
    const exact = await solverOf(input, { ...settings, harmonic, solver: "exact" });
    const before = valuesOf(long);
    const [figures] = await long.iterate(1, UNWATCHED);
    await exact.iterate(1, UNWATCHED);
    valuesOf(long).forEach((w, e) => {
      expect(Math.abs(w - valuesOf(exact)[e])).toBeLessThan(1e-6);
    });
    const { ring, exemplars: count, vertexCount, placement } = long.plan;
    const weight = (i: number, j: number) => {
      const entry = supportEntry(long.plan, i, j);
      return entry < 0 ? 0 : before[entry];
    };
    let [cost, size] = [0, 0];
    const shares = laplacianShares(input.mesh, ring);
    const p = input.mesh.positions;
    for (let i = 0; i < vertexCount; i++) {
      for (let j = 0; j < 3; j++) {
        if (supportEntry(long.plan, i, j) < 0) continue;
        let off = -weight(i, j);
        for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
          off += shares[e] * weight(ring.neighbours[e], j);
        }
        cost += harmonic * 4 * count * ring.masses[i] * off ** 2;
      }
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
        const way = [0, 1, 2].map((c) => placement.scale * (p[3 * ring.neighbours[e] + c] - p[3 * i + c]));
        size += count * ring.masses[i] * ring.shares[e] * new Matrix([way]).norm() ** 2;
      }
    }
    // The proximal term is 0 at the heat weights.
    expect(Math.abs((figures.objective - figures.strain) / (cost / size) - 1)).toBeLessThan(1e-6);
  });

  it("smooths: a stronger term leaves smaller Laplacians", async () => {
    const roughness = async (harmonic: number) => {
      const solver = await solverOf(tubeInput(8), {
        harmonic,
        solver: "exact",
        filter: 0,
        negative: "keep",
        attach: false,
      });
      await solver.iterate(4, UNWATCHED);
      const { ring, vertexCount, input } = solver.plan;
      const found = valuesOf(solver);
      let sum = 0;
      for (let i = 0; i < vertexCount; i++) {
        for (let e = input.heat.offsets[i]; e < input.heat.offsets[i + 1]; e++) {
          let off = -found[e];
          for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
            const other = supportEntry(solver.plan, ring.neighbours[n], input.heat.bones[e]);
            if (other >= 0) off += ring.shares[n] * found[other];
          }
          sum += ring.masses[i] * off ** 2;
        }
      }
      return sum;
    };
    const [none, some, more] = [await roughness(0), await roughness(0.1), await roughness(1)];
    expect(some).toBeLessThan(none);
    expect(more).toBeLessThan(0.7 * some);
  });
});

describe("positivity", () => {
  it("leaves fewer and smaller negative weights, and none in the result", async () => {
    const input = tubeInput(8, 4, 3);
    const heat = blended(input.mesh, 4, 0.8);
    const settings = { proximal: 0, filter: 0, attach: false, neumann: false, clusters: 1e9 };
    const lowest = async (negative: "keep" | "constrain") => {
      const solver = await solverOf({ ...input, heat }, { ...settings, solver: "exact", negative });
      await solver.iterate(30, UNWATCHED);
      expect(Math.min(...solver.weights().values)).toBeGreaterThan(0);
      return Math.min(...valuesOf(solver));
    };
    const [kept, constrained] = [await lowest("keep"), await lowest("constrain")];
    expect(kept).toBeLessThan(-0.02);
    expect(constrained).toBeGreaterThan(-5e-3);
  });

  it("gives way to the artist's holds", async () => {
    const input = tubeInput(8, 4, 3);
    const heat = blended(input.mesh, 4, 0.8);
    const solver = await solverOf({ ...input, heat }, { proximal: 0, negative: "constrain", clusters: 1e9 });
    const { plan } = solver;
    expect(planArap({ ...input, heat }, {}).unknowns).toBe(plan.unknowns);
    await solver.iterate(10, UNWATCHED);
    const holds = pairs([10, plan.input.heat.bones[plan.input.heat.offsets[10] + 1], 0.6]);
    await solver.edit(edits({ holds }), UNWATCHED);
    await solver.iterate(2, UNWATCHED);
    expect(Math.abs(valuesOf(solver)[plan.input.heat.offsets[10] + 1] - 0.6)).toBeLessThan(0.05);
  });
});
