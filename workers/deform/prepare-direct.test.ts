import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { type MakeParallel, Serial } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { DEFORM_DEFAULTS, type DeformSettings } from "../model/deform";
import { CancelledError } from "../model/errors";
import { UNWATCHED } from "../model/task";
import { aSecondPerReading } from "../testing/fake-clock";
import { numbersBetween } from "../testing/numbers-between";
import { DirectCache } from "./direct/direct-cache";
import { prepareDirect } from "./prepare";
import { rigidBar, untidyMesh } from "./testing/meshes";
import { compare, prepare, resultOf, sourceOf } from "./testing/prepared";

describe("prepareDirect", () => {
  it("equals solving on the whole mesh, minus negligible entries", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.constantFrom("cotangent" as const, "uniform" as const),
        numbersBetween(0.05, 8),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (seed, laplacian, lambda, iterations, painted) => {
          const source = sourceOf(seed % 2 ? rigidBar(40, 2, 9) : untidyMesh(9, seed));
          const random = createRandom(seed);
          const paint = () =>
            painted
              ? Float32Array.from({ length: source.rest.length / 3 }, () =>
                  Math.max(0, 1.3 * random.next() - 0.3),
                )
              : null;
          const settings: DeformSettings = {
            ...DEFORM_DEFAULTS,
            bind: seed % 3 ? "rig" : "rigid",
            laplacian,
            lambda,
            kappa: lambda / 4,
            iterations,
            painted: { lambda: paint(), kappa: paint(), alpha: null },
          };
          const data = await prepare(source, settings);
          const { shares, first, second } = await compare(source, settings, data);
          // `negligible` is 1e-5 and moves centres by at most that, and f32 adds 6e-8.
          expect(shares).toBeLessThan(3e-5);
          expect(first).toBeLessThan(1e-4);
          expect(second).toBeLessThan(2e-4);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("leaves out most of the traces of far bones", async () => {
    const source = sourceOf(rigidBar(80, 2, 12));
    const { dropped } = await compare(source, DEFORM_DEFAULTS, await prepare(source, DEFORM_DEFAULTS));
    expect(dropped).toBeGreaterThan(0.3);
  });

  it("solves only the changed part again, with the same bits as a first computation", async () => {
    const source = sourceOf(untidyMesh(5, 4));
    const count = source.rest.length / 3;
    const painted = (value: number) => new Float32Array(count).fill(value);
    const cache = new DirectCache();
    const base = DEFORM_DEFAULTS;
    const changes: [Partial<DeformSettings>, number][] = [
      [{}, 2],
      [{}, 0],
      [{ alpha: 0.9 }, 0],
      [{ painted: { ...base.painted, alpha: painted(0.3) } }, 0],
      [{ slideOfBone: new Float32Array(5).fill(0.2) }, 0],
      [{ kappa: 0.3 }, 1],
      [{ kappa: 0.3, lambda: 2 }, 1],
      [{ kappa: 0.3, lambda: 2, painted: { ...base.painted, lambda: painted(0.5) } }, 1],
      [{ kappa: 0.3, lambda: 2, painted: { ...base.painted, lambda: painted(0.5) } }, 0],
      [{ kappa: 0.3, lambda: 2, iterations: 7 }, 2],
      [{ scheme: "explicit", kappa: 0.3 }, 2],
      [{ bind: "rig" }, 2],
      [{ laplacian: "uniform" }, 2],
      [{ laplacian: "uniform", joinReach: 0 }, 2],
      [{}, 2],
    ];
    for (const [change, solved] of changes) {
      // The page sends a copy each time.
      const again = await prepare(structuredClone(source), { ...base, ...change }, cache);
      const fresh = await prepare(source, { ...base, ...change });
      expect(again.solved, JSON.stringify(Object.keys(change))).toBe(solved);
      expect(resultOf(again)).toEqual(resultOf(fresh));
      // The caller may change or transfer the result.
      again.moments.fill(0);
    }
    const moved = { ...source, rest: source.rest.map((x) => 2 * x) };
    expect((await prepare(moved, base, cache)).solved).toBe(2);
  });

  it("makes a solver only if there is something to solve", async () => {
    const source = sourceOf(rigidBar(6, 2));
    const cache = new DirectCache();
    let made = 0;
    const counting: MakeParallel = Object.assign(
      async (bytes: number) => {
        made++;
        return new Serial(new Arena(bytes, false));
      },
      { threads: 1 },
    );
    for (const [change, expected] of [
      [{}, 1],
      [{}, 1],
      [{ alpha: 0.7 }, 1],
      [{ kappa: 0.3 }, 2],
    ] as const) {
      await prepareDirect(source, { ...DEFORM_DEFAULTS, ...change }, counting, UNWATCHED, cache);
      expect(made).toBe(expected);
    }
  });

  it("keeps its data when the result is transferred to another thread", async () => {
    const source = sourceOf(rigidBar(3, 30));
    const cache = new DirectCache();
    const { seconds, solved, ...arrays } = await prepare(source, DEFORM_DEFAULTS, cache);
    const views = [arrays, arrays.bound, arrays.strengths].flatMap((of) => Object.values(of));
    const transfer = views.filter((x) => ArrayBuffer.isView(x)).map((view) => view.buffer as ArrayBuffer);
    structuredClone(arrays, { transfer });
    expect(arrays.bound.values).toHaveLength(0);
    expect((await prepare(source, { ...DEFORM_DEFAULTS, kappa: 0.2 }, cache)).solved).toBe(1);
    expect((await prepare(source, { ...DEFORM_DEFAULTS, kappa: 0.2, alpha: 0.9 }, cache)).solved).toBe(0);
  });

  it("runs one preparation after the other", async () => {
    const source = sourceOf(rigidBar(20, 3, 4));
    const cache = new DirectCache();
    const settings = [0.05, 0.1, 0.05].map((kappa) => ({ ...DEFORM_DEFAULTS, kappa }));
    const all = await Promise.all(settings.map((each) => prepare(source, each, cache)));
    expect(all.map(({ solved }) => solved)).toEqual([2, 1, 1]);
    expect(resultOf(all[2])).toEqual(resultOf(all[0]));
  });

  it("stops at every checkpoint when cancelled, and the kept data stay complete", async () => {
    const source = sourceOf(rigidBar(20, 3, 4));
    const cache = new DirectCache();
    const fresh = await prepare(source, DEFORM_DEFAULTS);
    let finished = false;
    for (let after = 0; !finished; after++) {
      let left = after;
      const stop = {
        ...UNWATCHED,
        async checkpoint() {
          if (left-- === 0) throw new CancelledError();
        },
      };
      const result = await prepare(source, DEFORM_DEFAULTS, cache, stop).catch((error) => error);
      finished = !(result instanceof CancelledError);
      if (finished) expect(resultOf(result)).toEqual(resultOf(fresh));
    }
  });

  it("gives vertices painted to zero, and isolated ones, their own weights", async () => {
    const mesh = untidyMesh(6, 11);
    const source = sourceOf(mesh);
    const still = new Float32Array(source.rest.length / 3).map((_, i) => (i % 3 ? 1 : 0));
    const settings = {
      ...DEFORM_DEFAULTS,
      bind: "rig",
      painted: { lambda: still, kappa: still, alpha: null },
    } as const;
    const { offsets, bones, psi, smooth, centres } = await prepare(source, settings);
    const faces = new Set(mesh.triangles);
    let isolated = 0;
    for (let i = 0; i < still.length; i++) {
      if (still[i] > 0 && faces.has(i)) continue;
      if (!faces.has(i)) isolated++;
      const own = new Map<number, number>();
      for (let e = source.weights.offsets[i]; e < source.weights.offsets[i + 1]; e++) {
        own.set(source.weights.bones[e], source.weights.values[e]);
      }
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        expect(Math.abs(psi[e] - (own.get(bones[e]) ?? 0))).toBeLessThan(1e-6);
        expect(Math.abs(smooth[e] - (own.get(bones[e]) ?? 0))).toBeLessThan(1e-6);
      }
      for (let c = 0; c < 3; c++) expect(centres[3 * i + c]).toBeCloseTo(source.rest[3 * i + c], 4);
    }
    expect(isolated).toBeGreaterThan(1);
  });

  it("states the seconds that have passed", async () => {
    const { seconds } = await aSecondPerReading(() => prepare(sourceOf(rigidBar(10, 2)), DEFORM_DEFAULTS));
    // This checks the unit, not how often the clock is read in between.
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThan(1000);
  });

  it("reports progress", async () => {
    const seen: string[] = [];
    const task = { ...UNWATCHED, progress: ({ phase }: { phase: string }) => void seen.push(phase) };
    await prepare(sourceOf(rigidBar(10, 2)), DEFORM_DEFAULTS, undefined, task);
    expect([...new Set(seen)]).toEqual(["Binding", "Smoothing rotations", "Smoothing translations"]);
  });
});
