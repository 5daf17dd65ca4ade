import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { exemplars } from "../../exemplars";
import { segment, skeletonOf } from "../../testing/bindables";
import type { ArapInput } from "../arap-plan";
import { BARE, blended, solverOf, strainByDefinition, tube } from "../testing/cases";

const POSES = 6;

/**
 * A tube whose two bones have no common parent. In the poses the second bone is displaced at random; `joined` has the
 * same poses without that.
 */
function apart(seed: number): { input: ArapInput; joined: Float64Array } {
  const mesh = tube(10, 8, seed);
  const heat = blended(mesh, 2, 0.35);
  const bones = (parent: number) =>
    skeletonOf(segment(-1, [0, 0, 0], [5, 0, 0]), segment(parent, [5, 0, 0], [10, 0, 0]));
  const joined = exemplars(bones(0), POSES, createRandom(seed)).motions;
  const random = createRandom(seed + 1);
  const motions = joined.map((x, n) => (n % 24 >= 12 && n % 4 === 3 ? x + 5 * random.normal() : x));
  return { input: { mesh, heat, bones: 2, motions, segments: bones(-1).segments }, joined };
}

describe("skeletons in several parts", () => {
  it("are put together: the second part returns to the joint, and the energy equals that of the joined skeleton", async () => {
    const { input, joined } = apart(3);
    const solver = await solverOf(input, { clusters: 1e9 });
    expect(solver.plan.components.count).toBe(2);
    const together = await solverOf({ ...input, motions: joined, segments: undefined }, { clusters: 1e9 });
    const [figures] = (await solver.iterate(8, UNWATCHED)).slice(-1);
    const [truth] = (await together.iterate(8, UNWATCHED)).slice(-1);
    expect(figures.strain).toBeLessThan(1.02 * truth.strain);
    const { motions } = solver.poses();
    let off = 0;
    for (let pose = 0; pose < POSES; pose++) {
      const image = (j: number) => {
        const at = 24 * pose + 12 * j;
        return [0, 4, 8].map((r) => 5 * motions[at + r] + motions[at + r + 3]);
      };
      const [a, b] = [image(0), image(1)];
      off += Math.hypot(...a.map((x, c) => x - b[c])) / POSES;
      // The first part stays.
      for (let n = 0; n < 12; n++) expect(motions[24 * pose + n]).toBe(input.motions[24 * pose + n]);
    }
    // The tube has a radius of 1.6, and its half was displaced by about 8.
    expect(off).toBeLessThan(0.5);
  });

  it("are shifted to where the energy by definition is least, by finite differences", async () => {
    const { input } = apart(5);
    const solver = await solverOf(input, { ...BARE, clusters: 1e9, steps: 0 });
    // The heat weights stay, and only shifts change.
    await solver.iterate(40, UNWATCHED);
    const rows = { ...input.heat, values: solver.weights().values };
    const found = solver.poses().motions;
    const strain = (motions: ArrayLike<number>) => strainByDefinition(solver.plan, rows, { motions }).strain;
    const least = strain(found);
    for (let pose = 0; pose < 2; pose++) {
      for (const r of [3, 7, 11]) {
        const moved = [1e-2, -1e-2].map((d) => {
          const changed = Float64Array.from(found);
          changed[24 * pose + 12 + r] += d;
          return strain(changed);
        });
        const curvature = (moved[0] + moved[1] - 2 * least) / 1e-4;
        expect(curvature).toBeGreaterThan(0);
        // Distance from the minimum, in units of a tube of length 10.
        expect(Math.abs(moved[0] - moved[1]) / 2e-2 / curvature).toBeLessThan(2e-3);
      }
    }
  });

  it("never raise the energy, with shifts, rotations and weights in turn", async () => {
    const { input } = apart(7);
    const solver = await solverOf(input, { ...BARE, clusters: 1e9 });
    const figures = await solver.iterate(12, UNWATCHED);
    figures.slice(1).forEach(({ objective }, n) => {
      expect(objective).toBeLessThan(figures[n].objective * (1 + 1e-10));
    });
    const rows = { ...input.heat, values: (solver as unknown as { memory: { weights: Float64Array } }).memory.weights }; // biome-ignore format: one value
    const own = strainByDefinition(solver.plan, rows, solver.poses()).strain;
    expect(Math.abs((await solver.energy(UNWATCHED)) - own)).toBeLessThan(1e-9);
  });

  it("are also put together in the poses that judge weights", async () => {
    const { input } = apart(9);
    const solver = await solverOf(input, { clusters: 1e9 });
    await solver.iterate(6, UNWATCHED);
    const unseen = apart(9).input.motions;
    const settled = await solver.heldOutEnergy(unseen, UNWATCHED);
    expect(settled).toBeLessThan(1.05 * (await solver.energy(UNWATCHED)));
    const thrown = strainByDefinition(solver.plan, solver.weights(), { motions: unseen }).strain;
    expect(thrown).toBeGreaterThan(5 * settled);
  });

  it("settle independently in every pose, also with an odd number of poses", async () => {
    const { input } = apart(15);
    const solver = await solverOf(input, { ...BARE, clusters: 1e9 });
    const motions = input.motions as Float64Array;
    const each: number[] = [];
    for (let pose = 0; pose < POSES - 1; pose++) {
      each.push(await solver.heldOutEnergy(motions.slice(24 * pose, 24 * pose + 24), UNWATCHED));
    }
    const all = await solver.heldOutEnergy(motions.slice(0, 24 * (POSES - 1)), UNWATCHED);
    expect(Math.abs(all / (each.reduce((sum, e) => sum + e, 0) / each.length) - 1)).toBeLessThan(1e-12);
  });

  it("stay in place if no edge joins them", async () => {
    const { input } = apart(11);
    const own = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: input.heat.offsets.length }, (_, i) => i),
      bones: new Uint16Array(input.heat.offsets.length - 1),
      values: new Float32Array(input.heat.offsets.length - 1).fill(1),
    };
    const solver = await solverOf({ ...input, heat: own }, {});
    await solver.iterate(2, UNWATCHED);
    expect(Array.from(solver.poses().motions)).toEqual(Array.from(input.motions));
  });

  it("stay in place if only rounding joins them", async () => {
    const { input } = apart(13);
    const V = input.heat.offsets.length - 1;
    const random = createRandom(13);
    // One part has all the weight except for the rounding of a normalisation in f32.
    const heat = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: V + 1 }, (_, i) => 2 * i),
      bones: Uint16Array.from({ length: 2 * V }, (_, e) => e % 2),
      values: new Float32Array(2 * V).map((_, e) => (e % 2 === 0 ? 1 - 1e-7 : 1e-7 * random.next())),
    };
    const solver = await solverOf({ ...input, heat }, { ...BARE, steps: 0 });
    await solver.iterate(3, UNWATCHED);
    expect(Array.from(solver.poses().motions)).toEqual(Array.from(input.motions));
  });
});
