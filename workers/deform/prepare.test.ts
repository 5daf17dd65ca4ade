import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { type MakeParallel, Serial } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { symmetricEigen } from "../math/symmetric-eigen";
import { DEFORM_DEFAULTS, type DeformSettings, type DeformSource, type DirectData } from "../model/deform";
import { CancelledError } from "../model/errors";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { type Task, UNWATCHED } from "../model/task";
import { aSecondPerReading } from "../testing/fake-clock";
import { numbersBetween } from "../testing/numbers-between";
import { packWeights } from "../testing/rigs";
import { plainFactors } from "./delta-mush/factors";
import { DirectCache } from "./direct/direct-cache";
import { directMoments } from "./direct/psi";
import {
  deformLaplacian,
  directSettingsOf,
  prepareDirect,
  prepareStrengths,
  weightsToSmooth,
} from "./prepare";
import { rigidBar, type TestMesh, untidyMesh } from "./testing/meshes";

const makeSerial: MakeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

function sourceOf({ rest, triangles, weights, bones }: TestMesh): DeformSource {
  const rows = Array.from({ length: rest.length / 3 }, (_, i): [number, number][] => {
    const [from, to] = [weights.offsets[i], weights.offsets[i + 1]];
    return Array.from({ length: to - from }, (_, e) => [weights.bones[from + e], weights.values[from + e]]);
  });
  return {
    rest: Float32Array.from(rest),
    triangles: Uint32Array.from(triangles),
    bones: Array.from({ length: bones }, (_, j) => ({ name: `b${j}`, parent: j - 1, head: [j, 0, 0] })),
    weights: packWeights(rows),
  };
}

const prepare = (
  source: DeformSource,
  settings: DeformSettings,
  cache?: DirectCache,
  task: Task = UNWATCHED,
) => prepareDirect(source, settings, makeSerial, task, cache);

/** Everything except the time and the list of solved parts. */
const resultOf = ({ seconds, solved, ...result }: DirectData) => result;

/**
 * The moments by solving on the whole mesh, with nothing left out, and the distance of `data` from them, relative to
 * the patches.
 */
async function compare(source: DeformSource, settings: DeformSettings, data: DirectData) {
  const bound = weightsToSmooth(source, settings.bind);
  const mesh = { rest: source.rest, laplacian: await deformLaplacian(source, bound, settings, UNWATCHED) };
  const direct = directSettingsOf(settings, prepareStrengths(source, settings));
  const count = source.bones.length;
  const truth = await directMoments(
    mesh,
    bound,
    count,
    { ...direct, negligible: 0 },
    plainFactors,
    UNWATCHED,
  );
  let [shares, first, second] = [0, 0, 0];
  for (let i = 0; i + 1 < data.offsets.length; i++) {
    const mine = new Map<number, number>();
    for (let e = data.offsets[i]; e < data.offsets[i + 1]; e++) mine.set(data.bones[e], e);
    const whole = new Float64Array(6);
    for (let f = truth.offsets[i]; f < truth.offsets[i + 1]; f++) {
      for (let c = 0; c < 6; c++) whole[c] += truth.moments[9 * f + c];
    }
    const [xx, xy, xz, yy, yz, zz] = whole;
    // A patch below a thousandth of the diagonal counts as a point.
    const size = Math.max(xx + yy + zz, 1e-6 * restDiagonal(source) ** 2);
    // Flat patches get a thickness, which is not continuous.
    const extents = symmetricEigen([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3).values;
    const solid = extents[2] > 2e-4 * size;
    for (let f = truth.offsets[i]; f < truth.offsets[i + 1]; f++) {
      const e = mine.get(truth.bones[f]);
      const of = (numbers: Float32Array, at: number) => (e === undefined ? 0 : numbers[at]);
      shares = Math.max(shares, Math.abs(truth.psi[f] - of(data.psi, e!)));
      shares = Math.max(shares, Math.abs(truth.smooth[f] - of(data.smooth, e!)));
      for (let c = 0; c < 9; c++) {
        const apart = Math.abs(truth.moments[9 * f + c] - of(data.moments, 9 * e! + c));
        if (c < 6 && solid) second = Math.max(second, apart / size);
        if (c >= 6) first = Math.max(first, apart / Math.sqrt(size));
      }
    }
  }
  return { shares, first, second, dropped: 1 - data.bones.length / truth.bones.length };
}

describe("the settings of a mesh", () => {
  const tent = (size: number, gap: number) => {
    // Two triangles of one bone, one over the other.
    const rest = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, gap, 1, 0, gap, 0, 1, gap].map((x) => size * x);
    return sourceOf({
      rest: Float64Array.from(rest),
      triangles: [0, 1, 2, 3, 4, 5],
      weights: { offsets: [0, 1, 2, 3, 4, 5, 6], bones: [0, 0, 0, 0, 0, 0], values: [1, 1, 1, 1, 1, 1] },
      bones: 1,
    });
  };

  it("join parts within a share of the diagonal, whatever the size", async () => {
    for (const size of [1e-3, 1, 400]) {
      for (const [gap, joined] of [
        [0.09, true],
        [0.2, false],
      ] as const) {
        const source = tent(size, gap);
        const settings = { ...DEFORM_DEFAULTS, joinReach: 0.1 };
        const { offsets } = await deformLaplacian(source, source.weights, settings, UNWATCHED);
        // Three entries a vertex for its triangle, and one for its bridge.
        expect(offsets[6]).toBe(joined ? 6 * 4 : 6 * 3);
      }
    }
  });

  it("have strengths of 1 for each vertex, those of the limbs, or painted ones", () => {
    const source = tent(1, 0.5);
    const ones = new Float32Array(6).fill(1);
    expect(prepareStrengths(source, DEFORM_DEFAULTS)).toEqual({ lambda: ones, kappa: ones, alpha: ones });
    const painted = { lambda: ones.map((_, i) => i), kappa: null, alpha: null };
    const slideOfBone = Float32Array.of(0.25);
    const found = prepareStrengths(source, { ...DEFORM_DEFAULTS, painted, slideOfBone, limbRadius: true });
    expect(found.lambda).toBe(painted.lambda);
    expect(found.alpha).toEqual(ones.map(() => 0.25));
    // The bone is a point at the origin: the farthest vertices have 1.
    const far = Math.hypot(1, 0.5);
    [0, 1 / far, 1 / far, 0.5 / far, 1, 1].forEach((x, i) => {
      expect(found.kappa[i]).toBeCloseTo(x, 6);
    });
  });
});

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
          // `negligible` is 1e-5 and moves centres by as much, and f32 adds its 6e-8.
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

  it("solves only the changed part again, and gives the same bits as a first time", async () => {
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

  it("makes a solver only where there is something to solve", async () => {
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

  it("stops wherever it is told to, and the kept data stay complete", async () => {
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
    // How often the clock is read in between is not of interest; the unit is.
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThan(1000);
  });

  it("reports how far it is", async () => {
    const seen: string[] = [];
    const task = { ...UNWATCHED, progress: ({ phase }: { phase: string }) => void seen.push(phase) };
    await prepare(sourceOf(rigidBar(10, 2)), DEFORM_DEFAULTS, undefined, task);
    expect([...new Set(seen)]).toEqual(["Binding", "Smoothing rotations", "Smoothing translations"]);
  });
});
