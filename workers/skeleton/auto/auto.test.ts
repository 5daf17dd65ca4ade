import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ExtractResult } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { EXTRACT_DEFAULTS, type ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { extractSkeleton } from "../extract";
import { percentOf, residualsOf } from "../report/residuals";
import { mergedInto } from "../still/merge-still";
import { type Limbs, limbs } from "../testing/limbs";
import { sampleSize } from "./start/sample-vertices";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

function extract(sequence: MeshSequence, bones: number, settings: Partial<ExtractSettings> = {}) {
  const input = { sequence, from: null, settings: { ...EXTRACT_DEFAULTS, bones, ...settings } };
  return extractSkeleton(input, makeSerial, { ...UNWATCHED, partial() {} });
}

/** The true bone for each found bone: the one with which it shares most weight. */
function truthOf(found: Rig, { rig: truth }: Limbs): number[] {
  const shared = found.bones.map(() => new Float64Array(truth.bones.length));
  for (let i = 0; i < found.rest.length / 3; i++) {
    for (let a = found.weights.offsets[i]; a < found.weights.offsets[i + 1]; a++) {
      for (let b = truth.weights.offsets[i]; b < truth.weights.offsets[i + 1]; b++) {
        shared[found.weights.bones[a]][truth.weights.bones[b]] +=
          found.weights.values[a] * truth.weights.values[b];
      }
    }
  }
  return shared.map((row) => row.indexOf(Math.max(...row)));
}

/**
 * Links of the found rig as pairs of true bones, and the largest distance of a joint from its true place, in percent of
 * the diagonal.
 */
function compared({ rig: found, report }: ExtractResult, truth: Limbs): { edges: string[]; worst: number } {
  const numbers = truthOf(found, truth);
  const diagonal = restDiagonal(truth.sequence);
  const axes = report.joints.map(({ axis }) => axis);
  let worst = 0;
  const edges = found.bones.flatMap(({ parent, head }, j) => {
    if (parent < 0) return [];
    const [a, b] = [numbers[j], numbers[parent]].sort((p, q) => p - q);
    const child = truth.parents[b] === a ? b : a;
    const off = head.map((x, c) => x - truth.joints[3 * child + c]);
    // Any place on a hinge's axis is right.
    const along = axes[j] ? off.reduce((sum, x, c) => sum + x * axes[j]![c], 0) : 0;
    const miss = Math.hypot(...off.map((x, c) => x - along * (axes[j]?.[c] ?? 0)));
    worst = Math.max(worst, (100 * miss) / diagonal);
    return [`${a}-${b}`];
  });
  return { edges: edges.sort(), worst };
}

/** The largest distance that a bone's joint opens in any frame, relative to the diagonal. */
function widestGap(sequence: MeshSequence, { bones, motion }: Rig): number {
  let widest = 0;
  for (let at = 0; at < motion.length; at += 12 * bones.length) {
    bones.forEach(({ parent, head }, j) => {
      if (parent < 0) return;
      for (let row = 0; row < 12; row += 4) {
        const [m, p] = [at + 12 * j + row, at + 12 * parent + row];
        let gap = motion[m + 3] - motion[p + 3];
        for (let c = 0; c < 3; c++) gap += (motion[m + c] - motion[p + c]) * head[c];
        widest = Math.max(widest, Math.abs(gap));
      }
    });
  }
  return widest / restDiagonal(sequence);
}

describe("auto finds the skeleton of a generated character", () => {
  const chain = [-1, 0, 1, 2, 3];
  const branches = [-1, 0, 1, 0, 3, 0, 5];
  it.each([
    { name: "a chain of ball joints", truth: limbs(chain, 1) },
    { name: "a chain of hinges", truth: limbs(chain, 2, { hinges: true }) },
    { name: "branches", truth: limbs(branches, 3) },
    { name: "branches whose limbs are separate shells", truth: limbs(branches, 4, { rigid: true }) },
    { name: "four frames", truth: limbs(branches, 5, { frames: 4 }) },
    { name: "two parts", truth: limbs([-1, 0, 1, -1, 3], 6) },
  ])("$name", async ({ truth }) => {
    const found = await extract(truth.sequence, truth.parents.length);
    const { rig, report } = found;
    const { edges, worst } = compared(found, truth);
    expect(edges).toEqual(truth.edges);
    expect(worst).toBeLessThan(0.1);
    expect(report.rmsePercentStrict).toBeLessThan(0.01);
    expect(report.roots).toBe(truth.parents.filter((p) => p < 0).length);
    expect(widestGap(truth.sequence, rig)).toBeLessThan(1e-6);
  });
});

describe("auto", () => {
  const truth = limbs([-1, 0, 1, 0, 3], 7);

  describe("from bones that are given", () => {
    const from = {
      ...truth.rig,
      bones: truth.rig.bones.map((bone, j) => ({ ...bone, parent: truth.parents[j] })),
    };
    const settings = { ...EXTRACT_DEFAULTS, influences: 4 };
    const task = { ...UNWATCHED, partial() {} };

    it("tries the tree that they have", async () => {
      const input = { sequence: truth.sequence, from, settings };
      const { report } = await extractSkeleton(input, makeSerial, task);
      expect(report.trees![0].name).toBe("given");
      expect(report.trees![0].rmsePercent).toBeLessThan(0.001);
      const loose = await extractSkeleton({ ...input, from: truth.rig }, makeSerial, task);
      expect(loose.report.trees!.map(({ name }) => name)).not.toContain("given");
    });

    it("keeps their tree under another root", async () => {
      const { rig, report } = await extractSkeleton(
        { sequence: truth.sequence, from, settings: { ...settings, root: from.bones[4].name } },
        makeSerial,
        task,
      );
      expect(rig.bones[0].name).toBe(from.bones[4].name);
      expect(report.trees![0]).toMatchObject({ name: "given" });
      expect(compared({ rig, report } as ExtractResult, truth).edges).toEqual(truth.edges);
    });

    it("drops the influences with the least effect if vertices have too many", async () => {
      const random = createRandom(21);
      const rows = Array.from({ length: truth.sequence.vertexCount }, () =>
        from.bones.map((_, j): [number, number] => [j, 0.1 + random.next()]),
      );
      const given = { ...from, weights: packWeights(rows) };
      const asked = { ...settings, influences: 2 };
      const input = { sequence: truth.sequence, from: given, settings: asked };
      const { rig, report } = await extractSkeleton(input, makeSerial, task);
      expect(maxInfluences(rig.weights)).toBeLessThanOrEqual(2);
      expect(report.rmsePercentStrict).toBeLessThan(0.2);
    });
  });

  describe("where a joint never moves", () => {
    const stiff = limbs([-1, 0, 1, 2], 14, { still: [2] });
    const joint = stiff.joints.slice(6, 9);
    const off = (place: readonly number[]) =>
      (100 * Math.hypot(...place.map((x, c) => x - joint[c]))) / restDiagonal(stiff.sequence);

    it("notes where the joint may be", async () => {
      const { rig, report } = await extract(stiff.sequence, 3);
      expect(rig.bones.length).toBe(3);
      expect(report.rmsePercentStrict).toBeLessThan(0.01);
      expect(report.still!.length).toBe(1);
      expect(off(report.still![0].position)).toBeLessThan(6);
      expect(report.notes.join(" ")).toContain("a joint that never moves may be at that place");
    });

    it("splits it off on request, and reports it as not determined", async () => {
      const bones = stiff.rig.bones.map((bone, j) => ({ ...bone, parent: stiff.parents[j] }));
      const from = mergedInto({ ...stiff.rig, bones }, new Set([2]));
      const settings = { ...EXTRACT_DEFAULTS, bones: 4, splitStill: true };
      const found = await extractSkeleton({ sequence: stiff.sequence, from, settings }, makeSerial, {
        ...UNWATCHED,
        partial() {},
      });
      expect(found.rig.bones.length).toBe(4);
      const still = found.report.joints.filter(({ parent, determined }) => parent && determined === "none");
      expect(still.length).toBe(1);
      expect(off(still[0].position)).toBeLessThan(6);
      expect(found.report.rmsePercentStrict).toBeLessThan(0.01);
      expect(widestGap(stiff.sequence, found.rig)).toBeLessThan(1e-6);
    });
  });

  it("uses the requested root, and gives the same bits again", async () => {
    const [one, two] = [await extract(truth.sequence, 5), await extract(truth.sequence, 5)];
    expect(one.rig).toEqual(two.rig);
    const leaf = one.rig.bones.findLast(
      (bone) => !one.rig.bones.some((b) => one.rig.bones[b.parent] === bone),
    )!;
    const turned = await extract(truth.sequence, 5, { root: leaf.name });
    expect(turned.rig.bones[0]).toMatchObject({ name: leaf.name, parent: -1 });
    expect(compared(turned, truth).edges).toEqual(truth.edges);
  });

  it("gives the same bits on any number of threads when it searches on a sample", async () => {
    const dense = limbs([-1, 0, 1, 0, 3], 11, { frames: 21, sides: 80 });
    expect(sampleSize(dense.sequence, 5)).toBeGreaterThan(0);
    const found = [];
    for (const threads of [1, 3]) {
      const make = Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads });
      const settings = { ...EXTRACT_DEFAULTS, bones: 5 };
      const input = { sequence: dense.sequence, from: dense.rig, settings };
      found.push(await extractSkeleton(input, make, { ...UNWATCHED, partial() {} }));
    }
    expect(found[1].rig).toEqual(found[0].rig);
    expect(compared(found[0], dense).edges).toEqual(dense.edges);
    expect(found[0].report.rmsePercentStrict).toBeLessThan(0.01);
  });

  it("poses frames that were held out nearly as well as the others", async () => {
    const long = limbs([-1, 0, 1, 0, 3], 10, { frames: 12 });
    const { rig, report } = await extract(long.sequence, 5, { holdOut: 4 });
    expect(report.heldOut!.frames).toEqual([3, 7, 11]);
    expect(report.heldOut!.rmsePercent).toBeLessThan(0.02);
    expect(rig.motion.length).toBe(12 * 12 * 5);
    const posed = await residualsOf(long.sequence, rig, UNWATCHED);
    expect(percentOf(posed.error, long.sequence)).toBeLessThan(0.02);
    expect(widestGap(long.sequence, rig)).toBeLessThan(1e-6);
  });

  it("opens joints a little if they may be soft", async () => {
    const wrong = limbs([-1, 0, 1, 2], 9);
    const { sequence } = wrong;
    // The last tube grows by a fifth in every second frame, which no strict bone can follow.
    const frames = sequence.frames.slice();
    for (let k = 1; k < sequence.frameCount; k += 2) {
      const at = 3 * k * sequence.vertexCount;
      for (let i = 0; i < sequence.vertexCount; i++) frames[at + 3 * i] += 0.05 * Math.sin(i / 10);
    }
    const bent = { ...sequence, frames };
    const soft = await extract(bent, 4, { joints: "soft" });
    expect(soft.report.rmsePercent).toBeLessThan(soft.report.rmsePercentStrict);
    expect(widestGap(bent, soft.rig)).toBeGreaterThan(1e-4);
  });
});
