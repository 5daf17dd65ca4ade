import { describe, expect, it } from "vitest";
import type { WeightsResult } from "../../model/reports/weight-report";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import {
  publishedWeights,
  WEIGHT_DEFAULTS,
  type WeightSettings,
  weightsAreAsPublished,
} from "../../model/weights/weight-settings";
import { ringWeights } from "../arap/system/ring-weights";
import { chain, reusedParallel, segment, skeletonOf, tube } from "../testing/bindables";
import { findWeights } from "./find-weights";
import { EditMailbox } from "./input/edit-mailbox";

const MESH = tube([0, 0, 0], [6, 0, 0], 0.8, 31, 12);
const BONES = chain([0, 0, 0], [1.2, 0, 0], [2.2, 0, 0], [4, 0, 0], [6, 0, 0]);
const BASE: WeightSettings = {
  ...WEIGHT_DEFAULTS,
  exemplars: 12,
  clusters: 60,
  clusterings: 3,
  iterations: 8,
};
const makeParallel = reusedParallel();

const found = (settings: Partial<WeightSettings>, skeleton: Skeleton = BONES): Promise<WeightsResult> =>
  findWeights(
    { mesh: MESH, skeleton, settings: { ...BASE, ...settings }, edits: NO_WEIGHT_EDITS, from: null, stay: false },
    makeParallel,
    new EditMailbox(() => {}),
    UNWATCHED,
    () => {},
  ); // biome-ignore format: one call

/** Dense rows, V·B. */
function rows({ weights }: WeightsResult, bones = BONES.segments.length): Float64Array {
  const out = new Float64Array(bones * (weights.offsets.length - 1));
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      out[bones * i + weights.bones[e]] = weights.values[e];
    }
  }
  return out;
}

const apart = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, w, n) => Math.max(most, Math.abs(w - b[n])), 0);
const fromHeat = (result: WeightsResult) => apart(rows(result), rows({ ...result, weights: result.heat }));

/** Σ Λ |mean of the ring − weight|². */
function roughness(result: WeightsResult): number {
  const bones = BONES.segments.length;
  const { masses, offsets, neighbours, shares } = ringWeights(MESH);
  const w = rows(result);
  let sum = 0;
  for (let n = 0; n < w.length; n++) {
    const i = Math.floor(n / bones);
    let off = -w[n];
    for (let e = offsets[i]; e < offsets[i + 1]; e++)
      off += shares[e] * w[bones * neighbours[e] + (n % bones)];
    sum += masses[i] * off ** 2;
  }
  return sum;
}

describe("each setting has its effect", () => {
  it("exemplars: more of them lower the strain of unseen poses", async () => {
    const free = { proximal: 0, filter: 0, attach: false };
    const [few, many] = [await found({ ...free, exemplars: 1 }), await found({ ...free, exemplars: 40 })];
    expect([few.report.exemplars, many.report.exemplars]).toEqual([1, 40]);
    expect(many.report.heldOutEnergy).toBeLessThan(few.report.heldOutEnergy);
  });

  it("iterations and tolerance: how long the optimisation runs", async () => {
    const none = await found({ iterations: 0 });
    expect(none.report.energyPerIteration).toEqual([]);
    expect(fromHeat(none)).toBeLessThan(1e-6);
    expect((await found({ iterations: 2, tolerance: 0 })).report.energyPerIteration.length).toBe(2);
    const [strict, loose] = [
      await found({ iterations: 60, tolerance: 1e-5 }),
      await found({ iterations: 60, tolerance: 0.5 }),
    ];
    expect(loose.report.energyPerIteration.length).toBeLessThan(strict.report.energyPerIteration.length);
  });

  it("proximal: a larger value gives weights nearer to heat, and more strain", async () => {
    const [none, some, much] = [
      await found({ proximal: 0 }),
      await found({ proximal: 0.01 }),
      await found({ proximal: 1 }),
    ];
    expect(fromHeat(much)).toBeLessThan(0.7 * fromHeat(some));
    expect(fromHeat(some)).toBeLessThan(fromHeat(none));
    expect(none.report.heldOutEnergy).toBeLessThan(much.report.heldOutEnergy);
  });

  it("filter and harmonic: weights get smoother", async () => {
    const [plain, filtered, harmonic] = [
      await found({ filter: 0 }),
      await found({ filter: 0.8 }),
      await found({ filter: 0, harmonic: 0.5 }),
    ];
    expect(roughness(filtered)).toBeLessThan(0.9 * roughness(plain));
    expect(roughness(harmonic)).toBeLessThan(0.9 * roughness(plain));
  });

  it("clusters and clusterings: more rotations fit the poses better", async () => {
    const first = async (settings: Partial<WeightSettings>) =>
      (await found({ iterations: 1, ...settings })).report.energyPerIteration[0];
    expect(await first({ clusters: 1e6 })).toBeLessThan(await first({ clusters: 60 }));
    expect(await first({ clusters: 60 })).toBeLessThan(await first({ clusters: 6 }));
    const [one, many] = [await found({ clusterings: 1 }), await found({ clusterings: 6 })];
    expect(apart(rows(one), rows(many))).toBeGreaterThan(1e-4);
  });

  it("solver: both reach the same weights", async () => {
    const settings = { tolerance: 0, iterations: 20 };
    const [iterative, exact] = [
      await found({ ...settings, solver: "iterative" }),
      await found({ ...settings, solver: "exact" }),
    ];
    expect(apart(rows(iterative), rows(exact))).toBeLessThan(1e-3);
    expect(exact.report.bytes).not.toBe(iterative.report.bytes);
  });

  it("negative: holding weights at 0 leaves fewer negative ones before the clean-up than allowing them", async () => {
    const free = { proximal: 0, filter: 0, attach: false, neumann: false, keptSum: 0.9999, keptPart: 1e-4 };
    const below = async (negative: WeightSettings["negative"]) => {
      const result = await found({ ...free, negative, iterations: 30, tolerance: 0 });
      expect(Math.min(...result.weights.values)).toBeGreaterThan(0);
      return result.report.negativeWeights;
    };
    const [allowed, held] = [await below("keep"), await below("constrain")];
    expect(allowed).toBeGreaterThan(0);
    expect(held).toBeLessThan(0.5 * allowed);
  });

  it("attach and Neumann: automatic constraints", async () => {
    // Only borders where heat is nearly 0 are held.
    const wide = { keptSum: 0.99, keptPart: 0.01 };
    const kinds = async (settings: Partial<WeightSettings>) =>
      new Set((await found({ iterations: 1, ...settings })).report.held.map(({ kind }) => kind));
    expect(await kinds({ ...wide, neumann: false })).not.toContain("neumann");
    expect(await kinds({ attach: false })).not.toContain("attach");
    expect(await kinds({ ...wide, attach: false })).toContain("neumann");
    expect(await kinds({ neumann: false })).toContain("attach");
  });

  it("attach from and borders up to: which weights are held", async () => {
    const bones = BONES.segments.length;
    const { offsets, neighbours } = ringWeights(MESH);
    for (const [attachFrom, bordersUpTo] of [
      [0.9, 0.02],
      [0.5, 1],
      [0.95, 0.1],
    ]) {
      const result = await found({ iterations: 1, keptSum: 0.99, keptPart: 0.01, attachFrom, bordersUpTo });
      const heat = rows({ ...result, weights: result.heat });
      const { held } = result.report;
      const ring = (i: number) => Array.from(neighbours.subarray(offsets[i], offsets[i + 1]));
      const attached = new Set(
        held.flatMap(({ kind, vertex, bone }) => (kind === "attach" ? [vertex * bones + bone] : [])),
      );
      // All vertices of a straight tube see their bones.
      heat.forEach((w, n) => {
        const isPeak = ring(Math.floor(n / bones)).every((v) => heat[v * bones + (n % bones)] < w);
        expect(attached.has(n)).toBe(isPeak && w > attachFrom);
      });
      const borders = held.filter(({ kind }) => kind === "neumann");
      for (const { vertex, bone } of borders) {
        expect(heat[vertex * bones + bone]).toBeLessThanOrEqual(bordersUpTo + 1e-6);
        expect(ring(vertex).some((v) => heat[v * bones + bone] === 0)).toBe(true);
      }
    }
  });

  it("as published: every setting of the paper at once, with valid weights of its own", async () => {
    const [own, published] = [await found({}), await found(publishedWeights(true))];
    expect(weightsAreAsPublished({ ...BASE, ...publishedWeights(true) })).toBe(true);
    expect({ ...BASE, ...publishedWeights(true), ...publishedWeights(false) }).toEqual(BASE);
    const borders = ({ report }: WeightsResult) =>
      report.held.filter(({ kind }) => kind === "neumann").length;
    expect(borders(published)).toBeGreaterThan(borders(own));
    expect(apart(rows(own), rows(published))).toBeGreaterThan(0.01);
    const w = rows(published);
    expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
    for (let i = 0; i < w.length; i += BONES.segments.length) {
      const sum = w.subarray(i, i + BONES.segments.length).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  it("least bones, kept sum and kept part: how many bones a vertex has", async () => {
    const unknowns = async (settings: Partial<WeightSettings>) =>
      (await found({ iterations: 0, ...settings })).report.unknownsPerVertex;
    const usual = await unknowns({});
    expect(await unknowns({ leastBones: 4 })).toBe(3);
    expect(await unknowns({ keptSum: 0.9999, keptPart: 1e-3 })).toBeGreaterThan(usual);
    expect(await unknowns({ keptSum: 0.6, keptPart: 0.9 })).toBeLessThan(usual);
  });

  it("as rigid as desired: other weights if a bone stretches, the same if none does", async () => {
    const limits = { swing: 0.5, twist: [0, 0] as [number, number], stretch: [0.6, 1.6] as [number, number] };
    const stretching = skeletonOf(
      segment(-1, [0, 0, 0], [3, 0, 0], "stretch-twist", limits),
      segment(0, [3, 0, 0], [6, 0, 0]),
    );
    const both = async (skeleton: Skeleton) => {
      const made: Float64Array[] = [];
      for (const asRigidAsDesired of [false, true])
        made.push(rows(await found({ asRigidAsDesired }, skeleton), skeleton.segments.length));
      return apart(made[0], made[1]);
    };
    expect(await both(stretching)).toBeGreaterThan(1e-3);
    expect(await both(BONES)).toBe(0);
  });

  it("influences and bones of a spine: the resulting rig", async () => {
    const spine = skeletonOf(segment(-1, [0, 0, 0], [3, 0, 0], "spine"), segment(0, [3, 0, 0], [6, 0, 0]));
    for (const [influences, spineBones] of [
      [2, 3],
      [3, 7],
    ]) {
      const { rig } = (await found({ influences, spineBones, iterations: 1 }, spine)).bound;
      expect(rig.bones.length).toBe(spineBones + 1);
      const { offsets } = rig.weights;
      const most = offsets.slice(1).reduce((all, end, i) => Math.max(all, end - offsets[i]), 0);
      expect(most).toBe(influences);
    }
  });
});
