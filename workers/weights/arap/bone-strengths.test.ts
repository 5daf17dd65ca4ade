import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import type { ArapInput, ArapPlan } from "./arap-plan";
import type { ArapSettings } from "./arap-settings";
import type { ArapWeights } from "./arap-weights";
import { supportEntry } from "./constraints/constraint-set";
import {
  BARE,
  edits,
  pairs,
  randomMotions,
  solverOf,
  strainByDefinition,
  tube,
  tubeInput,
} from "./testing/cases";

const SEED = 12;
const FREE = { ...BARE, clusters: 1e9 };
const EXACT = { ...FREE, solver: "exact" as const };

interface Insides {
  memory: { weights: Float64Array };
  held: { constraints: { at(i: number): { entry: number; value: number }[] } };
}
const inside = (solver: ArapWeights) => solver as unknown as Insides;
const valuesOf = (solver: ArapWeights) => inside(solver).memory.weights.slice();

/** Strengths from 1 to 1000. */
function someStrengths(bones: number, seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: bones }, () => 1000 ** random.next());
}

/** Heat weights in f64, scaled to the sum 1 in each row. */
function heatOf({ input: { heat }, vertexCount }: ArapPlan): Float64Array {
  const out = Float64Array.from(heat.values);
  for (let i = 0; i < vertexCount; i++) {
    const row = out.subarray(heat.offsets[i], heat.offsets[i + 1]);
    const sum = row.reduce((all, w) => all + w, 0);
    row.forEach((w, n) => {
      row[n] = w / sum;
    });
  }
  return out;
}

/**
 * Σ μ d_i s_j (w_ij − heat_ij)² over the poses' squared edges, with d_i from the images of a vertex under the motions.
 */
function proximalByDefinition(plan: ArapPlan, weights: ArrayLike<number>, s: ArrayLike<number>): number {
  const { ring, input, bones, exemplars, vertexCount } = plan;
  const { offsets, bones: of } = input.heat;
  const p = input.mesh.positions;
  const heat = heatOf(plan);
  const around = new Float64Array(vertexCount);
  let size = 0;
  for (let i = 0; i < vertexCount; i++) {
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const k = ring.neighbours[e];
      const share = ring.masses[i] * ring.shares[e];
      around[i] += share;
      around[k] += share;
      size += exemplars * share * [0, 1, 2].reduce((sum, c) => sum + (p[3 * k + c] - p[3 * i + c]) ** 2, 0);
    }
  }
  const image = (i: number, j: number, pose: number) =>
    [0, 4, 8].map((r) => {
      const at = 12 * (pose * bones + j) + r;
      return [0, 1, 2].reduce((sum, c) => sum + input.motions[at + c] * p[3 * i + c], input.motions[at + 3]);
    });
  let cost = 0;
  for (let i = 0; i < vertexCount; i++) {
    const others = offsets[i + 1] - offsets[i] - 1;
    let d = 0;
    for (let e = offsets[i] + 1; e <= offsets[i] + others; e++) {
      for (let pose = 0; pose < exemplars; pose++) {
        const first = image(i, of[offsets[i]], pose);
        d += (around[i] / others) * image(i, of[e], pose).reduce((sum, x, c) => sum + (x - first[c]) ** 2, 0);
      }
    }
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      cost += plan.settings.proximal * d * s[of[e]] * (weights[e] - heat[e]) ** 2;
    }
  }
  return cost / size;
}

describe("strengths of bones", () => {
  it(`are in the objective as defined, and in its gradient (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const input = tubeInput(seed, 4);
        const strengths = someStrengths(4, seed);
        const solver = await solverOf(input, { ...EXACT, proximal: 1e-3, keepBones: false });
        const { plan } = solver;
        solver.startFrom(input.heat, strengths);
        await solver.iterate(2, UNWATCHED);
        const before = valuesOf(solver);
        const rows = (values: Float64Array) => ({ ...input.heat, values });
        const { strain, rotations } = strainByDefinition(plan, rows(before), input);
        const [figures] = await solver.iterate(1, UNWATCHED);
        const proximal = proximalByDefinition(plan, before, strengths);
        expect(proximal).toBeGreaterThan(1e-6);
        expect(Math.abs(figures.strain - strain)).toBeLessThan(1e-9);
        expect(Math.abs(figures.objective - strain - proximal)).toBeLessThan(1e-9);
        // The weights minimise the objective for those rotations.
        const values = valuesOf(solver);
        const at = (changed: Float64Array) =>
          strainByDefinition(plan, rows(changed), input, (i) => i, rotations).strain +
          proximalByDefinition(plan, changed, strengths);
        const least = at(values);
        const { offsets } = input.heat;
        const random = createRandom(seed);
        const h = 1e-3;
        for (let n = 0; n < 6; n++) {
          const i = random.integer(plan.vertexCount);
          for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) {
            const moved = [h, -h].map((by) => {
              const changed = values.slice();
              changed[e] += by;
              changed[offsets[i]] -= by;
              return at(changed);
            });
            const curvature = (moved[0] + moved[1] - 2 * least) / h ** 2;
            expect(Math.abs(moved[0] - moved[1]) / (2 * h)).toBeLessThan(1e-6 * curvature);
          }
        }
      }),
      { seed: SEED, numRuns: 2 },
    );
  });

  it("leave no trace of earlier values, with either solver", async () => {
    const input = tubeInput(5, 4);
    const settings = { proximal: 1e-3, keepBones: false, attach: true, neumann: true };
    const [one, other] = [someStrengths(4, 1), someStrengths(4, 2)];
    const fresh = await solverOf(input, { ...EXACT, ...settings });
    fresh.startFrom(input.heat, other);
    await fresh.iterate(1, UNWATCHED);
    for (const solve of [EXACT, { ...FREE, steps: 3000, tolerance: 1e-15, partSize: 9 }]) {
      const solver = await solverOf(input, { ...solve, ...settings });
      solver.startFrom(input.heat, one);
      await solver.iterate(2, UNWATCHED);
      solver.startFrom(input.heat, other);
      await solver.iterate(1, UNWATCHED);
      expect(Array.from(solver.boneStrengths)).toEqual(Array.from(other));
      const off = valuesOf(solver).map((w, e) => Math.abs(w - valuesOf(fresh)[e]));
      expect(Math.max(...off)).toBeLessThan(1e-7);
    }
  });
});

/** A tube of three bones. The last moves much like the first. The middle one, on a narrow band, moves at random. */
function fadingInput(seed: number): ArapInput {
  const mesh = tube(16, 8, seed);
  const V = mesh.positions.length / 3;
  const heat = packWeights(
    Array.from({ length: V }, (_, i) => {
      const x = mesh.positions[3 * i];
      const middle = 0.6 * Math.exp(-(((x - 7) / 1.5) ** 2));
      const last = (1 - middle) / (1 + Math.exp(-2 * (x - 8)));
      const row: [number, number][] = [[0, 1 - middle - last], [1, middle], [2, last]]; // biome-ignore format: one value
      return row.filter(([, w]) => w > 0.01);
    }),
  );
  const motions = randomMotions(3, 8, 0.8, seed);
  const close = randomMotions(1, 8, 0.1, seed + 1);
  for (let pose = 0; pose < 8; pose++) {
    for (let n = 0; n < 12; n++) {
      const identity = n % 5 === 0 ? 1 : 0;
      motions[36 * pose + 24 + n] = motions[36 * pose + n] + 0.3 * (close[12 * pose + n] - identity);
    }
  }
  return { mesh, heat, bones: 3, motions };
}

function parts(solver: ArapWeights): number[] {
  const { mass, heat } = solver.boneMass();
  return Array.from(mass, (m, j) => m / heat[j]);
}

const MILD: Partial<ArapSettings> = { clusters: 1e9, attach: false };

describe("BoneStrengths", () => {
  it.each([
    ["conjugate gradients", {}],
    ["the factor", { solver: "exact" as const }],
    ["a weak proximal term", { proximal: 1e-5 }],
  ])("lets no bone lose more than half of its heat mass: %s", async (_, settings) => {
    for (const seed of [3, 4]) {
      const input = fadingInput(seed);
      const without = await solverOf(input, { ...MILD, ...settings, keepBones: false });
      await without.iterate(40, UNWATCHED);
      expect(parts(without)[1]).toBeLessThan(0.4);
      const solver = await solverOf(input, { ...MILD, ...settings });
      let fading = 0;
      for (let it = 0; it < 40; it++) {
        await solver.iterate(1, UNWATCHED);
        if (solver.bonesFade) fading = it;
      }
      expect(Math.min(...parts(solver))).toBeGreaterThan(0.5);
      // The search finds the strength of this bone, and the others keep theirs.
      expect(fading).toBeLessThan(35);
      expect(solver.boneStrengths[1]).toBeGreaterThan(1);
      expect(solver.boneStrengths[0]).toBe(1);
    }
  });

  it("lets bones fade if μ = 0, and changes nothing if none would fade", async () => {
    const off = await solverOf(fadingInput(3), { ...MILD, proximal: 0 });
    await off.iterate(20, UNWATCHED);
    expect(Array.from(off.boneStrengths)).toEqual([1, 1, 1]);
    expect(off.bonesFade).toBe(false);
    expect(parts(off)[1]).toBeLessThan(0.4);
    const [kept, plain] = [
      await solverOf(tubeInput(2), { proximal: 0.01 }),
      await solverOf(tubeInput(2), { proximal: 0.01, keepBones: false }),
    ];
    for (const solver of [kept, plain]) await solver.iterate(5, UNWATCHED);
    expect(valuesOf(kept)).toEqual(valuesOf(plain));
  });

  it("does not restore weights that the artist removed", async () => {
    const input = fadingInput(3);
    const solver = await solverOf(input, MILD);
    const { plan } = solver;
    // The whole band except its faint ends is painted away.
    const painted: [number, number, number][] = [];
    for (let i = 0; i < plan.vertexCount; i++) {
      const entry = supportEntry(plan, i, 1);
      if (entry >= 0 && input.heat.values[entry] > 0.05) painted.push([i, 1, 0]);
    }
    await solver.edit(edits({ holds: pairs(...painted) }), UNWATCHED);
    await solver.iterate(20, UNWATCHED);
    expect(parts(solver)[1]).toBeLessThan(0.2);
    expect(Array.from(solver.boneStrengths)).toEqual([1, 1, 1]);
    // Once the band is restored, the bone does not fade. Its strength carries over to another system.
    await solver.edit(edits({}), UNWATCHED);
    await solver.iterate(30, UNWATCHED);
    expect(parts(solver)[1]).toBeGreaterThan(0.5);
    const next = await solverOf(input, MILD);
    next.startFrom(solver.weights(), solver.boneStrengths);
    await next.iterate(1, UNWATCHED);
    expect(parts(next)[1]).toBeGreaterThan(0.5);
  });

  it("leaves most of a bone free that is nearly all border", async () => {
    const input = tubeInput(7, 4);
    // A fourth bone on one ring. All of its support is border.
    const { offsets, bones, values } = input.heat;
    const ring = (i: number) => i >= 24 && i < 30;
    const rows = Array.from({ length: offsets.length - 1 }, (_, i) => {
      const row: [number, number][] = [];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        if (bones[e] !== 3) row.push([bones[e], ring(i) ? 0.5 * values[e] : values[e]]);
      }
      if (ring(i)) row.push([3, 0.5]);
      return row.length > 0 ? row : ([[2, 1]] as [number, number][]);
    });
    const heat = packWeights(rows);
    const solver = await solverOf({ ...input, heat }, {});
    const { plan } = solver;
    let [held, all] = [0, 0];
    for (let i = 0; i < plan.vertexCount; i++) {
      const entry = supportEntry(plan, i, 3);
      if (entry < 0) continue;
      const mass = plan.ring.masses[i] * heat.values[entry];
      all += mass;
      if (inside(solver).held.constraints.at(i).some((one) => one.entry === entry && one.value === 0)) held += mass; // biome-ignore format: one line
    }
    expect(all).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(0.25 * all);
    await solver.iterate(15, UNWATCHED);
    expect(parts(solver)[3]).toBeGreaterThan(0.5);
  });
});
