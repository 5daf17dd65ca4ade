import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { exemplars } from "../exemplars";
import { bonePoses, rigOfWeights } from "../rig-of-weights";
import { segment, skeletonOf } from "../testing/bindables";
import { bentInput, solverOf, tubeInput } from "./testing/cases";

describe("weights of bones that bend", () => {
  it("have the energy of many small rigid bones, the more exactly the more bones there are", async () => {
    const input = bentInput(4);
    const settings = { attach: false, neumann: false, clusters: 1e9 };
    const solver = await solverOf(input, settings);
    const energy = await solver.energy(UNWATCHED);
    const skeleton = { version: 1 as const, segments: [...input.segments!] };
    const off: number[] = [];
    for (const spineBones of [8, 32, 128]) {
      // Hats are constant at the ends, so more of them are needed there.
      const { rig } = rigOfWeights(skeleton, input.heat, input.mesh.positions, { spineBones, influences: 0 });
      const poses = { motions: input.motions as Float64Array, bends: input.bends as Float64Array };
      const motions = bonePoses(skeleton, poses, spineBones);
      const many = await solverOf(
        { mesh: input.mesh, heat: rig.weights, bones: rig.bones.length, motions },
        settings,
      );
      off.push(Math.abs((await many.energy(UNWATCHED)) / energy - 1));
    }
    expect(off[0]).toBeLessThan(0.3);
    expect(off[1]).toBeLessThan(off[0]);
    expect(off[2]).toBeLessThan(Math.min(0.01, off[1]));
  });

  it("equal those of rigid bones if no pose bends", async () => {
    const input = bentInput(5);
    const straight = Float64Array.from(input.bends!, (x, n) => (n % 5 === 3 ? 0 : n % 5 === 4 ? 1 : x));
    const settings = { clusters: 9, steps: 200 };
    const [bending, rigid] = [
      await solverOf({ ...input, bends: straight }, settings),
      await solverOf({ ...input, bends: undefined, segments: undefined }, settings),
    ];
    const [a, b] = [await bending.iterate(4, UNWATCHED), await rigid.iterate(4, UNWATCHED)];
    a.forEach(({ objective }, n) => {
      expect(Math.abs(objective - b[n].objective)).toBeLessThan(1e-7);
    });
    expect(rigid.plan.pieces.count).toBe(3);
    expect(bending.plan.pieces.count).toBeGreaterThan(4);
  });

  it("lose energy at every step, also in poses that were not fitted", async () => {
    const input = bentInput(6, 20);
    const solver = await solverOf(input, {
      attach: false,
      neumann: false,
      filter: 0,
      negative: "keep",
      keepBones: false,
    });
    const skeleton = { version: 1 as const, segments: [...input.segments!] };
    const unseen = exemplars(skeleton, 20, createRandom(77));
    const before = await solver.heldOutEnergy(unseen, UNWATCHED);
    const figures = await solver.iterate(12, UNWATCHED);
    figures.slice(1).forEach(({ objective }, n) => {
      expect(objective).toBeLessThan(figures[n].objective * (1 + 1e-9));
    });
    expect(await solver.heldOutEnergy(unseen, UNWATCHED)).toBeLessThan(0.9 * before);
  });
});

describe("virtual segments", () => {
  it("move nothing, and only carry their children", async () => {
    const { segments } = skeletonOf(
      segment(-1, [0, 0, 0], [3, 0, 0]),
      segment(0, [3, 0, 0], [5, 0, 0], "virtual"),
      segment(1, [5, 0, 0], [8, 0, 0]),
    );
    const { motions } = exemplars({ version: 1, segments }, 6, createRandom(2));
    const input = { ...tubeInput(3, 2), motions, segments, bones: 3 };
    const over = { ...input.heat, bones: input.heat.bones.map((j) => 2 * j) };
    const solver = await solverOf({ ...input, heat: over }, {});
    expect(solver.plan.components.count).toBe(1);
    const own = motions.filter((_, n) => Math.floor(n / 12) % 3 !== 1);
    const without = await solverOf({ ...input, bones: 2, motions: own, segments: undefined }, {});
    const [a, b] = [await solver.iterate(3, UNWATCHED), await without.iterate(3, UNWATCHED)];
    a.forEach(({ strain }, n) => {
      expect(Math.abs(strain / b[n].strain - 1)).toBeLessThan(1e-9);
    });
    expect(solver.weights().bones).not.toContain(1);
  });
});
