import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomMotion } from "../../deform/testing/meshes";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { compose } from "../../testing/rigs";
import { BARE, bentInput, solverOf, strainByDefinition, tubeInput } from "./testing/cases";
import { EXACT, LONG, largest, rowsOf, valuesOf, WHOLE } from "./testing/solved";

describe("the energy", () => {
  it.each([
    ["a rotation a vertex", WHOLE, tubeInput],
    ["clusters", { clusters: 7, clusterings: 2 }, tubeInput],
    ["one cluster", { clusters: 1, clusterings: 1 }, tubeInput],
    ["bones that bend", WHOLE, bentInput],
    ["bones that bend, in clusters", { clusters: 7, clusterings: 2 }, bentInput],
  ])("agrees with its definition: %s", async (_, settings, inputOf) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const solver = await solverOf(inputOf(seed), { ...BARE, ...settings, ...LONG, seed });
        const { plan } = solver;
        for (let it = 0; it < 2; it++) {
          const before = rowsOf(solver);
          const [figures] = await solver.iterate(1, UNWATCHED);
          const owners = (solver as unknown as { memory: { owners: Uint32Array } }).memory.owners;
          const clusterOf = (i: number, pose: number) =>
            owners[(pose % plan.clusterings) * plan.vertexCount + i];
          const { strain } = strainByDefinition(plan, before, plan.input, clusterOf);
          expect(Math.abs(figures.strain - strain)).toBeLessThan(1e-9);
          const own = strainByDefinition(plan, rowsOf(solver), plan.input).strain;
          expect(Math.abs((await solver.energy(UNWATCHED)) - own)).toBeLessThan(1e-9);
        }
      }),
      { seed: 3, numRuns: 2 },
    );
  });

  it.each([
    ["rigid bones", tubeInput],
    ["bones that bend", bentInput],
  ])("is least at the solution, with a gradient of 0 by finite differences: %s", async (_, inputOf) => {
    const solver = await solverOf(inputOf(3), { ...BARE, ...WHOLE, ...EXACT });
    const { plan } = solver;
    const { rotations } = strainByDefinition(plan, rowsOf(solver), plan.input);
    const at = (values: Float64Array) =>
      strainByDefinition(plan, { ...plan.input.heat, values }, plan.input, (i) => i, rotations).strain;
    const start = at(valuesOf(solver));
    await solver.iterate(1, UNWATCHED);
    const values = valuesOf(solver);
    const least = at(values);
    expect(least).toBeLessThan(start);
    const { offsets } = plan.input.heat;
    const random = createRandom(5);
    const h = 1e-3;
    for (let n = 0; n < 12; n++) {
      const i = random.integer(plan.vertexCount);
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) {
        const moved = [h, -h].map((d) => {
          const changed = values.slice();
          changed[e] += d;
          changed[offsets[i]] -= d;
          return at(changed);
        });
        // The energy is a parabola, so central differences are exact.
        const curvature = (moved[0] + moved[1] - 2 * least) / h ** 2;
        expect(Math.abs(moved[0] - moved[1]) / (2 * h)).toBeLessThan(1e-6 * curvature);
      }
    }
  });

  it.each([
    ["a rotation a vertex", WHOLE],
    ["clusters", { clusters: 9, clusterings: 3 }],
    ["few steps", { ...WHOLE, steps: 2 }],
    ["the factor", { ...WHOLE, ...EXACT }],
    ["constraints and a proximal term", { ...WHOLE, attach: true, neumann: true, proximal: 0.01 }],
  ])("never rises: %s", async (_, settings) => {
    const solver = await solverOf(tubeInput(11), { ...BARE, ...settings });
    const figures = await solver.iterate(12, UNWATCHED);
    figures.slice(1).forEach(({ objective }, n) => {
      expect(objective).toBeLessThan(figures[n].objective * (1 + 1e-10));
    });
    expect(figures[11].objective).toBeLessThan(figures[0].objective);
  });

  it("does not depend on a common motion or on units", async () => {
    const input = tubeInput(6);
    const a = await solverOf(input, { clusters: 9 });
    const motions = Float64Array.from(input.motions);
    const poses = motions.length / (12 * input.bones);
    for (let pose = 0; pose < poses; pose++) {
      const carry = randomMotion(pose + 1, 20);
      for (let j = 0; j < input.bones; j++) {
        const at = 12 * (pose * input.bones + j);
        motions.set(compose(carry, Array.from(motions.subarray(at, at + 12))), at);
      }
    }
    const b = await solverOf({ ...input, motions }, { clusters: 9 });
    const scaled = { ...input.mesh, positions: input.mesh.positions.map((x) => 8 * x) };
    const grown = input.motions as Float64Array;
    const c = await solverOf(
      { ...input, mesh: scaled, motions: grown.map((x, n) => (n % 4 === 3 ? 8 * x : x)) },
      { clusters: 9 },
    );
    const found = await Promise.all([a, b, c].map((solver) => solver.iterate(5, UNWATCHED)));
    for (const other of [1, 2]) {
      expect(Math.abs(found[other][4].strain - found[0][4].strain)).toBeLessThan(1e-9);
      expect(largest(valuesOf([a, b, c][other]), valuesOf(a))).toBeLessThan(1e-6);
    }
  });
});
